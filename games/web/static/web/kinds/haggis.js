/** The table of Haggis. */

import { h, spoken } from "../parts/dom.js";
import { rich, served, t } from "../language/texts.js";
import { actor, minis, seatName } from "../language/words.js";

export function travel(event) {
  if (event.type === "played") {
    return { from: Object.fromEntries(event.cards.map((card) => [card, `seat-${event.seat}`])), to: {} };
  }
  if (event.type === "trick_ended") {
    return { from: {}, to: Object.fromEntries(event.cards.map((card) => [card, `pile-${event.taker}`])) };
  }
  return null;
}

const RANKS = { J: 11, Q: 12, K: 13 };
const FACES = { 11: "J", 12: "Q", 13: "K" };

/** Return the sort key of a card in hand: by rank, then by suit. */
export function order(card) {
  const rank = RANKS[card] ?? Number.parseInt(card, 10);
  return rank * 10 + "ROYGB".indexOf(card.at(-1));
}

/** Return the trick: the combination to beat, and below it the beaten ones, the last one first. */
export function middle(table, view, cards) {
  const plays = [...table.trick].reverse().map((play, index) => {
    const who = rich("named", { name: h("bdi", {}, seatName(view, play.seat)), value: served(play.text) });
    return index
      ? h("p", { class: "beaten", "data-player": play.seat }, who, " ", minis(inOrder(play.cards)))
      : h(
          "div",
          { class: "combination", "data-player": play.seat, "data-as": play.as },
          h("p", {}, who),
          cards.spread(
            { class: "combination-cards" },
            inOrder(play.cards).map((card) => cards.plain(card)),
          ),
        );
  });
  return [
    h(
      "p",
      { class: "haggis-left" },
      t("haggis.left", { count: table.haggis }),
      spoken(t("haggis.left.spoken", { count: table.haggis })),
    ),
    h(
      "div",
      { class: "trick", "data-zone": "play", role: "group", "aria-label": t("zone.play") },
      plays.length ? plays : h("p", { class: "empty" }, t("haggis.empty")),
    ),
  ];
}

const inOrder = (cards) => [...cards].sort((one, other) => order(one) - order(other));

/** Return the marks of a seat: its face cards, which all players see, its bet, and whether it has passed or is out. */
export function seatDetails(table, view, seat) {
  const marks = [
    table.bets[seat] !== "none"
      ? h("span", { class: "bet", "data-bet": table.bets[seat] }, t(`haggis.bet.${table.bets[seat]}`))
      : null,
    table.passed.includes(seat) ? h("span", { class: "passed" }, t("haggis.passed")) : null,
    table.out.includes(seat) ? h("span", { class: "place" }, t("haggis.out")) : null,
  ].filter(Boolean);
  const faces = view.you?.seat === seat ? [] : table.face_cards[seat];
  return [
    faces.length
      ? h(
          "div",
          { class: "shown", role: "group", "aria-label": t("haggis.faces") },
          faces.map((card) => h("span", { class: "face-card" }, card, spoken(` ${t(`card.haggis.${card}`)}`))),
        )
      : null,
    marks.length ? h("div", { class: "haggis-marks" }, marks) : null,
  ];
}

export function sideDetails(table, view, side, { pile }) {
  const points = table.captured_points[side] + table.out_points[side];
  return [
    points ? h("span", { class: "board-item" }, `+${points}`, spoken(` ${t("haggis.points")}`)) : null,
    pile(side, table.captured[side]),
  ];
}

/** Return a short label for a play or a bet, and its accessible name: the whole sentence. */
export function moveLabel({ move, text }) {
  if (move.type === "bet") {
    return [t(`haggis.bet.${move.bet}`), text];
  }
  return move.type === "play" && move.cards.length > 1 ? [combination(move), text] : null;
}

/** Return a combination in words, from its notation `set:RANK`, `run:WIDTH:TOP` or `bomb:VALUE`. */
function combination({ cards, as }) {
  const [kind, ...numbers] = as.split(":");
  if (kind === "run") {
    const [width, top] = numbers.map(Number);
    const lowest = top - cards.length / width + 1;
    return t(width === 1 ? "haggis.as.run" : "haggis.as.runs", { width, lowest: rankName(lowest), top: rankName(top) });
  }
  return kind === "set" ? t("haggis.as.set", { count: cards.length, rank: numbers[0] }) : t("haggis.as.bomb");
}

const rankName = (rank) => FACES[rank] ?? String(rank);

/** Events that a seat causes; the others only happen to it. */
const ACTS = ["bet", "played", "passed"];

/** Return an event in words. */
export function say(event, entry, view) {
  const seat = event.seat ?? event.taker;
  const { who, own } = seat === undefined ? {} : actor(view, seat, ACTS.includes(event.type) ? entry : {});
  switch (event.type) {
    case "dealt":
      return rich("haggis.say.dealt", { round: event.round + 1, who: seatName(view, event.dealer) });
    case "bet":
      return rich(`haggis.say.bet.${own}`, { who, bet: t(`haggis.bet.${event.bet}`) });
    case "played":
      return rich(`haggis.say.played.${own}`, { who, text: served(event.text), cards: minis(inOrder(event.cards)) });
    case "passed":
      return rich(`haggis.say.passed.${own}`, { who });
    case "went_out":
      return rich(`haggis.say.out.${own}`, { who, points: event.points });
    case "trick_ended":
      return rich(`haggis.say.trick.${own}`, { who, count: event.cards.length });
    case "collected":
      return rich(`haggis.say.collected.${own}`, { who, cards: minis(inOrder([...event.hand, ...event.haggis])) });
    case "round_ended":
      return rich("say.round", { round: event.round + 1, scores: event.scores.join(" : ") });
    default:
      return null;
  }
}

/** Return the call to show over the table, or null. */
export function callOut(event) {
  if (event.type === "bet") {
    return t(`haggis.bet.${event.bet}`);
  }
  return event.type === "played" && event.as.startsWith("bomb") ? t("haggis.bomb") : null;
}
