/** A seat in the lobby: who has it, and the actions that concern it. */

import { call } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { figure, reliable } from "../../pages/people/ratings.js";
import { attempt } from "../../server/problems.js";
import { href } from "../../router.js";
import { t } from "../../language/texts.js";
import { faceOf, nameOf } from "../../language/words.js";
import { endInvitation } from "./invitations.js";

/** Return a seat. `lobby` has what lobby.js knows about the match and the player. */
export function lobbySeat(seat, lobby) {
  const { isMine, isSealed, session, view } = lobby;
  const isForMe = seat.kind === "kept" && seat.reserved_for === lobby.me;
  return h(
    "li",
    { "data-seat": seat.number, "data-kind": seat.kind },
    faceOf(seat),
    h("span", { class: "room-name" }, h("bdi", {}, nameOfSeat(seat)), team(view, seat), standing(seat, lobby)),
    seat.agrees ? null : h("small", { "data-zone": "undecided" }, t("room.undecided")),
    sitDown(seat, lobby, isForMe),
    isMine && !isSealed ? otherSeat(seat, lobby) : null,
    isForMe || (seat.kind === "kept" && lobby.isCreator) ? endInvitation(session, seat, isForMe) : null,
    botButtons(seat, lobby),
  );
}

function nameOfSeat(seat) {
  if (seat.kind === "free") {
    return t("seat.free", { number: seat.number + 1 });
  }
  return seat.kind === "kept" ? t("seat.kept", { name: seat.name }) : nameOf(seat);
}

/** Return the number of the seat's team, in a match of teams. */
function team(view, seat) {
  const sides = new Set(view.seats.map(({ side }) => side));
  return sides.size < view.seats.length ? h("small", {}, t("room.team", { number: seat.side + 1 })) : null;
}

/** Return the rating and the reliability of the player at the seat, when they are loaded. */
function standing({ number, player }, { asked }) {
  const known = asked?.seats.find(({ seat }) => seat === number);
  return known
    ? h(
        "small",
        { "data-zone": "standing" },
        known.rating ? [h("a", { href: href("you", "ratings", player) }, figure(known.rating)), " · "] : null,
        reliable(known.reliability),
      )
    : null;
}

/** Return the button to take the seat, for a player without one: a free seat, an own one, or that of a bot. */
function sitDown({ kind, number }, { act, asked, isMine, me, view }, isForMe) {
  const isOpen = kind === "free" || isForMe || (asked?.bots_give_way && kind === "bot");
  const join = () => act("join", { seat: number, terms_version: view.terms_version });
  return isOpen && !isMine && me ? button(t("home.sit"), "sit-down", join) : null;
}

/** Return the creator's buttons to give a free seat to a bot, or to remove the bot. */
function botButtons({ kind, number }, { act, asked, isCreator, isSealed, levels }) {
  if (!isCreator || isSealed || asked?.rated) {
    return null;
  }
  const set = (level) => () => act("bots", { seats: { [number]: level } });
  if (kind === "bot") {
    return button(t("room.bot.remove"), "bot-remove", set(null), {
      class: "small ghostly",
      "aria-label": t("room.bot.remove.label", { number: number + 1 }),
    });
  }
  const add = (level) =>
    button(t(`room.bot.${level}`), `bot-${level}`, set(level), {
      class: "small",
      "aria-label": t("room.bot.label", { level: t(`level.${level}`), number: number + 1 }),
    });
  return kind === "free" ? levels.map(add) : null;
}

/** Return the buttons to move to another seat, to ask for a taken one, and to answer such requests. */
function otherSeat(seat, { session, view, act, asked }) {
  const wanted = (number) => asked?.seats.find(({ seat: one }) => one === number)?.wanted_by ?? [];
  const own = view.you.seat;
  const move = (label, act_) =>
    button(t(label), act_, () => act("seat", { seat: seat.number }), {
      class: "small",
      "aria-label": t("room.seat.label", { name: t(label), number: seat.number + 1 }),
    });
  if (seat.number === own) {
    const anything = wanted(own).length || asked?.seats.some(({ wanted_by: by }) => by.includes(own));
    return anything
      ? button(
          t("room.seat.keep"),
          "keep-seat",
          () => attempt(async () => (await call("DELETE", `matches/${view.id}/seat`), await session.again())),
          { class: "small ghostly" },
        )
      : null;
  }
  if (seat.kind === "free" || (seat.kind === "bot" && view.you.creator)) {
    return move("room.seat.move", "move-seat");
  }
  return seat.kind !== "player"
    ? null
    : wanted(own).includes(seat.number)
      ? move("room.seat.agree", "agree-seat")
      : wanted(seat.number).includes(own)
        ? h("small", { "data-zone": "asked-seat" }, t("room.seat.asked"))
        : move("room.seat.ask", "ask-seat");
}
