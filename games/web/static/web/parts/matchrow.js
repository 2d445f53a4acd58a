/** A match in a list: its game, its seats, the seat to move and the time left. */

import { deadline, timeFor } from "./closed.js";
import { h } from "./dom.js";
import { href } from "../router.js";
import * as store from "../browser/store.js";
import { list, rich, served, t } from "../language/texts.js";
import { faceOf, nameOf } from "../language/words.js";

export function matchList(rows) {
  return h("ul", { class: "matches" }, rows);
}

/** Return a row of a list of matches. */
export function matchRow(match, { href: address, action = null }) {
  const mine = store.me.get()?.id;
  const myTurn = match.status === "running" && match.to_act !== null && match.seats[match.to_act]?.player === mine;
  return h(
    "li",
    { class: "match-row", "data-match": match.id, "data-status": match.status, "data-my-turn": myTurn },
    h(
      "a",
      { href: href(...address) },
      h("span", { class: "match-game" }, rivals(match, mine), h("bdi", {}, match.game.name)),
      h("span", { class: "match-seats" }, match.seats.map(face)),
      h("span", { class: "match-state" }, state(match, mine, myTurn)),
    ),
    action,
  );
}

/** Return the opponents' names. They come before the game, so that many matches of one game look different. */
function rivals({ seats, status }, mine) {
  const own = seats.find(({ player }) => player && player === mine);
  const names =
    own && status !== "lobby"
      ? seats
          .filter(({ side }) => side !== own.side)
          .map(nameOf)
          .filter(Boolean)
      : [];
  return names.length ? [...rich("match.against", { names: list(names) }), " · "] : null;
}

/** Return the points of all sides, the player's own first. */
function score({ totals }, seat) {
  const others = totals.filter((_, side) => side !== seat?.side);
  return (seat ? [totals[seat.side], ...others] : totals).join(" : ");
}

/** Return the number of free seats, with those that are reserved. */
export function freeSeats(match) {
  return match.seats.filter(({ kind }) => kind === "free" || kind === "kept").length;
}

function face(seat) {
  const name = nameOf(seat) ?? t("seat.free", { number: seat.number + 1 });
  return h(
    "span",
    { class: "face", title: name, "data-kind": seat.kind },
    faceOf(seat),
    h("bdi", { class: "face-name" }, name),
  );
}

function state(match, mine, myTurn) {
  const seat = match.seats.find(({ player }) => player && player === mine);
  if (match.status === "lobby") {
    return [t("match.free", { count: freeSeats(match) }), " · ", served(match.control_text)];
  }
  if (match.status === "finished") {
    const winner = match.result.winner;
    const outcome =
      winner === null ? "match.draw" : !seat ? "match.finished" : winner === seat.side ? "match.won" : "match.lost";
    return `${t(outcome)} · ${score(match, seat)}`;
  }
  if (match.status === "cancelled") {
    return t(match.started_at ? "match.called.off" : "match.cancelled");
  }
  if (match.paused_at) {
    return t("match.paused");
  }
  const whose = myTurn ? t("match.yours") : t("match.turn", { name: nameOf(match.seats[match.to_act] ?? {}) ?? "…" });
  const left = match.due_at ? t("match.left", { time: timeFor(match.due_at, match.closed ?? []) }) : null;
  return [whose, left, deadline(match.due_at)].filter(Boolean).join(" · ");
}
