// Emblems for the effects of the classes of Čamba, and the mark of the wild cards of Haggis.

import { svg } from "../parts/dom.js";
import { COLOURS } from "./suits.js";
import { at, line, lined, path } from "./svg.js";

const ARROW_ROUND = "M-24 8A26 26 0 0 1 18-18M18-18L4-20M18-18L16-4";

const EMBLEMS = {
  1: () => [lined("pale", "M-24-26H4V12H-24Z"), lined("gold", "M-6-12H24V28H-6Z")], // another card may be played on it
  2: () => [line("ink", "M-28 0H-8M-18-10V10", 6), lined("pale", "M0-24H22V6H0Z"), lined("pale", "M8-10H30V20H8Z")],
  3: () => [line("ink", "M-26-12H24M24-12L12-24M24-12L12 0M26 14H-24M-24 14L-12 2M-24 14L-12 26", 6)],
  4: () => [..."RYGB"].map((suit, n) => at(n % 2 ? 17 : -17, n > 1 ? 17 : -17, 0.75, COLOURS[suit]())),
  5: () => [lined("pale", "M-30-26H30V14H0L-14 30V14H-30Z"), line("dark", "M-16-6H-14M0-6H2M16-6H18", 8)],
  6: () => [
    svg("path", { d: "M-20-28H20V28H-20Z", class: "card-stroke-ink", "stroke-width": 4, "stroke-dasharray": "8 8" }),
  ],
  7: () => [line("ink", ARROW_ROUND, 6), svg("g", { transform: "rotate(180)" }, line("ink", ARROW_ROUND, 6))],
  8: () => [line("red", "M-26 0a26 26 0 1 1 52 0a26 26 0 1 1-52 0M-18-18L18 18", 7)],
};

/** Return a medallion in a colour with the emblem of a class. */
export function emblem(number, paint, mark) {
  const ring = svg("circle", {
    cx: 100,
    cy: 150,
    r: 54,
    class: `card-tint card-ring card-stroke-${paint}`,
    "stroke-width": 9,
  });
  return [ring, at(100, 150, 1, EMBLEMS[number]()), at(100, 60, 1.15, mark()), at(100, 240, 1.15, mark(), true)];
}

/** Return the mark of a wild card: a star of all colours. */
export const wildMark = () =>
  ["red", "orange", "gold", "green", "blue"].map((paint, n) => {
    const ray = path(paint, "M0 3L-9-8L0-20L9-8Z");
    ray.setAttribute("transform", `rotate(${n * 72})`);
    return ray;
  });
