/** The first page: the player, ways to start or join a match, open matches, and the player's own matches. */

import { keepPrefetched } from "../server/prefetch.js";
import { avatar, avatarChoice, someAvatar } from "../parts/avatars.js";
import { Offline, get, post, untilAnswered } from "../server/api.js";
import { button, h, redraw } from "../parts/dom.js";
import { masthead, tell } from "../frame.js";
import { codeInput, nameCode } from "../parts/codes.js";
import { matchList, matchRow } from "../parts/matchrow.js";
import { createGuest } from "../player/player.js";
import { go, href } from "../router.js";
import * as store from "../browser/store.js";
import { t } from "../language/texts.js";
import { attempt, wordsOf } from "../server/problems.js";
import { waitingMatches } from "../server/waiting.js";

const REFRESH = 20_000;
const QUICK = "chkobba";
const LEVEL = "medium";
/** The cards that decorate the first page. */
const SHOWN = ["KC", "7D", "QH"];

export async function show(main, parameters, signal) {
  const waiting = panel("waiting", { class: "panel home-waiting", hidden: true });
  const invited = panel("invited");
  const watch = panel("watch");
  const offered = panel("offered");
  const open = panel("public");
  const mine = panel("mine", {}, mineTitle());
  const lost = h("p", { class: "quiet", role: "status", hidden: true }, t("error.offline"));
  const patience = { signal, waiting: (seconds) => (lost.hidden = !seconds) };
  const catalogue = untilAnswered(() => get("games"), patience);
  main.append(
    h("h1", { class: "spoken" }, t("home.title")),
    h(
      "div",
      { class: "home" },
      waiting,
      h("div", { class: "home-ways" }, greeting(), ways(catalogue, lost)),
      h("div", { class: "home-lists" }, invited, mine, offered, open, watch),
    ),
  );
  const tables = [
    new Paged("matches?seeking=substitute&limit=20", offered, offeredTables),
    new Paged("matches?limit=20", open, openTables),
    new Paged("matches?watch=true&limit=20", watch, watchTables),
  ];
  if (store.token.get()) {
    tables.push(new Paged("me/invitations?limit=20", invited, invitedTables));
  }
  const refresh = () =>
    Promise.all([
      ...tables.map((list) => list.show()),
      showMine(waiting, mine).catch((error) => withoutLine(error, waiting, mine)),
    ]).catch((error) => error.status === 401 && clearInterval(timer)); // refused.js retries
  const timer = setInterval(() => document.hidden || refresh(), REFRESH);
  refresh();
  const soon = setTimeout(
    () => import("./matches/seeks.js").then((seeking) => seeking.show(main, catalogue, act)).catch(() => {}),
    store.token.get() ? 0 : 4000,
  ); // a newcomer sees a table first
  document.addEventListener("visibilitychange", refresh);
  return () => {
    [timer, soon].forEach(clearInterval);
    document.removeEventListener("visibilitychange", refresh);
  };
}

/** Return a section, whose title comes with its contents. */
const panel = (zone, attributes = { hidden: true }, title = null) =>
  h("section", { class: "panel", "aria-labelledby": `${zone}-title`, "data-zone": zone, ...attributes }, title);

const mineTitle = () => h("h2", { id: "mine-title" }, t("home.mine"));

/** Show the last known tables of the player when the server cannot be reached. */
async function withoutLine(error, waiting, section) {
  if (!(error instanceof Offline) || !store.token.get()) {
    throw error;
  }
  const { keptTables } = await import("./matches/tables.js");
  waiting.hidden = true;
  redraw(section, mineTitle(), await keptTables());
}

/** Return the fields for nickname and avatar of a new player, or a welcome to a known one. */
export function greeting() {
  const me = store.me.get();
  if (me) {
    return h("p", { class: "welcome" }, avatar(me.avatar), h("span", {}, t("home.welcome", { name: me.nickname })));
  }
  return h(
    "form",
    { id: "come-in", class: "come-in", onsubmit: (event) => event.preventDefault() },
    h(
      "p",
      { class: installed() ? "note" : null },
      h("a", { href: href("device"), class: installed() ? "button primary" : null }, t("home.back")),
    ),
    h("label", { for: "nickname" }, t("home.nickname")),
    h("input", {
      id: "nickname",
      name: "nickname",
      maxlength: "24",
      autocomplete: "nickname",
      placeholder: t("home.nickname.example"),
    }),
    avatarChoice(),
  );
}

