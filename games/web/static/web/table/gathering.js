/** The lobby of a match: its seats, the room code, bots, and the start. */

import { call, get, post } from "../api.js";
import { showCode } from "../codes.js";
import { button, h } from "../dom.js";
import { freeSeats } from "../matchrow.js";
import { go, href, link } from "../router.js";
import * as secrets from "../secrets.js";
import { copy, share } from "../share.js";
import * as store from "../store.js";
import { dateInZone, duration, has, served, t } from "../texts.js";
import { faceOf, nameOf } from "../words.js";
import { figure, reliable } from "../pages/ratings.js";
import { again } from "./ending.js";
import { endInvitation, inviting } from "./inviting.js";
import { attempt } from "./menu.js";

/**
 * Return the lobby. It is redrawn at every change.
 *
 * Elements that players open or type into are created once and stored in the screen object, to keep their state.
 */
export function gathering(screen) {
  const { session } = screen;
  const { view } = session;
  const act = (path, body) => attempt(async () => (await post(`matches/${view.id}/${path}`, body), await session.again()));
  if (view.status === "cancelled") {
    return [h("section", { class: "panel narrow" }, h("p", {}, t(view.started_at ? "room.called.off" : "room.cancelled")), again(view), h("a", { class: "button", href: href() }, t("match.home")))];
  }
  const asked = conditions(screen);
  const free = freeSeats(view);
  const mine = view.you !== null;
  const creator = view.you?.creator;
  const me = store.me.get()?.id;
  const sealed = Boolean(view.seeds_due_at);
  const undecided = mine && !view.seats[view.you.seat].agrees;
  return [
    h(
      "section",
      { class: "room panel", "aria-label": t("room.label") },
      mine && view.code
        ? h(
            "div",
            { class: "room-code" },
            h("p", {}, t("room.code")),
            h("p", { class: "code", "data-code": view.code }, showCode(view.code)),
            h(
              "div",
              { class: "row" },
              button(t("room.share"), "share-code", () => share(link("join", view.code))),
              navigator.share ? button(t("room.copy"), "copy-code", () => copy(link("join", view.code))) : null,
            ),
            picture(screen, view.code),
          )
        : null,
      h("ul", { class: "room-seats" }, view.seats.map((seat) => roomSeat(view, seat, { session, act, asked, sealed, gives_way: asked?.bots_give_way, creator: creator && !sealed && !asked?.rated, levels: creator ? levels(screen) : [], mine, me, standing: asked?.seats.find(({ seat: number }) => number === seat.number) }))),
      h("p", { class: "quiet", "data-zone": "agreed" }, served(view.control_text), " · ", t(`make.visibility.${view.visibility}`), view.bot_accounts ? ` · ${t("make.bot_accounts")}` : null),
      asked?.rated ? h("p", { "data-zone": "rated" }, t("room.rated"), " · ", h("a", { href: href("you", "ratings", "leaders", asked.pool.key) }, served(asked.pool.name))) : null,
      asked?.least_reliability ? h("p", { "data-zone": "least" }, t("room.reliability", { percent: asked.least_reliability })) : null,
      view.late_bots ? h("p", { class: "quiet", "data-zone": "bots-at" }, t("room.bots", { level: t(`level.${view.late_bots.level}`), time: dateInZone(view.late_bots.at) }), " ", creator && !sealed ? button(t("room.bots.drop"), "drop-bots", () => attempt(async () => (await call("PATCH", `matches/${view.id}`, { late_bots: null }), await session.again())), { class: "small ghostly" }) : null) : null,
      view.substitutes_after ? h("p", { class: "quiet", "data-zone": "substitutes" }, t("room.substitutes", { time: duration(view.substitutes_after) })) : null,
      asked?.bots_give_way ? h("p", { class: "quiet", "data-zone": "gives-way" }, t("room.gives_way")) : null,
      options(view, screen.words.game),
      me ? inviting(screen) : null,
      mine ? secretLine(screen) : null,
      mine && h(
        "div",
        { class: "room-acts" },
        undecided ? h("p", { role: "status", "data-zone": "changed" }, t("room.changed")) : null,
        h(
          "div",
          { class: "choices" },
          undecided ? button(t("room.agree"), "agree", () => act("agreement", { terms_version: view.terms_version }), { class: "primary" }) : null,
          creator && !free && !sealed ? button(t("room.start"), "start", () => act("start"), { class: "primary" }) : null,
          creator && free && !asked?.rated ? [button(t("room.fill"), "fill-bots", () => act("bots", { fill: "medium" }), { class: "primary" })] : null,
          !creator && !sealed ? button(t("room.leave"), "leave", () => attempt(async () => (await post(`matches/${view.id}/leave`), go("")))) : null,
          creator && !sealed ? button(t("room.cancel"), "cancel", () => act("cancel"), { class: "ghostly" }) : null,
        ),
      ),
      !creator && mine && !sealed ? h("p", { class: "quiet" }, free ? t("room.wait.players") : t("room.wait.start")) : null,
    ),
  ];
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
    get(`matches/${view.id}/entry-requirements`).then((asked) => ((screen.conditions = asked), screen.changed()), () => {});
  }
  return screen.conditions;
}

