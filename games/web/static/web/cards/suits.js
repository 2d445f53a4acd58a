// The marks of all suits. Each is centred at (0, 0) and about 40 units high. No two suits share a shape.

import { circle, line, lined, path } from "./svg.js";

const CLUB_LEAF = (x, y) => `M${x - 9} ${y}a9 9 0 1 1 18 0a9 9 0 1 1-18 0`;

export const FRENCH = {
  D: () => [path("red", "M0-20Q7-8 15 0Q7 8 0 20Q-7 8-15 0Q-7-8 0-20Z")],
  H: () => [path("red", "M0 19C-7 10-18 3-18-8A9.6 9.6 0 0 1 0-11A9.6 9.6 0 0 1 18-8C18 3 7 10 0 19Z")],
  S: () => [path("ink", "M0-20C7-10 18-4 18 6A9 9 0 0 1 3 10Q4 16 8 19H-8Q-4 16-3 10A9 9 0 0 1-18 6C-18-4-7-10 0-20Z")],
  C: () => [path("ink", `${CLUB_LEAF(0, -10)}${CLUB_LEAF(-10, 4)}${CLUB_LEAF(10, 4)}M-3-4H3Q3 14 8 19H-8Q-3 14-3-4Z`)],
};

const PETAL = "M0 0Q4-6 0-12Q-4-6 0 0";

export const ITALIAN = {
  D: () => [
    lined("gold", "M-19 0a19 19 0 1 1 38 0a19 19 0 1 1-38 0"),
    line("ink", "M-14.5 0a14.5 14.5 0 1 1 29 0a14.5 14.5 0 1 1-29 0", 1.2),
    ...[0, 60, 120, 180, 240, 300].map((angle) => {
      const petal = path("red", PETAL);
      petal.setAttribute("transform", `rotate(${angle})`);
      return petal;
    }),
    circle("paper", 0, 0, 3),
  ],
  H: () => [
    lined("red", "M-15-14Q-15 5-3 7V12L-11 19H11L3 12V7Q15 5 15-14Z"),
    lined("gold", "M-17-19H17V-13H-17Z"),
    lined("gold", "M-6 6H6V10H-6Z"),
    path("gold", "M0-9L5-3L0 3L-5-3Z"),
  ],
  S: () => [
    lined("blue", "M0-21L5-14V6H-5V-14Z"),
    line("paper", "M0-16V5", 1.5),
    lined("gold", "M-13 3Q-9 6 0 5Q9 6 13 3V9Q0 12-13 9Z"),
    lined("red", "M-3 10H3V16H-3Z"),
    lined("gold", "M-4 18a4 4 0 1 1 8 0a4 4 0 1 1-8 0"),
  ],
  C: () => [
    lined("wood", "M-3 21L-8-13Q-8-22 0-22Q8-22 8-13L3 21Z"),
    lined("leaf", "M-6-4Q-8-9-13-9L-15-4Q-11-1-5 2ZM5 8Q8 4 12 3L14 8Q10 10 4 12Z"),
    circle("dark", 0, -14, 2.4),
    line("dark", "M-2-4L0 0M2 5L0 11", 1.6),
  ],
};

/** The suits of Čamba and Haggis, which are colours. Each also has its own shape. */
export const COLOURS = {
  R: () => [
    path("red", "M0-20Q15-6 15 6A15 14 0 0 1-15 6Q-15-3-9-9Q-8-3-4-3Q-6-12 0-20Z"),
    path("tint", "M0 2Q7 8 5 13A6 5 0 0 1-5 13Q-6 8 0 2Z"),
  ],
  O: () => [
    lined("orange", "M-11 0a11 11 0 1 1 22 0a11 11 0 1 1-22 0"),
    line("orange", "M0-20V-14M0 14V20M-20 0H-14M14 0H20M-14-14L-10-10M10 10L14 14M-14 14L-10 10M10-10L14-14", 4),
  ],
  Y: () => [lined("gold", "M0-20L5.5-6.5L20-6L8.5 3L12.5 17.5L0 9L-12.5 17.5L-8.5 3L-20-6L-5.5-6.5Z")],
  G: () => [
    path("green", "M0-20Q17-8 14 6Q11 15 2 15V21H-2V15Q-11 15-14 6Q-17-8 0-20Z"),
    line("paper", "M0-10V14M0 2L6-4M0 8L7 2M0 2L-6-4M0 8L-7 2", 2),
  ],
  B: () => [path("blue", "M0-20Q14 0 14 7A14 13 0 0 1-14 7Q-14 0 0-20Z"), line("paper", "M-7 8Q-6 13 0 14", 3)],
};
