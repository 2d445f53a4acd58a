/** The table of Čamba. */

import { h, spoken } from "../dom.js";
import { rich, t } from "../texts.js";
import { colourMark, mini, minis, seatName } from "../words.js";

/** Calls that change nothing; the others are told with what they do. */
const PLAIN = ["camba", "tees", "alkondor_pasa", "pasa_doble_play"];

/** The table after an event. */
export function fold(table, event, view) {
  const own = view.you?.seat === event.seat;
  switch (event.type) {
    case "shuffled":
      return { ...table, round: event.round, dealer: event.dealer, phase: "dealing", places: [], hand: table.hand && [], hand_counts: table.hand_counts.map(() => 0), effective: null, top: null, mode: "normal", colour: null, class: null, pending: 0, direction: 1, discard: 0, drawn: null, bottom: null, draw: table.draw + table.discard + sum(table.hand_counts) };
    case "dealt":
      return { ...table, ...firstMode(event), phase: "playing", hand: event.hand ?? table.hand, hand_counts: event.hand_counts, top: event.turned, effective: event.turned, bottom: event.bottom, discard: 1, draw: table.draw - 1 - sum(event.hand_counts) };
    case "played":
      return played(table, event, own);
    case "exchanged":
      return { ...table, hand: event.given && event.taken ? [...event.taken] : table.hand, hand_counts: event.hand_counts };
    case "drew":
      return { ...table, draw: table.draw - event.count, hand: own && event.cards ? [...table.hand, ...event.cards] : table.hand, hand_counts: table.hand_counts.map((count, seat) => (seat === event.seat ? count + event.count : count)), ...(event.owed ? {} : { mode: table.mode === "pending" ? "normal" : table.mode, pending: 0 }) };
    case "reshuffled":
      return { ...table, draw: event.draw, discard: 1, bottom: null };
    case "went_out":
      return { ...table, places: [...table.places, event.seat] };
    case "round_ended":
      return { ...table, phase: "scored", places: event.places };
    default:
      return table;
  }
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** What the first card asks for; the bottom card, where it is shown, names a colour or a class. */
function firstMode({ turned, bottom }) {
  const number = turned[1];
  return {
    mode: { 2: "pending", 4: "colour", 5: "class" }[number] ?? "normal",
    pending: number === "2" ? 2 : 0,
    colour: number === "4" ? bottom?.[0] ?? null : null,
    class: number === "5" ? Number(bottom?.[1]) || null : null,
  };
}

function played(table, event, own) {
  const asked = event.colour ? "colour" : event.class ? "class" : event.call === "take_two" ? "pending" : "normal";
  const next = {
    ...table,
    hand: own ? removeOne(table.hand, event.card) : table.hand,
    hand_counts: table.hand_counts.map((count, seat) => (seat === event.seat ? count - 1 : count)),
    top: event.card,
    discard: table.discard + 1,
    drawn: null,
  };
  if (event.call === "pasa_doble") {
    return next;
  }
  return { ...next, effective: event.card, mode: asked, colour: event.colour, class: event.class, pending: asked === "pending" ? table.pending + 2 : 0, direction: event.call === "seet" ? -table.direction : table.direction };
}

/** There may be two decks, and so two of a card. */
function removeOne(cards, card) {
  const place = cards.indexOf(card);
  return cards.filter((_, index) => index !== place);
}

export function travel(event) {
  if (event.type === "played") {
    return { from: { [event.card]: `seat-${event.seat}` }, to: {} };
  }
  return event.type === "drew" || event.type === "dealt" ? { from: "stock", to: {} } : null;
}

/** The draw deck, the pile, and what is asked for. */
export function middle(table, view, cards) {
  return [
    h("div", { class: "deck", "data-anchor": "stock", "data-count": Math.max(1, table.draw) }, table.bottom ? h("span", { class: "bottom" }, cards.plain(table.bottom)) : null, table.draw ? cards.back() : h("span", { class: "card gone" }), h("span", { class: "count" }, String(table.draw), spoken(` ${t("camba.draw")}`))),
    h(
      "div",
      { class: "discard", "data-zone": "pile", role: "group", "aria-label": t("camba.pile") },
      table.top && table.top !== table.effective ? h("div", { class: "beneath" }, cards.plain(table.effective)) : null,
      table.top ? h("div", { class: table.top === table.effective ? "uppermost" : "uppermost transparent" }, cards.plain(table.top)) : null,
    ),
    h("div", { class: "asked", "data-mode": table.mode, "data-colour": table.colour, "data-class": table.class, "data-pending": table.pending }, asked(table), direction(table)),
  ];
}

function asked(table) {
  if (table.mode === "colour") {
    return h("p", { class: "demand" }, h("span", { class: "swatch" }, colourMark(table.colour)), t("camba.asked.colour", { colour: t(`colour.${table.colour}`) }));
  }
  if (table.mode === "class") {
    return h("p", { class: "demand" }, h("span", { class: "numeral", "aria-hidden": "true" }, String(table.class)), t("camba.asked.class", { class: t(`class.${table.class}`) }));
  }
  return table.mode === "pending" ? h("p", { class: "demand" }, h("span", { class: "numeral", "aria-hidden": "true" }, `+${table.pending}`), t("camba.asked.pending", { count: table.pending })) : null;
}

function direction(table) {
  return h("p", { class: "direction", "data-direction": table.direction }, h("span", { "aria-hidden": "true" }, table.direction === 1 ? "↻" : "↺"), spoken(t(table.direction === 1 ? "camba.direction.up" : "camba.direction.down")));
}

export function seatDetails(table, view, seat) {
  const place = table.places.indexOf(seat);
  return place >= 0 ? h("span", { class: "place", "data-finished": place + 1 }, t("camba.place", { place: place + 1 })) : null;
}

export function sideDetails(table, view, side) {
  const firsts = table.games > 1 ? table.finishes[side] : null;
  return firsts ? h("span", { class: "board-item" }, firsts.map((count, place) => (count ? `${place + 1}. × ${count}` : null)).filter(Boolean).join("  ")) : null;
}

/** A short button for what is called with a card; its name is the sentence. */
export function moveLabel({ move, text }) {
  if (move.type !== "play") {
    return null;
  }
  if (move.colour) {
    return [[h("span", { class: "swatch" }, colourMark(move.colour)), " ", t(`colour.${move.colour}`)], text];
  }
  if (move.class) {
    return [[h("span", { class: "numeral" }, String(move.class)), " ", t(`class.${move.class}`)], text];
  }
  return [t(`call.${move.call}`), text];
}

/** An event in words. */
export function say(event, entry, view) {
  const who = event.seat === undefined ? null : seatName(view, event.seat);
  const own = view.you?.seat === event.seat ? "you" : "other";
  switch (event.type) {
    case "shuffled":
      return rich("camba.say.shuffled", { round: event.round + 1, who: seatName(view, event.dealer) });
    case "dealt":
      return rich("camba.say.dealt", { card: mini(event.turned) });
    case "played": {
      const what = PLAIN.includes(event.call) ? "" : t(`camba.does.${event.call}`, { colour: event.colour && t(`colour.${event.colour}`), class: event.class && t(`class.${event.class}`) });
      return rich(`camba.say.played.${own}`, { who, card: mini(event.card), what, call: h("em", {}, t(`call.${event.call}`)) });
    }
    case "exchanged":
      return event.given ? rich("camba.say.exchanged.own", { given: minis(event.given), taken: minis(event.taken) }) : rich("camba.say.exchanged");
    case "drew":
      return event.cards ? rich("camba.say.drew.you", { cards: minis(event.cards), count: event.count }) : rich(`camba.say.drew.other`, { who, count: event.count });
    case "reshuffled":
      return rich("camba.say.reshuffled");
    case "kept":
      return rich(`camba.say.kept.${own}`, { who });
    case "skipped":
      return rich(`camba.say.skipped.${own}`, { who });
    case "went_out":
      return rich(`camba.say.out.${own}`, { who, place: event.place });
    case "round_ended":
      return rich("camba.say.round", { round: event.round + 1, winner: seatName(view, event.places[0]) });
    default:
      return null;
  }
}

/** What is called over the table. */
export function callOut(event) {
  if (event.type !== "played") {
    return null;
  }
  const named = event.colour ? ` ${t(`colour.${event.colour}`)}` : event.class ? ` ${t(`class.${event.class}`)}` : "";
  return event.call === "tees" ? null : `${t(`call.${event.call}`)}${named}`;
}
