/** Cards and players in words. */

import { COLOURS, FRENCH, ITALIAN } from "./cards/suits.js";
import { h, spoken, svg } from "./dom.js";
import { suits } from "./store.js";
import { t } from "./texts.js";

/** Return the parts of a card's name; the notations of the games do not meet. */
function parts(card) {
  const fishing = /^([A2-7JQK])([DHSC])$/.exec(card);
  const camba = /^([BGRY])([1-8])$/.exec(card);
  const haggis = /^(\d+)([ROYGB])$/.exec(card);
  if (fishing) {
    const chosen = suits.get();
    const words = t("card.of", { rank: t(`rank.${fishing[1]}`), suit: t(`suit.${chosen}.${fishing[2]}`) });
    return { words, rank: fishing[1], mark: (chosen === "italian" ? ITALIAN : FRENCH)[fishing[2]] };
  }
  if (camba) {
    return { words: t("card.camba", { colour: t(`colour.${camba[1]}`), class: t(`class.${camba[2]}`) }), rank: camba[2], mark: COLOURS[camba[1]] };
  }
  if (haggis) {
    return { words: t("card.of", { rank: haggis[1], suit: t(`colour.${haggis[2]}`) }), rank: haggis[1], mark: COLOURS[haggis[2]] };
  }
  return { words: /^[JQK]$/.test(card) ? t(`rank.${card}`) : String(card), rank: String(card), mark: null };
}

/** The mark of a suit or colour, as large as a letter. */
export function suitMark(draw) {
  return svg("svg", { viewBox: "-22 -24 44 48", class: "suit-mark", "aria-hidden": "true" }, draw());
}

/** The mark of a colour of Čamba or Haggis. */
export function colourMark(colour) {
  return suitMark(COLOURS[colour]);
}

/** "seven of diamonds", "green tercie". */
export function cardWords(card) {
  return parts(card).words;
}

/** A card within a line of text: a small one to see, its name to hear. */
export function mini(card) {
  if (card === null || card === undefined) {
    return t("card.hidden");
  }
  const { words, rank, mark } = parts(card);
  return h("span", { class: "mini" }, h("span", { "aria-hidden": "true", class: "mini-card" }, rank, mark ? suitMark(mark) : null), spoken(words));
}

/** Small cards, one after the other. */
export function minis(cards) {
  return h("span", { class: "minis" }, cards.map((card, index) => [index ? spoken(t("comma")) : null, mini(card)]));
}

/** The name of a seat as the viewer reads it. */
export function seatName(view, seat) {
  if (view.you?.seat === seat) {
    return t("you");
  }
  const taken = view.seats[seat];
  return taken?.name ?? t("seat.free", { number: seat + 1 });
}

/** The name of a side: "You", "Sami", "You and Sami". */
export function sideName(view, side) {
  const seats = view.seats.filter((seat) => seat.side === side);
  const mine = seats.filter((seat) => view.you?.seat === seat.number);
  return [...mine, ...seats.filter((seat) => !mine.includes(seat))].map((seat) => apart(seatName(view, seat.number))).join(t("and"));
}

/** A name with marks around it that keep its direction apart from that of the sentence. */
function apart(name) {
  return document.documentElement.dir === "rtl" ? `\u2068${name}\u2069` : name;
}
