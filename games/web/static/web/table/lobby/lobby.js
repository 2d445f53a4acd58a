/** The lobby of a match: its seats, the room code, bots, and the start. */

import { call, get, post } from "../../server/api.js";
import { showCode } from "../../parts/codes.js";
import { button, h } from "../../parts/dom.js";
import { freeSeats } from "../../parts/matchrow.js";
import { attempt } from "../../server/problems.js";
import { go, href, link } from "../../router.js";
import * as secrets from "../../player/secrets.js";
import { copy, share } from "../../browser/share.js";
import * as store from "../../browser/store.js";
import { dateInZone, duration, has, served, t } from "../../language/texts.js";
import { again } from "../ending/ending.js";
import { inviting } from "./invitations.js";
import { lobbySeat } from "./lobbyseat.js";

/**
 * Return the lobby. It is redrawn at every change.
 *
 * Elements that players open or type into are created once and stored in the screen object, to keep their state.
 */
export function lobby(screen) {
  const { view } = screen.session;
  return view.status === "cancelled" ? cancelled(view) : room(screen);
}

function cancelled(view) {
  return h(
    "section",
    { class: "panel narrow" },
    h("p", {}, t(view.started_at ? "room.called.off" : "room.cancelled")),
    again(view),
    h("a", { class: "button", href: href() }, t("match.home")),
  );
}

function room(screen) {
  const { session } = screen;
  const { view } = session;
  const asked = conditions(screen);
  const known = {
    session,
    view,
    asked,
    act: (path, body) => attempt(async () => (await post(`matches/${view.id}/${path}`, body), await session.again())),
    me: store.me.get()?.id,
    isMine: view.you !== null,
    isCreator: Boolean(view.you?.creator),
    levels: view.you?.creator ? levels(screen) : [],
    isSealed: Boolean(view.seeds_due_at),
    free: freeSeats(view),
  };
  return h(
    "section",
    { class: "room panel", "aria-label": t("room.label") },
    known.isMine && view.code ? codePart(screen, view.code) : null,
    h(
      "ul",
      { class: "room-seats" },
      view.seats.map((seat) => lobbySeat(seat, known)),
    ),
    terms(known),
    options(view, screen.words.game),
    known.me ? inviting(screen) : null,
    known.isMine ? [secretLine(screen), actions(known), waitLine(known)] : null,
  );
}

/** Return the levels of bots that play the game, by key; none until the catalogue has come. */
function levels(screen) {
  if (!screen.levels) {
    screen.levels = [];
    const { key: game } = screen.session.view.game;
    get("games").then(
      ({ bots }) => {
        screen.levels = bots.filter((bot) => bot.games.includes(game)).map(({ key }) => key);
        screen.changed();
      },
      () => (screen.levels = null),
    );
  }
  return screen.levels;
}

/** Return the room code, with the ways to share it. */
function codePart(screen, code) {
  return h(
    "div",
    { class: "room-code" },
    h("p", {}, t("room.code")),
    h("p", { class: "code", "data-code": code }, showCode(code)),
    h(
      "div",
      { class: "row" },
      button(t("room.share"), "share-code", () => share(link("join", code))),
      navigator.share ? button(t("room.copy"), "copy-code", () => copy(link("join", code))) : null,
    ),
    picture(screen, code),
  );
}

/** Return the terms of the match in words: pace, ratings, reliability, bots, substitutes. */
function terms(known) {
  const { asked, view } = known;
  const quiet = (zone, text) => h("p", { class: "quiet", "data-zone": zone }, text);
  return [
    quiet("agreed", [
      served(view.control_text),
      " · ",
      t(`make.visibility.${view.visibility}`),
      view.bot_accounts ? ` · ${t("make.bot_accounts")}` : null,
    ]),
    asked?.rated
      ? h(
          "p",
          { "data-zone": "rated" },
          t("room.rated"),
          " · ",
          h("a", { href: href("you", "ratings", "leaders", asked.pool.key) }, served(asked.pool.name)),
        )
      : null,
    asked?.least_reliability
      ? h("p", { "data-zone": "least" }, t("room.reliability", { percent: asked.least_reliability }))
      : null,
    view.late_bots ? quiet("bots-at", lateBots(known)) : null,
    view.substitutes_after
      ? quiet("substitutes", t("room.substitutes", { time: duration(view.substitutes_after) }))
      : null,
    asked?.bots_give_way ? quiet("gives-way", t("room.gives_way")) : null,
  ];
}

