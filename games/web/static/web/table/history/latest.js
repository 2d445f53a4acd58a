/** The last change of a table: the played cards, the piles that grew, the seat, and the move in words. */

import { h } from "../../parts/dom.js";
import { line } from "./story.js";

export class Latest {
  constructor() {
    Object.assign(this, { cards: [], piles: [], sentence: null });
  }

  /** Update from an entry of the feed. */
  take(entry, view, kind, words) {
    if (entry.events.some(({ type }) => type === "undone")) {
      Object.assign(this, { cards: [], piles: [], sentence: null });
    }
    for (const event of entry.events) {
      this.mark(kind?.travel?.(event, view));
    }
    const act =
      kind?.say && entry.seat !== null
        ? entry.events.find((event) => event.seat === entry.seat && kind.say(event, entry, view, words))
        : null;
    this.sentence = act ? line(act, entry, view, kind, words) : this.sentence;
  }

  /** Store the cards that an event moves to the table, and the piles that get some. */
  mark(travel) {
    if (!travel) {
      return;
    }
    const laid = typeof travel.from === "string" ? [] : Object.keys(travel.from);
    this.cards = laid.filter((card) => !travel.to[card]);
    this.piles = [...new Set(Object.values(travel.to))];
  }

  /** Return the line beside the felt. */
  get line() {
    const { sentence } = this;
    return h(
      "p",
      {
        class: "last-move",
        "data-zone": "last-move",
        dir: "auto",
        "data-version": sentence?.dataset.version,
        "data-seat": sentence?.dataset.seat,
      },
      sentence ? [...sentence.cloneNode(true).childNodes] : null,
    );
  }

  /** Mark the cards and piles of the last change. */
  show(root) {
    const marked = [
      ...this.cards.map((card) => `.felt [data-card="${CSS.escape(card)}"]`),
      ...this.piles.map((pile) => `[data-anchor="${CSS.escape(pile)}"]`),
    ];
    marked.forEach((selector) => root.querySelector(selector)?.setAttribute("data-last", ""));
  }
}
