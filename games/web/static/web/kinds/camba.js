/** The table of Čamba. */

import { h, spoken } from "../parts/dom.js";
import { has, rich, t } from "../language/texts.js";
import { actor, colourMark, mini, minis, seatName } from "../language/words.js";

/** Calls without an effect to describe. */
const PLAIN = ["camba", "tees", "alkondor_pasa", "pasa_doble_play"];

export function travel(event) {
  if (event.type === "played") {
    return { from: { [event.card]: `seat-${event.seat}` }, to: {} };
  }
  return event.type === "drew" || event.type === "dealt" ? { from: "stock", to: {} } : null;
}

/** Return the draw deck, the discard pile, and the demand of its top card. */
export function middle(table, view, cards) {
  return [
    h(
      "div",
      { class: "deck", "data-anchor": "stock", "data-count": Math.max(1, table.draw) },
      table.bottom ? h("span", { class: "bottom" }, cards.plain(table.bottom)) : null,
      table.draw ? cards.back() : h("span", { class: "card gone" }),
      h("span", { class: "count" }, String(table.draw), spoken(` ${t("camba.draw", { count: table.draw })}`)),
    ),
    h(
      "div",
      { class: "discard", "data-zone": "pile", role: "group", "aria-label": t("camba.pile") },
      table.top && table.top !== table.effective ? h("div", { class: "beneath" }, cards.plain(table.effective)) : null,
      table.top
        ? h(
            "div",
            { class: table.top === table.effective ? "uppermost" : "uppermost transparent" },
            cards.plain(table.top),
          )
        : null,
    ),
    h(
      "div",
      {
        class: "asked",
        "data-mode": table.mode,
        "data-colour": table.colour,
        "data-class": table.class,
        "data-pending": table.pending,
      },
      asked(table),
      direction(table),
    ),
  ];
}

function asked(table) {
  if (table.mode === "colour") {
    return h(
      "p",
      { class: "demand" },
      h("span", { class: "swatch" }, colourMark(table.colour)),
      t("camba.asked.colour", { colour: t(`camba.colour.${table.colour}`) }),
    );
  }
  if (table.mode === "class") {
    return h(
      "p",
      { class: "demand" },
      h("span", { class: "numeral", "aria-hidden": "true" }, String(table.class)),
      t("camba.asked.class", { class: t(`camba.class.${table.class}`) }),
    );
  }
  return table.mode === "pending"
    ? h(
        "p",
        { class: "demand" },
        h("span", { class: "numeral", "aria-hidden": "true" }, `+${table.pending}`),
        t("camba.asked.pending", { count: table.pending }),
      )
    : null;
}

function direction(table) {
  return h(
    "p",
    { class: "direction", "data-direction": table.direction },
    h("span", { "aria-hidden": "true" }, table.direction === 1 ? "↻" : "↺"),
    spoken(t(table.direction === 1 ? "camba.direction.up" : "camba.direction.down")),
  );
}

export function seatDetails(table, view, seat) {
  const place = table.places.indexOf(seat);
  return place >= 0
    ? h("span", { class: "place", "data-finished": place + 1 }, t("camba.place", { place: place + 1 }))
    : null;
}

export function sideDetails(table, view, side) {
  const firsts = table.games > 1 ? table.finishes[side] : null;
  return firsts
    ? h(
        "span",
        { class: "board-item" },
        firsts
          .map((count, place) => (count ? t("camba.places", { place: place + 1, count }) : null))
          .filter(Boolean)
          .join("  "),
      )
    : null;
}

/** Return a short label for the call with a card, and its accessible name: the whole sentence. */
export function moveLabel({ move, text }) {
  if (move.type !== "play") {
    return null;
  }
  if (move.colour) {
    return [[h("span", { class: "swatch" }, colourMark(move.colour)), " ", t(`camba.colour.${move.colour}`)], text];
  }
  if (move.class) {
    return [h("span", { class: "numeral" }, String(move.class)), text];
  }
  const own = `camba.button.${move.call}`;
  return [t(has(own) ? own : `call.${move.call}`), text];
}

/** Return the question when one card can be played in several ways; null when none is needed. */
export function question([{ move }]) {
  return move.class ? t("camba.ask.class") : move.colour ? t("camba.ask.colour") : null;
}

/** Events that a seat causes; the others only happen to it. */
const ACTS = ["played", "drew", "kept"];

/** Return an event in words. */
export function say(event, entry, view) {
  const { who, own } = event.seat === undefined ? {} : actor(view, event.seat, ACTS.includes(event.type) ? entry : {});
  switch (event.type) {
    case "shuffled":
      return rich("camba.say.shuffled", { round: event.round + 1, who: seatName(view, event.dealer) });
    case "dealt":
      return rich("camba.say.dealt", { card: mini(event.turned) });
    case "played": {
      const what = PLAIN.includes(event.call)
        ? ""
        : t(`camba.does.${event.call}`, {
            colour: event.colour && t(`camba.colour.${event.colour}`),
            class: event.class && t(`camba.class.${event.class}`),
          });
      return rich(`camba.say.played.${own}`, {
        who,
        card: mini(event.card),
        what,
        call: h("em", {}, t(`call.${event.call}`)),
      });
    }
    case "exchanged":
      return event.given
        ? rich("camba.say.exchanged.own", { given: minis(event.given), taken: minis(event.taken) })
        : rich("camba.say.exchanged");
    case "drew":
      return event.cards && own === "you"
        ? rich("camba.say.drew.you", { cards: minis(event.cards) })
        : rich("camba.say.drew.other", { who, count: event.count });
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

/** Return the reason for which a round has ended the match; null if other rounds decided, too. */
export function why({ places }, view) {
  return view.totals.reduce((sum, total) => sum + total, 0) === 1
    ? rich("camba.first", { name: seatName(view, places[0]) })
    : null;
}

const LINES = ["first", "second", "third", "fourth"];

/** Return the name of the side of a line of the score sheet. */
export function sheetLine({ key }, { places }, view) {
  return h("bdi", {}, seatName(view, places[LINES.indexOf(key)]));
}

/** Return the call to show over the table, or null. */
export function callOut(event) {
  if (event.type !== "played") {
    return null;
  }
  const named = event.colour
    ? ` ${t(`camba.colour.${event.colour}`)}`
    : event.class
      ? ` ${t(`camba.class.${event.class}`)}`
      : "";
  return event.call === "tees" ? null : `${t(`call.${event.call}`)}${named}`;
}
