/** Seeks on the first page: a form for a new one, the player's seeks and their state, and the seeks of others. */

import { call, get, post } from "../api.js";
import { button, h, redraw } from "../dom.js";
import { go } from "../router.js";
import * as secrets from "../secrets.js";
import { found } from "../sought.js";
import * as store from "../store.js";
import { date, duration, loadLater, served, t } from "../texts.js";
import { askedFor, field, paceField, reliabilityField } from "./make.js";
import { tellLeaving } from "./mydata.js";

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
  await tellLeaving(main);
  await loadLater();
  const mine = h("div", { "data-zone": "my-seeks" });
  const others = h("div", { "data-zone": "other-seeks" });
  const update = async () => {
    const own = store.token.get() ? (await get("me/seeks?limit=100")).results : [];
    const known = new Set(own.map(({ id }) => id));
    found(own);
    const shown = own.filter(({ ended_at }) => !ended_at || Date.now() - Date.parse(ended_at) < SHOWN);
    const strange = (await get("seeks?limit=5")).results.filter(({ id }) => !known.has(id));
    redraw(
      mine,
      list(
        t("seek.mine"),
        shown.map((seek) => mineRow(seek, (event) => act(event, () => end(seek)))),
      ),
    );
    redraw(
      others,
      list(
        t("seek.others"),
        strange.map((seek) =>
          row(
            seek,
            button(t("seek.same"), "seek-same", (event) => act(event, () => seekFor(wishOf(seek))), {
              class: "small",
              "data-key": seek.id,
            }),
          ),
        ),
      ),
    );
  };
  const seekFor = async ({ secrets: count = 0, ...wish }) => {
    const seed_commitments = [];
    while (seed_commitments.length < count) {
      seed_commitments.push(await secrets.newCommitment()); // one after the other, since each is stored with those before
    }
    const { id } = await post("me/seeks", count ? { ...wish, seed_commitments } : wish);
    store.sought.set({ ...store.sought.get(), [id]: [] }); // it may have found its match already
    await update();
  };
  const end = async ({ id }) => {
    await call("DELETE", `me/seeks/${id}`);
    await update();
  };
  const form = await wishForm(catalogue, (event, wish) => act(event, () => seekFor(wish)));
  const choose = h(
    "details",
    { class: "agreements" },
    h("summary", { "data-act": "seek-choose" }, t("seek.choose")),
    form,
  );
  main
    .querySelector(".home-ways")
    .append(
      h(
        "section",
        { class: "panel", "aria-labelledby": "seek-title", "data-zone": "seek" },
        h("h2", { id: "seek-title" }, t("seek.title")),
        h("p", { class: "quiet" }, t("seek.text")),
        choose,
        mine,
        others,
      ),
    );
  const timer = setInterval(
    () => (mine.isConnected ? document.hidden || update().catch(() => {}) : clearInterval(timer)),
    REFRESH,
  ); // until the next refresh
  await update();
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
  const seats = h("select", { id: "seek-seats" });
  const fill = () =>
    redraw(
      seats,
      games
        .find(({ key }) => key === game.value)
        .seats.map((count) => h("option", { value: count }, t("seek.players", { count }))),
    );
  const game = h(
    "select",
    { id: "seek-game", onchange: () => fill() },
    games.map(({ key, name }) => h("option", { value: key }, name)),
  );
  const many = h(
    "select",
    { id: "seek-many" },
    h("option", { value: "" }, t("seek.once")),
    Array.from({ length: MOST_GOING }, (_, index) =>
      h("option", { value: index + 1 }, t("seek.keep", { count: index + 1 })),
    ),
  );
  const lasts = h(
    "select",
    { id: "seek-lasts" },
    LASTS.map((seconds) => h("option", { value: seconds, selected: seconds === USUAL }, duration(seconds))),
  );
  const pace = paceField(paces);
  fill();
  const rated = h("input", { type: "checkbox", id: "seek-rated" });
  const secret = h("input", { type: "checkbox", id: "seek-secret", disabled: !secrets.able });
  const within = h(
    "select",
    { id: "seek-within" },
    h("option", { value: "" }, t("seek.within.any")),
    WITHIN.map((points) => h("option", { value: points }, t("seek.within.points", { points }))),
  );
  const wish = (form) => ({
    game: game.value,
    seats: Number(seats.value),
    control: JSON.parse(pace.querySelector("select").value),
    lasts: Number(lasts.value),
    rated: rated.checked,
    ...(within.value ? { rating_within: Number(within.value) } : {}),
    ...askedFor(form),
    ...(many.value ? { keep_going: Number(many.value) } : {}),
    secrets: secret.checked ? (many.value ? SECRETS : 1) : 0,
  });
  return h(
    "form",
    {
      class: "form",
      onsubmit: (event) => (
        event.preventDefault(),
        send({ currentTarget: event.submitter ?? event.target.querySelector("button") }, wish(event.target))
      ),
    },
    h(
      "div",
      { class: "form-grid" },
      field("seek-game", t("home.game"), game),
      field("seek-seats", t("make.seats"), seats),
      pace,
      field("seek-many", t("seek.many"), many),
      field("seek-lasts", t("seek.lasts"), lasts),
      field("seek-within", t("seek.within"), within),
      reliabilityField(),
    ),
    h(
      "div",
      { class: "field-check" },
      rated,
      h("label", { for: "seek-rated" }, t("make.rated"), h("small", {}, t("make.rated.text"))),
    ),
    h(
      "div",
      { class: "field-check" },
      secret,
      h("label", { for: "seek-secret" }, t("make.secret"), h("small", {}, t("make.secret.text"))),
    ),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary", "data-act": "seek" }, t("seek.button"))),
  );
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