/** Return true if the page runs as an app. On an iPhone, it shares no storage with the browser. */
const installed = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;

/** Create a guest with the name and avatar of the form, if there is no player yet. */
async function player() {
  if (store.me.get()) {
    return;
  }
  const form = document.getElementById("come-in");
  const chosen = new FormData(form);
  await createGuest(chosen.get("nickname").trim() || t("home.nickname.none"), chosen.get("avatar") ?? someAvatar());
  document.querySelector(".masthead").replaceWith(masthead(""));
}

/** Run an action that needs a player. The button is disabled meanwhile. */
export async function act(event, action) {
  const pressed = event.currentTarget ?? event.submitter;
  pressed.disabled = true;
  await attempt(async () => {
    await player();
    await action();
  });
  pressed.disabled = false;
}

/** Return the ways to start or join a match. `lost` says that the server does not answer. */
function ways(catalogue, lost) {
  const game = h("select", { id: "quick-game", "aria-label": t("home.game") });
  const length = h("select", { id: "quick-length", "aria-label": t("home.length") });
  const level = h("select", { id: "quick-level", "aria-label": t("home.level") });
  const offer = (games) =>
    redraw(
      length,
      lengthsOf(games, game.value).map(({ key, name }) =>
        h("option", { value: key, selected: key === (length.value || "usual") }, name),
      ),
    );
  attempt(async () => {
    const { games, bots } = await catalogue;
    level.append(
      ...bots.map(({ key }) =>
        h("option", { value: key, selected: key === LEVEL }, t("seat.bot", { level: t(`level.${key}`) })),
      ),
    );
    game.append(...games.map(({ key, name }) => h("option", { value: key, selected: key === QUICK }, name)));
    game.onchange = () => offer(games);
    offer(games);
  });
  const play = button(
    t("home.play"),
    "play-now",
    (event) => act(event, () => playNow(catalogue, game.value || QUICK, level.value || LEVEL, length.value)),
    { class: "primary" },
  );
  const shown = h("div", { class: "way-cards", "aria-hidden": "true" });
  import("../table/board/faces.js")
    .then(({ plain }) => shown.append(...SHOWN.map((card) => plain(card))))
    .catch(() => {}); // the page does not wait for its decoration
  return h(
    "div",
    { class: "ways" },
    h(
      "div",
      { class: "way way-quick" },
      h("h2", {}, t("home.quick")),
      h("p", {}, t("home.quick.text")),
      shown,
      h("div", { class: "row" }, game, level, length, play),
      lost,
    ),
    h(
      "div",
      { class: "way" },
      h("h2", {}, t("home.make")),
      h("p", {}, t("home.make.text")),
      button(t("home.make.button"), "make-table", (event) => act(event, () => go("make"))),
    ),
    codeWay(),
    h(
      "p",
      { class: "row" },
      ["learn", "puzzle", "clubs"].map((page) => h("a", { href: href(page), "data-act": page }, t(`home.${page}`))),
    ),
  );
}

function codeWay() {
  const code = codeInput({ id: "code", name: "code", required: true, maxlength: "40", placeholder: "K7D2-9QXM" });
  return h(
    "form",
    { class: "way", onsubmit: (event) => (event.preventDefault(), go("join", nameCode(code.value))) },
    h("h2", {}, t("home.code")),
    h("label", { for: "code" }, t("home.code.text")),
    h("div", { class: "row" }, code, h("button", { type: "submit", "data-act": "join-code" }, t("home.code.button"))),
  );
}

const lengthsOf = (games, wanted) => games.find(({ key }) => key === wanted).lengths;

/** Start a match of the player against bots on all other seats. */
async function playNow(catalogue, game, level, length) {
  const { games } = await catalogue;
  const options = lengthsOf(games, game).find(({ key }) => key === length)?.options;
  const { seats } = games.find(({ key }) => key === game);
  const bots = Object.fromEntries(Array.from({ length: seats[0] - 1 }, (_, index) => [index + 1, level]));
  const match = await post("matches", { game, seats: seats[0], bots, visibility: "private", autostart: true, options });
  keepPrefetched(`matches/${match.id}`, match);
  go("match", match.id);
}

