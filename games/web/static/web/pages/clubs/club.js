/** The page of a club: its matches, its members, and the tools of its organizers. */

import { call, get, patch, post } from "../../server/api.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { matchList, matchRow } from "../../parts/matchrow.js";
import { go, href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";
import { board } from "./clubboard.js";
import { talk } from "./clubchat.js";
import { attempt, presetWords } from "./clubforms.js";

const SHOWN = 50;
const REFRESH = 20_000;

/** Withdraw the request to join a club, or leave it. */
export function leave(id) {
  return call("DELETE", `me/clubs/${id}`);
}

export async function show(main, id) {
  await loadLater();
  const page = h("div", { class: "form", "data-zone": "club", "data-club": id });
  main.append(page);
  const draw = async () => {
    const club = await get(`clubs/${id}`);
    const belongs = club.standing === "member" || club.standing === "organizer";
    const head = h(
      "section",
      { class: "panel form", "data-zone": "club-head" },
      h("p", {}, h("a", { href: href("clubs") }, t("club.back"))),
      h("h1", {}, h("bdi", {}, club.name)),
      club.description ? h("p", { class: "anywhere lines", dir: "auto" }, club.description) : null,
      h("p", { class: "quiet" }, t("club.members", { count: club.members }), " · ", t(`club.joining.${club.joining}`)),
      belongs ? belonging(club) : coming(club, draw),
    );
    const parts = belongs
      ? await Promise.all([
          tables(club),
          talk(club),
          board(club),
          members(club, draw),
          club.standing === "organizer" ? (await import("./clubrun.js")).run(club, draw) : null,
        ])
      : [];
    redraw(page, head, parts);
  };
  await draw();
}

/** Return the buttons to join a club, or to ask for it. */
function coming(club, draw) {
  const join = attempt(async () => (await post(`clubs/${club.id}/join`), draw()));
  if (club.standing === "asked") {
    return h(
      "p",
      {},
      t("club.asked"),
      " ",
      button(
        t("club.withdraw"),
        "leave-club",
        attempt(async () => (await leave(club.id), draw())),
        { class: "small ghostly" },
      ),
    );
  }
  return h(
    "div",
    { class: "row" },
    button(t(club.joining === "open" ? "club.join" : "club.ask"), "join-club", join, { class: "primary" }),
  );
}

/** Return the choices of a member. */
function belonging(club) {
  const notified = h("input", {
    type: "checkbox",
    id: "club-notified",
    checked: club.notified,
    "data-act": "club-notified",
  });
  notified.addEventListener(
    "change",
    attempt(() => patch(`me/clubs/${club.id}`, { notified: notified.checked })),
  );
  const sure = attempt(async () => {
    if (
      (await dialog(t("club.leave"), h("p", {}, t("club.leave.sure")), [
        [t("club.leave"), "leave-surely"],
        [t("close"), "close"],
      ])) === "leave-surely"
    ) {
      await leave(club.id);
      go("clubs");
    }
  });
  return [
    h("div", { class: "field-check" }, notified, h("label", { for: "club-notified" }, t("club.notified"))),
    h("div", { class: "row" }, button(t("club.leave"), "leave-club", sure, { class: "small ghostly" })),
  ];
}

// --- matches ---------------------------------------------------------------------------------------------------------

async function tables({ id }) {
  const { presets } = await get(`clubs/${id}/presets`);
  const list = h("div", { "data-zone": "club-matchs" });
  const mine = store.me.get()?.id;
  const look = async () => {
    const { results } = await get(`clubs/${id}/matches?status=lobby,running&limit=${SHOWN}`);
    const sit = ({ id: match, status, seats, terms_version }) =>
      status === "lobby" && !seats.some(({ player }) => player === mine)
        ? button(
            t("home.sit"),
            "sit-down",
            attempt(async () => (await post(`matches/${match}/join`, { terms_version }), go("match", match))),
            { "data-match": match },
          )
        : null;
    redraw(
      list,
      results.length
        ? matchList(results.map((match) => matchRow(match, { href: ["match", match.id], action: sit(match) })))
        : h("p", { class: "quiet" }, t("club.tables.none")),
    );
  };
  const preset = h(
    "select",
    { id: "club-preset" },
    presets.map((one) => h("option", { value: one.id }, presetWords(one))),
  );
  const make = attempt(async () => go("match", (await post(`clubs/${id}/matches`, { preset: preset.value })).id));
  const making = presets.length
    ? h(
        "form",
        { class: "form", onsubmit: make },
        field(
          "club-preset",
          t("club.preset"),
          h(
            "div",
            { class: "row" },
            preset,
            h("button", { type: "submit", class: "primary", "data-act": "make-club-match" }, t("club.make")),
          ),
        ),
      )
    : h("p", { class: "quiet" }, t("club.make.none"));
  await look();
  const timer = setInterval(
    () => (list.isConnected ? document.hidden || look().catch(() => {}) : clearInterval(timer)), // until it is redrawn
    REFRESH,
  );
  return h(
    "section",
    { class: "panel form", "aria-labelledby": "club-matchs-title" },
    h("h2", { id: "club-matchs-title" }, t("club.tables")),
    list,
    making,
  );
}

// --- members ---------------------------------------------------------------------------------------------------------

async function members(club, draw) {
  const { results } = await get(`clubs/${club.id}/members?limit=100`);
  const actions = club.standing === "organizer" ? (await import("./clubrun.js")).actions(club, draw) : () => null;
  return h(
    "section",
    { class: "panel form", "data-zone": "club-members", "aria-labelledby": "club-members-title" },
    h("h2", { id: "club-members-title" }, t("club.members.title")),
    h(
      "ul",
      {},
      results.map((one) =>
        h(
          "li",
          { "data-player": one.player },
          h("bdi", {}, one.name),
          one.standing === "organizer" ? ` · ${t("club.standing.organizer")}` : null,
          " ",
          actions(one),
        ),
      ),
    ),
  );
}