/** Return the levels of bots that play the game, by key; none until the catalogue has come. */
function levels(screen) {
  if (!screen.levels) {
    screen.levels = [];
    const { key: game } = screen.session.view.game;
    get("games").then(
      ({ bots }) => ((screen.levels = bots.filter((bot) => bot.games.includes(game)).map(({ key }) => key)), screen.changed()),
      () => (screen.levels = null),
    );
  }
  return screen.levels;
}

function roomSeat(view, seat, { session, act, asked, sealed, gives_way, creator, levels, mine, me, standing }) {
  const free = seat.kind === "free";
  const name = free ? t("seat.free", { number: seat.number + 1 }) : seat.kind === "kept" ? t("seat.kept", { name: seat.name }) : nameOf(seat);
  const forMe = seat.kind === "kept" && seat.reserved_for === me;
  const sit = (free || forMe || (gives_way && seat.kind === "bot")) && !mine && me;
  return h(
    "li",
    { "data-seat": seat.number, "data-kind": seat.kind },
    faceOf(seat),
    h("span", { class: "room-name" }, h("bdi", {}, name), new Set(view.seats.map(({ side }) => side)).size < view.seats.length ? h("small", {}, t("room.team", { number: seat.side + 1 })) : null, standing ? h("small", { "data-zone": "standing" }, standing.rating ? [h("a", { href: href("you", "ratings", seat.player) }, figure(standing.rating)), " · "] : null, reliable(standing.reliability)) : null),
    seat.agrees ? null : h("small", { "data-zone": "undecided" }, t("room.undecided")),
    sit ? button(t("home.sit"), "sit-down", () => act("join", { seat: seat.number, terms_version: view.terms_version })) : null,
    mine && !sealed ? otherSeat(view, seat, { session, act, asked }) : null,
    forMe || (seat.kind === "kept" && view.you?.creator) ? endInvitation(session, seat, forMe) : null,
    creator && free ? levels.map((level) => button(t(`room.bot.${level}`), `bot-${level}`, () => act("bots", { seats: { [seat.number]: level } }), { class: "small", "aria-label": t("room.bot.label", { level: t(`level.${level}`), number: seat.number + 1 }) })) : null,
    creator && seat.kind === "bot" ? button(t("room.bot.remove"), "bot-remove", () => act("bots", { seats: { [seat.number]: null } }), { class: "small ghostly", "aria-label": t("room.bot.remove.label", { number: seat.number + 1 }) }) : null,
  );
}

/** Return the buttons to move to another seat, to ask for a taken one, and to answer such requests. */
function otherSeat(view, seat, { session, act, asked }) {
  const wanted = (number) => asked?.seats.find(({ seat: one }) => one === number)?.wanted_by ?? [];
  const own = view.you.seat;
  const move = (label, act_) => button(t(label), act_, () => act("seat", { seat: seat.number }), { class: "small", "aria-label": t("room.seat.label", { name: t(label), number: seat.number + 1 }) });
  if (seat.number === own) {
    const anything = wanted(own).length || asked?.seats.some(({ wanted_by: by }) => by.includes(own));
    return anything ? button(t("room.seat.keep"), "keep-seat", () => attempt(async () => (await call("DELETE", `matches/${view.id}/seat`), await session.again())), { class: "small ghostly" }) : null;
  }
  if (seat.kind === "free" || (seat.kind === "bot" && view.you.creator)) {
    return move("room.seat.move", "move-seat");
  }
  return seat.kind !== "player" ? null : wanted(own).includes(seat.number) ? move("room.seat.agree", "agree-seat") : wanted(seat.number).includes(own) ? h("small", { "data-zone": "asked-seat" }, t("room.seat.asked")) : move("room.seat.ask", "ask-seat");
}

/** Return the options of the match in words. */
function options(view, game) {
  const said = Object.entries(game?.options.properties ?? {}).filter(([name]) => name in view.options);
  return said.length ? h("dl", { class: "agreed", "data-zone": "options" }, said.map(([name, schema]) => h("div", { "data-option": name }, h("dt", {}, has(`choice.${name}`) ? t(`choice.${name}`) : served(schema.description)), h("dd", {}, optionValue(name, view.options[name]))))) : null;
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
  const awaited = view.seats.filter((seat) => view.seeds_due_at && seat.seed_commitment && !(seat.number === view.you.seat && view.you.seed));
  if (awaited.length) {
    const names = awaited.map(({ name }) => name).join(t("list.comma"));
    return h("p", { class: "quiet", role: "status", "data-zone": "secrets" }, t("room.secret.awaited", { names, time: dateInZone(view.seeds_due_at) }));
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
        button(t("room.secret.add"), "seed", () => attempt(async () => (await secrets.commit(view.id), await session.again()))),
      ))
    : null;
}
