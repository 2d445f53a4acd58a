/** Cards as elements, with and without taps. */

import { cardBack, cardFace } from "../../cards/cards.js";
import { h, svg } from "../../parts/dom.js";
import { suits } from "../../browser/store.js";
import { language, t } from "../../language/texts.js";
import { cardWords, cornerLetters } from "../../language/words.js";

const drawn = new Map();

function picture(key, draw) {
  if (!drawn.has(key)) {
    drawn.set(key, draw());
  }
  return drawn.get(key).cloneNode(true);
}

let courts = null;

/** Set the values that court cards show, from the option `courts` of a match. */
export function dress(options) {
  courts = options.courts ?? null;
}

function face(card) {
  const chosen = suits.get();
  return picture(`${card} ${chosen} ${courts} ${language()}`, () => {
    try {
      return cardFace(card, { suits: chosen, courts, letters: cornerLetters(chosen) });
    } catch {
      return svg(
        "svg",
        { viewBox: "0 0 200 300", "aria-hidden": "true" },
        svg("rect", { x: 2, y: 2, width: 196, height: 296, rx: 18, class: "card-edge" }),
        svg("text", { x: 100, y: 165, "font-size": 52, "text-anchor": "middle", class: "card-ink" }, card),
      ); // a card of an unknown game
    }
  });
}

/** Return a card without taps. */
export function plain(card, attributes = {}) {
  const seen = face(card);
  seen.removeAttribute("aria-hidden");
  seen.setAttribute("role", "img");
  seen.setAttribute("aria-label", cardWords(card));
  return h("span", { class: "card", "data-card": card, ...attributes }, seen);
}

const SAID = { certain: "card.certain", extends: "card.extends", restarts: "card.restarts" };

/**
 * Return a card to tap.
 *
 * `effect` is the effect of a tap on the choice, or null for none. `chosen` marks a card of the choice, `certain` one
 * that the chosen move takes for sure.
 */
export function tappable(card, { effect = "begins", chosen, certain = false, ontap }) {
  const words = cardWords(card);
  const said = chosen ? null : SAID[certain ? "certain" : effect];
  return h(
    "button",
    {
      type: "button",
      class: "card",
      "data-card": card,
      "data-lit": effect !== null,
      "data-effect": effect,
      "data-chosen": chosen,
      "data-certain": certain,
      "aria-pressed": String(chosen),
      "aria-disabled": effect ? false : "true",
      "aria-label": said ? t(said, { card: words }) : words,
      onclick: () => effect && ontap(card),
    },
    face(card),
    effect === "extends" ? h("span", { class: "plus", "aria-hidden": "true" }, "+") : null,
  );
}

/** Return a box for cards. The style sheet selects the number of rows that makes the cards largest. */
export function spread(attributes, cards) {
  const box = h("div", attributes, cards);
  [1, 2, 3, 4].forEach((rows) =>
    box.style.setProperty(`--in-${rows}`, Math.max(1, Math.ceil(box.childElementCount / rows))),
  );
  return box;
}

/** Return the back of a card, hidden from screen readers: a text beside it has the number of cards. */
export function back() {
  return h("span", { class: "card back" }, picture("back", cardBack));
}
