// Helpers that create SVG elements. They set only presentation attributes and classes, as a strict CSP requires.

const SVG = "http://www.w3.org/2000/svg";

/** Return an SVG element with attributes and children: `svg("path", {d: "M0 0H9", class: "card-red"})`. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

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
