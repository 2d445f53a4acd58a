/** The board: the seats around the middle, and the viewer's hand below. Replays use it, too. */

import { h } from "../../parts/dom.js";
import { t } from "../../language/texts.js";
import { chalkboard } from "./chalkboard.js";
import * as faces from "./faces.js";
import { placeOf, seat } from "./seats.js";

/**
 * Return the board of a scene: `view`, `table`, `kind`, `words`, and the seat that is `acting`.
 *
 * With `choice` and `ontap(zone, card)`, the viewer may tap cards.
 */
export function board(scene) {
  const { view, table, kind, acting, mover = null, latest } = scene;
  const me = view.you?.seat ?? null;
  const cards = { ...faces, table: (card) => tableCard(scene, card) };
  const others = view.seats.map(({ number }) => number).filter((number) => number !== me || !table);
  const drawSeat = (number, open) =>
    seat({
      view,
      table,
      number,
      place: placeOf(view, number),
      acting: acting === number,
      moving: mover === number,
      details: table && kind?.seatDetails ? kind.seatDetails(table, view, number, cards) : null,
      cards: !open,
    });
  return [
    chalkboard(scene),
    h(
      "div",
      {
        class: "arena",
        "data-seats": view.seats.length,
        "data-kind": table?.kind ?? "none",
        "data-teams": teams(view),
      },
      others.map((number) => drawSeat(number, false)),
      h("div", { class: "felt" }, table ? kind.middle(table, view, cards) : null),
      latest ? latest.line : null,
    ),
    me === null ? null : h("div", { class: "own" }, drawSeat(me, true), hand(scene)),
  ];
}

/** Return true if some seats play as a team. */
function teams(view) {
  return new Set(view.seats.map(({ side }) => side)).size < view.seats.length;
}

function tableCard({ choice, ontap }, card) {
  if (!choice) {
    return faces.plain(card);
  }
  return faces.tappable(card, {
    effect: choice.effect("table", card),
    chosen: choice.table.includes(card),
    certain: choice.certain.includes(card),
    ontap: (tapped) => ontap("table", tapped),
  });
}

function hand({ view, table, kind, choice, ontap }) {
  const cards = [...(table.hand ?? [])];
  if (kind?.order) {
    cards.sort((one, other) => kind.order(one) - kind.order(other));
  }
  const left = [...(choice?.hand ?? [])];
  const isChosen = (card) => left.includes(card) && left.splice(left.indexOf(card), 1).length === 1; // of two equal cards, only one
  const held = h(
    "div",
    {
      class: "hand",
      "data-zone": "hand",
      "data-anchor": `seat-${view.you.seat}`,
      "data-count": cards.length,
      role: "group",
      "aria-label": t("zone.hand"),
    },
    cards.map((card) =>
      choice
        ? faces.tappable(card, {
            effect: choice.effect("hand", card),
            chosen: isChosen(card),
            ontap: (tapped) => ontap("hand", tapped),
          })
        : faces.plain(card),
    ),
  );
  held.style.setProperty("--count", Math.max(2, cards.length));
  held.style.setProperty("--half", Math.max(2, Math.ceil(cards.length / 2)));
  [...held.children].forEach((card, place) => card.style.setProperty("--lean", place - (cards.length - 1) / 2));
  return h(
    "div",
    {
      class: "hand-frame",
      "data-size": cards.length > 10 ? "many" : cards.length > 5 ? "fan" : cards.length > 4 ? "some" : "few",
    },
    held,
  );
}