async function showMine(waiting, section) {
  if (!store.token.get()) {
    return redraw(section, mineTitle(), h("p", { class: "quiet" }, t("home.mine.none")));
  }
  const [awaiting, running, lobbies, finished] = await Promise.all([
    waitingMatches(100),
    get("me/matches?status=running&limit=100"),
    get("me/matches?status=lobby&limit=20"),
    get("me/matches?status=finished&limit=5"),
  ]);
  const sealed = lobbies.results.filter((match) => match.seeds_due_at);
  if (sealed.length) {
    import("../player/secrets.js").then(({ sendAwaited }) => sealed.forEach(sendAwaited)).catch(() => {}); // the next refresh tries again
  }
  const urgent = new Set(awaiting.results.map(({ id }) => id));
  const rows = [
    ...running.results.filter(({ id }) => !urgent.has(id)),
    ...lobbies.results.filter(({ id }) => !urgent.has(id)),
    ...finished.results,
  ];
  waiting.hidden = !urgent.size;
  redraw(
    waiting,
    h("h2", { id: "waiting-title" }, t("home.waiting")),
    matchList(awaiting.results.map((match) => matchRow(match, { href: ["match", match.id] }))),
  );
  redraw(
    section,
    mineTitle(),
    rows.length
      ? matchList(rows.map((match) => matchRow(match, { href: ["match", match.id] })))
      : urgent.size
        ? null
        : h("p", { class: "quiet" }, t("home.mine.none")),
  );
  if ((rows.length || urgent.size) && store.me.get()?.guest && !store.recovery.get()) {
    (await import("./accounts/recovery.js")).offer(section);
  }
}

/** A paginated list. Each refresh loads as many pages as the player has opened. */
class Paged {
  constructor(address, section, draw) {
    Object.assign(this, { address, section, draw, pages: 1 });
  }

  async show() {
    const results = [];
    let next = this.address;
    for (let page = 0; next && page < this.pages; page += 1) {
      const answer = await get(next);
      results.push(...answer.results);
      next = answer.next && new URL(answer.next, location.href).href.split("/api/v1/")[1];
    }
    const more = next
      ? button(t("home.more"), "more", () => ((this.pages += 1), this.show().catch((error) => tell(wordsOf(error)))), {
          class: "ghostly",
        })
      : null;
    const drawn = await this.draw(results);
    this.section.hidden = !drawn;
    redraw(this.section, drawn, more);
  }
}

/** Return true if the player has no seat in the match. */
function strange(match) {
  const my = store.me.get()?.id;
  return !match.seats.some((seat) => my && seat.player === my);
}

function openTables(matches) {
  const rows = matches.filter(strange).map((match) =>
    matchRow(match, {
      href: ["match", match.id],
      action: button(t("home.sit"), "sit-down", (event) => act(event, () => sitDown(match)), {
        "data-match": match.id,
      }),
    }),
  );
  return [
    h("h2", { id: "public-title" }, t("home.public")),
    rows.length ? matchList(rows) : h("p", { class: "quiet" }, t("home.public.none")),
  ];
}

/** Return the list of invitations, or null when there are none. */
async function invitedTables(matches) {
  return matches.length ? (await import("./matches/invitations.js")).invitedTables(matches) : null;
}

/** Return the list of seats that await a substitute, or null when there are none. */
async function offeredTables(matches) {
  const rows = matches.filter(strange);
  return rows.length ? (await import("./matches/substituteseats.js")).offeredTables(rows, act) : null;
}

function watchTables(matches) {
  const rows = matches.filter(strange).map((match) => matchRow(match, { href: ["match", match.id] }));
  return [
    h("h2", { id: "watch-title" }, t("home.watch")),
    rows.length ? matchList(rows) : h("p", { class: "quiet" }, t("home.watch.none")),
  ];
}

async function sitDown({ id, terms_version }) {
  await post(`matches/${id}/join`, { terms_version });
  go("match", id);
}
