/** A position: the cards on the table, and a hand. */

import { h } from "../../parts/dom.js";
import * as faces from "./faces.js";

/** Return a position as its player sees it, drawn by the module of its kind. */
export function position(table, kind) {
  return h(
    "div",
    { class: "position", "data-zone": "position" },
    h(
      "div",
      { class: "arena" },
      h("div", { class: "felt" }, kind.middle(table, null, { ...faces, table: faces.plain })),
    ),
    hand(table.hand ?? [], "position-hand"),
  );
}

/** Return cards side by side. */
export const hand = (cards, zone) =>
  h(
    "div",
    { class: "row plan-cards", "data-zone": zone },
    cards.map((card) => faces.plain(card)),
  );
