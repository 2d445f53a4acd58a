/** The chalkboard of the café: totals, sweeps as tally marks, piles. */

import { dialog, h, spoken, svg } from "../../parts/dom.js";
import { t } from "../../language/texts.js";
import { sideName } from "../../language/words.js";
import { plain } from "./faces.js";

/** Return the chalkboard of a match. */
export function chalkboard({ view, table, kind, words }) {
  const sides = view.totals.map((total, side) => ({ side, total }));
  const helpers = {
    ...words,
    tally,
    pile: (side, cards, count = cards.length) => pileButton(view, side, cards, count),
  };
  return h(
    "section",
    { class: "chalkboard", "data-zone": "scores", "aria-label": t("board.label") },
    h(
      "p",
      { class: "board-title" },
      table ? t("board.round", { round: table.round + 1 }) : "",
      view.options.target ? h("span", {}, t("board.target", { target: view.options.target })) : null,
    ),
    h(
      "ul",
      {},
      sides.map(({ side, total }) =>
        h(
          "li",
          { "data-side": side, "data-total": total },
          h("span", { class: "board-name" }, h("bdi", {}, sideName(view, side))),
          h(
            "span",
            { class: "board-details" },
            table && kind?.sideDetails ? kind.sideDetails(table, view, side, helpers) : null,
          ),
          h("span", { class: "board-total" }, spoken(t("board.points")), String(total)),
        ),
      ),
    ),
  );
}

/** Return tally marks: strokes of chalk, each fifth across the four before it. */
export function tally(count) {
  const groups = [];
  for (let left = count; left > 0; left -= 5) {
    groups.push(strokes(Math.min(left, 5)));
  }
  return h("span", { class: "tally", "aria-hidden": "true" }, groups);
}

function strokes(count) {
  const lines = Array.from({ length: Math.min(count, 4) }, (_, index) =>
    svg("path", { d: `M${4 + index * 6} ${3 - (index % 2)} l${index % 2 ? -1 : 1.5} 18` }),
  );
  if (count === 5) {
    lines.push(svg("path", { d: "M0 17 L26 6" }));
  }
  return svg(
    "svg",
    {
      viewBox: "0 0 27 24",
      class: "strokes",
      width: count === 5 ? 27 : 4 + count * 6,
      height: 24,
      preserveAspectRatio: "xMinYMid slice",
    },
    lines,
  );
}

function pileButton(view, side, cards, count) {
  return h(
    "button",
    {
      type: "button",
      class: "pile",
      "data-act": "pile",
      "data-anchor": `pile-${side}`,
      "data-key": `pile-${side}`,
      "data-count": count,
      onclick: () =>
        dialog(
          t("pile.title", { name: sideName(view, side) }),
          cards.length
            ? h(
                "div",
                { class: "pile-cards" },
                cards.map((card) => plain(card)),
              )
            : h("p", {}, t(count ? "pile.closed" : "pile.empty")),
          [[t("close"), "close"]],
          { class: "wide" },
        ),
    },
    h("span", { class: "pile-icon", "aria-hidden": "true" }),
    h("span", {}, String(count)),
    spoken(t("pile.cards", { count })),
  );
}
