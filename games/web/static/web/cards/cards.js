// Cards as SVG, from the notation of the API: "7D" of the Scopa family, "G3" of Čamba, "10B" and "J" of Haggis.
// A page that shows them links cards.css, which has their colours.

import { svg } from "../parts/dom.js";
import { emblem, wildMark } from "./emblems.js";
import { doubleFigure, wholeFigure } from "./figures.js";
import { COLOURS, FRENCH, ITALIAN } from "./suits.js";
import { at, circle, line } from "./svg.js";

const FISHING = /^([A2-7JQK])([DHSC])$/;
const CAMBA = /^([BGRY])([1-8])$/;
const HAGGIS = /^([2-9]|10)([ROYGB])$/;
const WILD = /^[JQK]$/;

const FIGURES = "JQK";

/** The values of court cards in sums, by the option `courts` of a match. */
const VALUES = { jqk: { J: 8, Q: 9, K: 10 }, qjk: { Q: 8, J: 9, K: 10 } };
/** Suits with slim marks, which are drawn larger. */
const SLIM = { italian: "SC", french: "" };
const PAINT = { R: "red", Y: "gold", G: "green", B: "blue" };
const COATS = {
  italian: { D: ["gold", "red"], H: ["red", "gold"], S: ["blue", "red"], C: ["green", "gold"] },
  french: { D: ["red", "blue"], H: ["red", "gold"], S: ["blue", "red"], C: ["green", "red"] },
};

/** Positions of the marks of a number card: column and row, each from -1 to 1. */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];
const SIX = [...CORNERS, [-1, 0], [1, 0]];
const EIGHT = [...CORNERS, [-1, -1 / 3], [1, -1 / 3], [-1, 1 / 3], [1, 1 / 3]];
const PLACES = {
  2: [
    [0, -1],
    [0, 1],
  ],
  3: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  4: CORNERS,
  5: [...CORNERS, [0, 0]],
  6: SIX,
  7: [...SIX, [0, -0.5]],
  8: [...SIX, [0, -0.5], [0, 0.5]],
  9: [...EIGHT, [0, 0]],
  10: [...EIGHT, [0, -2 / 3], [0, 2 / 3]],
};

/**
 * Return the face of a card as an SVG element, hidden from screen readers. Throws for an unknown card.
 *
 * @param {string} card the API's name of the card
 * @param {{suits?: "italian"|"french", courts?: "jqk"|"qjk", letters?: object}} [options] the suits of the Scopa
 *   family, the option `courts` of the match to print the values of court cards in sums, and their letters
 */
export const cardFace = (card, { suits = "italian", courts, letters = {} } = {}) =>
  sheet(edge(), ...drawn(card, { suits, courts, letters }));

/** Return the back of a card as an SVG element. */
export function cardBack() {
  const lattice = [];
  for (let x = 30; x <= 170; x += 28) {
    for (let y = 38; y <= 262; y += 28) {
      lattice.push(`M${x} ${y - 12}L${x + 12} ${y}L${x} ${y + 12}L${x - 12} ${y}Z`);
    }
  }
  return sheet(
    edge(),
    svg("rect", { x: 12, y: 12, width: 176, height: 276, rx: 12, class: "card-back" }),
    line("back", lattice.join(""), 2),
    svg("rect", { x: 18, y: 18, width: 164, height: 264, rx: 8, class: "card-stroke-back", "stroke-width": 3 }),
    circle("back", 100, 150, 34),
    line("back", "M66 150a34 34 0 1 1 68 0a34 34 0 1 1-68 0", 3),
    at(100, 150, 1.1, COLOURS.Y()),
  );
}

const edge = () => svg("rect", { x: 2, y: 2, width: 196, height: 296, rx: 18, class: "card-edge" });

const sheet = (...shapes) =>
  svg("svg", { viewBox: "0 0 200 300", "aria-hidden": "true", class: "card-svg" }, ...shapes);

function drawn(card, look) {
  let match;
  if ((match = FISHING.exec(card))) {
    return fishingCard(match[1], match[2], look);
  }
  if ((match = CAMBA.exec(card))) {
    return cambaCard(match[2], match[1]);
  }
  if ((match = HAGGIS.exec(card))) {
    return haggisCard(match[1], COLOURS[match[2]]);
  }
  if (WILD.test(card)) {
    return [...corners(card, "ink", wildMark), ...doubleFigure(card, "blue", "red", wildMark)];
  }
  throw new Error(`There is no card ${card}.`);
}

function fishingCard(rank, suit, { suits, courts, letters }) {
  const mark = (suits === "italian" ? ITALIAN : FRENCH)[suit];
  const paint = "DH".includes(suit) ? "red" : "ink";
  const index = corners(letters[rank] ?? rank, paint, mark, VALUES[courts]?.[rank]);
  if (FIGURES.includes(rank)) {
    const figure = suits === "italian" ? wholeFigure : doubleFigure;
    return [...index, ...figure(rank, ...COATS[suits][suit], mark)];
  }
  return [...index, ...pips(rank, mark, suits === "french", SLIM[suits].includes(suit) ? 1.2 : 1)];
}

const cambaCard = (number, colour) => [
  ...corners(number, "ink", COLOURS[colour]),
  ...emblem(number, PAINT[colour], COLOURS[colour]),
];

const haggisCard = (rank, mark) => [...corners(rank, "ink", mark), ...pips(rank, mark, true)];

/** Return rank and suit in two corners, and once the value of a court card in sums. */
function corners(text, paint, mark, value) {
  const corner = (...more) => [lettering("index", paint, 52, text), at(28, 80, 0.78, mark()), ...more];
  const worth = value ? [lettering("value", "ink", 126, String(value))] : [];
  return [...corner(...worth), svg("g", { transform: "rotate(180 100 150)" }, ...corner())];
}

function lettering(kind, paint, y, text) {
  const narrow = text.length > 1 && kind === "index" ? { textLength: 42, lengthAdjust: "spacingAndGlyphs" } : {};
  const element = svg("text", { x: 28, y, class: `card-${kind} card-${paint}`, ...narrow });
  element.textContent = text;
  return element;
}

function pips(rank, mark, turning, larger = 1) {
  if (rank === "A") {
    return [at(100, 150, 2.7 * larger, mark())];
  }
  const count = Number(rank);
  const size = (count > 8 ? 0.92 : 1.08) * larger;
  return PLACES[count].map(([column, row]) => at(100 + column * 27, 150 + row * 94, size, mark(), turning && row > 0));
}
