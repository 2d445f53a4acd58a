/** Drawing of QR codes, which the server computes. */

import { svg } from "./dom.js";

/** The width of the light border, in modules. */
const QUIET = 4;

/** Draw a QR code from rows of modules; "1" is dark. */
export function qr(rows, label) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  const square = { x: -QUIET, y: -QUIET, width: size, height: size, fill: "#fff" }; // independent of the colours of the page
  return svg(
    "svg",
    {
      class: "qr-code",
      role: "img",
      "aria-label": label,
      viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`,
      "shape-rendering": "crispEdges",
    },
    svg("rect", square),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}