/** Return when bots take the free seats, with the creator's button against it. */
function lateBots({ isCreator, isSealed, session, view }) {
  const { at, level } = view.late_bots;
  const drop = () =>
    attempt(async () => (await call("PATCH", `matches/${view.id}`, { late_bots: null }), await session.again()));
  return [
    t("room.bots", { level: t(`level.${level}`), time: dateInZone(at) }),
    " ",
    isCreator && !isSealed ? button(t("room.bots.drop"), "drop-bots", drop, { class: "small ghostly" }) : null,
  ];
}

/** Return the actions of a player of the lobby: to agree to changed terms, to start, to leave, to cancel. */
function actions({ act, asked, free, isCreator, isSealed, view }) {
  const isUndecided = !view.seats[view.you.seat].agrees;
  const primary = { class: "primary" };
  const leave = () => attempt(async () => (await post(`matches/${view.id}/leave`), go("")));
  const all = [
    [isUndecided, "room.agree", "agree", () => act("agreement", { terms_version: view.terms_version }), primary],
    [isCreator && !free && !isSealed, "room.start", "start", () => act("start"), primary],
    [isCreator && free && !asked?.rated, "room.fill", "fill-bots", () => act("bots", { fill: "medium" }), primary],
    [!isCreator && !isSealed, "room.leave", "leave", leave],
    [isCreator && !isSealed, "room.cancel", "cancel", () => act("cancel"), { class: "ghostly" }],
  ];
  const offered = all.filter(([isOffered]) => isOffered);
  return h(
    "div",
    { class: "room-acts" },
    isUndecided ? h("p", { role: "status", "data-zone": "changed" }, t("room.changed")) : null,
    h(
      "div",
      { class: "choices" },
      offered.map(([, label, ...rest]) => button(t(label), ...rest)),
    ),
  );
}

/** Return what a player who did not create the match waits for. */
function waitLine({ free, isCreator, isSealed }) {
  const text = free ? "room.wait.players" : "room.wait.start";
  return isCreator || isSealed ? null : h("p", { class: "quiet" }, t(text));
}

/** Return the invitation as a QR code for players nearby. The server draws it when it is opened; it stays open. */
function picture(screen, code) {
  return (screen.picture ??= h(
    "details",
    { class: "qr" },
    h("summary", { "data-act": "qr", "data-key": "qr" }, t("room.qr")),
    h("img", { src: `${href("join", code)}/qr.svg`, alt: t("room.qr.text"), width: 200, height: 200, loading: "lazy" }),
  ));
}

/** Return the entry requirements and the known facts about the players at the seats; they load after the table. */
function conditions(screen) {
  const { view } = screen.session;
  if (screen.conditionsAt !== view.version) {
    screen.conditionsAt = view.version;
    get(`matches/${view.id}/entry-requirements`).then(
      (asked) => ((screen.conditions = asked), screen.changed()),
      () => (screen.conditionsAt = null), // the next drawing asks again
    );
  }
  return screen.conditions;
}

/** Return the options of the match in words. */
function options(view, game) {
  const said = Object.entries(game?.options.properties ?? {}).filter(([name]) => name in view.options);
  return said.length
    ? h(
        "dl",
        { class: "agreed", "data-zone": "options" },
        said.map(([name, schema]) =>
          h(
            "div",
            { "data-option": name },
            h("dt", {}, has(`choice.${name}`) ? t(`choice.${name}`) : served(schema.description)),
            h("dd", {}, optionValue(name, view.options[name])),
          ),
        ),
      )
    : null;
}

function optionValue(name, value) {
  if (typeof value === "boolean") {
    return t(value ? "choice.yes" : "choice.no");
  }
  return has(`choice.${name}.${value}`) ? t(`choice.${name}.${value}`) : String(value);
}

/** Return the button to add a secret to the shuffle, or the players whose secrets are awaited. */
function secretLine(screen) {
  const { session } = screen;
  const { view } = session;
  const awaited = view.seats.filter(
    (seat) => view.seeds_due_at && seat.seed_commitment && !(seat.number === view.you.seat && view.you.seed),
  );
  if (awaited.length) {
    const names = awaited.map(({ name }) => name).join(t("list.comma"));
    return h(
      "p",
      { class: "quiet", role: "status", "data-zone": "secrets" },
      t("room.secret.awaited", { names, time: dateInZone(view.seeds_due_at) }),
    );
  }
  if (view.you.seed_commitment) {
    return h("p", { class: "quiet", "data-zone": "secrets" }, t("room.secret.added"));
  }
  return secrets.able && !view.seeds_due_at
    ? (screen.secret ??= h(
        "details",
        { class: "seed" },
        h("summary", { "data-key": "seed" }, t("room.secret")),
        h("p", {}, t("room.secret.text")),
        button(t("room.secret.add"), "seed", () =>
          attempt(async () => (await secrets.commit(view.id), await session.again())),
        ),
      ))
    : null;
}
