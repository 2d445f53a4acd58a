/** Seeks on the first page: a form for a new one, the player's seeks and their state, and the seeks of others. */

import { call, get, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { check, field, select, submitRow } from "../../parts/forms.js";
import { go } from "../../router.js";
import * as secrets from "../../player/secrets.js";
import { found } from "../../parts/foundmatches.js";
import * as store from "../../browser/store.js";
import { date, duration, loadLater, served, t } from "../../language/texts.js";
import { askedFor, paceField, reliabilityField } from "./make.js";
import { showDeletion } from "../accounts/mydata.js";

/** Choices for the duration of a seek, in seconds, and the default. */
const LASTS = [3600, 28800, 86400, 604800, 2592000];
const USUAL = 86400;
const MOST_GOING = 5;
/** The number of secrets that a standing seek gets for its next matches. */
const SECRETS = 20;
/** Choices for the allowed difference of ratings, in points. */
const WITHIN = [50, 100, 200, 400];
/** Milliseconds for which an ended seek is shown. */
const SHOWN = 86400_000;
const REFRESH = 10_000;

/** Add the panel to the page. It refreshes its lists while it is shown. `act` runs the action of a button. */
export async function show(main, catalogue, act) {
  await showDeletion(main);
  await loadLater();
  const panel = new SeekPanel(act);
  panel.root.append(
    h("h2", { id: "seek-title" }, t("seek.title")),
    h("p", { class: "quiet" }, t("seek.text")),
    h(
      "details",
      { class: "agreements" },
      h("summary", { "data-act": "seek-choose" }, t("seek.choose")),
      await wishForm(catalogue, (event, wish) => act(event, () => panel.seek(wish))),
    ),
    panel.mine,
    panel.others,
  );
  main.querySelector(".home-ways").append(panel.root);
  const refresh = () => document.hidden || panel.update().catch(() => {}); // else until the next refresh
  const timer = setInterval(() => (panel.root.isConnected ? refresh() : clearInterval(timer)), REFRESH);
  await panel.update();
}

/** The seeks of the player and of others, with the actions on them. */
class SeekPanel {
  constructor(act) {
    this.act = act;
    this.root = h("section", { class: "panel", "aria-labelledby": "seek-title", "data-zone": "seek" });
    this.mine = h("div", { "data-zone": "my-seeks" });
    this.others = h("div", { "data-zone": "other-seeks" });
  }

  async update() {
    const own = store.token.get() ? (await get("me/seeks?limit=100")).results : [];
    const known = new Set(own.map(({ id }) => id));
    found(own);
    const shown = own.filter(({ ended_at }) => !ended_at || Date.now() - Date.parse(ended_at) < SHOWN);
    const strange = (await get("seeks?limit=5")).results.filter(({ id }) => !known.has(id));
    const mineRows = shown.map((seek) => mineRow(seek, (event) => this.act(event, () => this.end(seek))));
    redraw(this.mine, list(t("seek.mine"), mineRows));
    redraw(
      this.others,
      list(
        t("seek.others"),
        strange.map((seek) => this.othersRow(seek)),
      ),
    );
  }

  othersRow(seek) {
    const same = (event) => this.act(event, () => this.seek(wishOf(seek)));
    return row(seek, button(t("seek.same"), "seek-same", same, { class: "small", "data-key": seek.id }));
  }

  async seek({ secrets: count = 0, ...wish }) {
    const seed_commitments = [];
    while (seed_commitments.length < count) {
      seed_commitments.push(await secrets.newCommitment()); // one after the other, since each is stored with those before
    }
    const { id } = await post("me/seeks", count ? { ...wish, seed_commitments } : wish);
    store.sought.set({ ...store.sought.get(), [id]: [] }); // it may have found its match already
    await this.update();
  }

  async end({ id }) {
    await call("DELETE", `me/seeks/${id}`);
    await this.update();
  }
}

function list(title, rows) {
  return rows.length ? [h("h3", {}, title), h("ul", { class: "matches form" }, rows)] : null;
}

/** Return the wish for a seek like that of another player. */
function wishOf({ game, seats, options, control, rated }) {
  return { game: game.key, seats, options, control, rated };
}

async function wishForm(catalogue, send) {
  const { games, paces } = await catalogue;
  const fields = wishFields(games, paces);
  const rated = { id: "seek-rated" };
  const secret = { id: "seek-secret", disabled: !secrets.able };
  const submit = (event) => {
    event.preventDefault();
    send({ currentTarget: event.submitter ?? event.target.querySelector("button") }, wishIn(event.target));
  };
  return h(
    "form",
    { class: "form", onsubmit: submit },
    h("div", { class: "form-grid" }, fields, reliabilityField()),
    check(rated, t("make.rated"), h("small", {}, t("make.rated.text"))),
    check(secret, t("make.secret"), h("small", {}, t("make.secret.text"))),
    submitRow(t("seek.button"), "seek"),
  );
}

/** Return the fields with a list to choose from. The numbers of seats are those of the chosen game. */
function wishFields(games, paces) {
  const seats = h("select", { id: "seek-seats" });
  const game = select(
    { id: "seek-game", onchange: () => fill() },
    games.map(({ key, name }) => [key, name]),
  );
  const fill = () => {
    const counts = games.find(({ key }) => key === game.value).seats;
    const option = (count) => h("option", { value: count }, t("seek.players", { count }));
    redraw(seats, counts.map(option));
  };
  fill();
  const numbers = Array.from({ length: MOST_GOING }, (_, index) => index + 1);
  const many = numbers.map((count) => [count, t("seek.keep", { count })]);
  const lasts = LASTS.map((seconds) => [seconds, duration(seconds)]);
  const within = WITHIN.map((points) => [points, t("seek.within.points", { points })]);
  const choice = (name, options, chosen) =>
    field(`seek-${name}`, t(`seek.${name}`), select({ id: `seek-${name}` }, options, chosen));
  return [
    field("seek-game", t("home.game"), game),
    field("seek-seats", t("make.seats"), seats),
    paceField(paces),
    choice("many", [["", t("seek.once")], ...many]),
    choice("lasts", lasts, USUAL),
    choice("within", [["", t("seek.within.any")], ...within]),
  ];
}

/** Return the wish of the form, as the server wants it; `secrets` is the number of secrets to add. */
function wishIn(form) {
  const { elements } = form;
  const many = Number(elements["seek-many"].value);
  const within = Number(elements["seek-within"].value);
  return {
    game: elements["seek-game"].value,
    seats: Number(elements["seek-seats"].value),
    control: JSON.parse(elements.pace.value),
    lasts: Number(elements["seek-lasts"].value),
    rated: elements["seek-rated"].checked,
    ...(within ? { rating_within: within } : {}),
    ...askedFor(form),
    ...(many ? { keep_going: many } : {}),
    secrets: elements["seek-secret"].checked ? (many ? SECRETS : 1) : 0,
  };
}

function mineRow(seek, end) {
  const actions = [
    ...(seek.ended_at && seek.matches.length
      ? [
          button(t("seek.go"), "seek-go", () => go("match", seek.matches[0]), {
            class: "small",
            "data-key": `go-${seek.id}`,
          }),
        ]
      : []),
    ...(seek.ended_at ? [] : [button(t("seek.end"), "seek-end", end, { class: "small ghostly", "data-key": seek.id })]),
  ];
  return row(seek, actions, t(`seek.state.${seek.state}`, { time: date(seek.expires_at) }));
}

function row(seek, actions, state = null) {
  const wanted = [
    t("seek.players", { count: seek.seats }),
    served(seek.control_text),
    seek.rated ? t("make.rated") : null,
    seek.keep_going ? t("seek.keep", { count: seek.keep_going }) : null,
  ].filter(Boolean);
  return h(
    "li",
    { class: "field", "data-seek": seek.id, "data-state": seek.state ?? null },
    h(
      "div",
      {},
      h("div", { class: "match-game" }, h("bdi", {}, seek.game.name)),
      h(
        "div",
        { class: "match-state" },
        wanted.flatMap((part, index) => (index ? [" · ", part] : [part])),
      ),
      state && h("div", { class: "match-state" }, state),
    ),
    h("div", { class: "row" }, actions),
  );
}
