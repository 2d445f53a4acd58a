/** The table of Haggis. */

import { h, spoken } from "../dom.js";
import { rich, served, t } from "../texts.js";
import { minis, seatName } from "../words.js";

/** The table after an event. */
export function fold(table, event, view) {
  const own = view.you?.seat === event.seat;
  const blank = () => table.hand_counts.map(() => []);
  switch (event.type) {
    case "dealt":
      return { ...table, phase: "playing", round: event.round, dealer: event.dealer, hand: event.hand ?? table.hand, hand_counts: event.hand_counts, number_counts: event.hand_counts.map((count) => count - 3), face_cards: table.face_cards.map(() => ["J", "K", "Q"]), trick: [], to_beat: null, passed: [], captured: blank(), captured_points: table.captured_points.map(() => 0), bets: table.bets.map(() => "none"), out: [], out_points: table.out_points.map(() => 0), haggis: event.haggis };
    case "bet":
      return { ...table, bets: put(table.bets, event.seat, event.bet) };
    case "played": {
      const { type, ...combination } = event;
      const faces = event.cards.filter((card) => /^[JQK]$/.test(card));
      return {
        ...table,
        hand: own ? table.hand.filter((card) => !event.cards.includes(card)) : table.hand,
        hand_counts: put(table.hand_counts, event.seat, table.hand_counts[event.seat] - event.cards.length),
        number_counts: put(table.number_counts, event.seat, table.number_counts[event.seat] - event.cards.length + faces.length),
        face_cards: put(table.face_cards, event.seat, table.face_cards[event.seat].filter((card) => !faces.includes(card))),
        trick: [...table.trick, combination],
        to_beat: combination,
        passed: [],
      };
    }
    case "passed":
      return { ...table, passed: [...table.passed, event.seat] };
    case "went_out":
      return { ...table, out: [...table.out, event.seat], out_points: put(table.out_points, event.seat, event.points) };
    case "trick_ended":
      return { ...table, trick: [], to_beat: null, passed: [], captured: put(table.captured, event.taker, [...table.captured[event.taker], ...event.cards]) };
    case "collected":
      return { ...table, haggis: 0, hand: table.hand && [], hand_counts: table.hand_counts.map(() => 0), number_counts: table.number_counts.map(() => 0), face_cards: blank(), captured: put(table.captured, event.taker, [...table.captured[event.taker], ...event.hand, ...event.haggis]) };
    case "round_ended":
      return { ...table, phase: "scored" };
    default:
      return table;
  }
}

const put = (values, place, value) => values.map((old, index) => (index === place ? value : old));

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

/** Hands are held by rank. */
export function order(card) {
  const rank = RANKS[card] ?? Number.parseInt(card, 10);
  return rank * 10 + "ROYGB".indexOf(card.at(-1));
}

/** The trick: the combination to beat, and below it those that it has beaten, the last one first. */
export function middle(table, view, cards) {
  const plays = [...table.trick].reverse().map((play, index) => {
    const who = [h("bdi", {}, seatName(view, play.seat)), ": ", served(play.text)];
    return index
      ? h("p", { class: "beaten", "data-player": play.seat }, who, " ", minis(inOrder(play.cards)))
      : h("div", { class: "combination", "data-player": play.seat, "data-as": play.as }, h("p", {}, who), h("div", { class: "combination-cards" }, inOrder(play.cards).map((card) => cards.plain(card))));
  });
  return [
    h("p", { class: "haggis-left" }, t("haggis.left", { count: table.haggis }), spoken(t("haggis.left.spoken", { count: table.haggis }))),
    h("div", { class: "trick", "data-zone": "play", role: "group", "aria-label": t("zone.play") }, plays.length ? plays : h("p", { class: "empty" }, t("haggis.empty"))),
  ];
}

const inOrder = (cards) => [...cards].sort((one, other) => order(one) - order(other));

/** Face cards in hand, which all see, bets, and who has passed. */
export function seatDetails(table, view, seat, cards) {
  const marks = [
    table.bets[seat] !== "none" ? h("span", { class: "bet", "data-bet": table.bets[seat] }, t(`haggis.bet.${table.bets[seat]}`)) : null,
    table.passed.includes(seat) ? h("span", { class: "passed" }, t("haggis.passed")) : null,
    table.out.includes(seat) ? h("span", { class: "place" }, t("haggis.out")) : null,
  ].filter(Boolean);
  const faces = view.you?.seat === seat ? [] : table.face_cards[seat];
  return [
    faces.length ? h("div", { class: "shown", role: "group", "aria-label": t("haggis.faces") }, faces.map((card) => h("span", { class: "face-card" }, card, spoken(` ${t(`rank.${card}`)}`)))) : null,
    marks.length ? h("div", { class: "haggis-marks" }, marks) : null,
  ];
}

export function sideDetails(table, view, side, { pile }) {
  const points = table.captured_points[side] + table.out_points[side];
  return [points ? h("span", { class: "board-item" }, `+${points}`, spoken(` ${t("haggis.points")}`)) : null, pile(side, table.captured[side])];
}

/** A short button for a play or a bet: what the cards are played as, how much is bet; its name is the whole sentence. */
export function moveLabel({ move, text }) {
  const end = text.indexOf({ play: " with ", bet: ":" }[move.type] ?? "\n");
  return end > 0 ? [served(text.slice(0, end)), text] : null;
}

/** An event in words. */
export function say(event, entry, view) {
  const seat = event.seat ?? event.taker;
  const who = seat === undefined ? null : seatName(view, seat);
  const own = view.you?.seat === seat ? "you" : "other";
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
      return rich(`haggis.say.out.${own}`, { who, count: event.points, points: event.points });
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

/** What is called over the table. */
export function callOut(event) {
  if (event.type === "bet") {
    return t(`haggis.bet.${event.bet}`);
  }
  return event.type === "played" && event.as.startsWith("bomb") ? t("haggis.bomb") : null;
}

