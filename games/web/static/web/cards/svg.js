// Shapes of the cards. They set only presentation attributes and classes, as a strict CSP requires.

import { svg } from "../parts/dom.js";

/** Return a filled path; `paint` is a colour of cards.css, such as "red" or "ink". */
export const path = (paint, d) => svg("path", { d, class: `card-${paint}` });

/** Return a filled path with an outline in ink. */
export const lined = (paint, d) => svg("path", { d, class: `card-${paint} card-lined` });

/** Return a line in a colour. */
export const line = (paint, d, width = 3) => svg("path", { d, class: `card-stroke-${paint}`, "stroke-width": width });

/** Return a filled circle. */
export const circle = (paint, cx, cy, r) => svg("circle", { cx, cy, r, class: `card-${paint}` });

/** Return a group of shapes that is moved, scaled and, with `turned`, turned upside down. */
export function at(x, y, size, shapes, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return svg("g", { transform: `translate(${x} ${y})${turn} scale(${size})` }, ...shapes);
}
