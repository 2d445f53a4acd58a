/** Pictures of players: a small drawing in a disc for each key of the server, or its symbol for an unknown key. */

import { get } from "../server/api.js";
import { h, svg } from "./dom.js";
import { language, t } from "../language/texts.js";

const known = {};

/** Return all avatars of the server, with names in the language of the page; the request is sent once for each. */
export function avatars() {
  const code = language();
  known[code] ??= get("avatars").then(({ avatars: all }) => all);
  known[code].catch(() => delete known[code]);
  return known[code];
}

/** Return the picture for a key; `bot-0` to `bot-3` and `free` exist only here. */
export function avatar(key) {
  const [ground, shapes] = PICTURES[key] ?? ["#d9d2c2", []];
  const disc = svg(
    "svg",
    { viewBox: "0 0 40 40" },
    svg("rect", { width: 40, height: 40, fill: ground }),
    shapes.map(shape),
  );
  if (!PICTURES[key]) {
    avatars()
      .then((all) =>
        disc.append(
          svg(
            "text",
            { x: 20, y: 27, "font-size": 20, "text-anchor": "middle" },
            all.find((one) => one.key === key)?.symbol ?? "?",
          ),
        ),
      )
      .catch(() => {});
  }
  return h("span", { class: "avatar", "data-avatar": key, "aria-hidden": "true" }, disc);
}

let drawn = null;

/** Return a random picture, the same as long as the page is open. */
export function someAvatar() {
  const keys = Object.keys(PICTURES).filter((key) => !/^(bot-\d|free)$/.test(key));
  drawn ??= keys[Math.floor(Math.random() * keys.length)];
  return drawn;
}

/** Return radio buttons named "avatar" for all pictures; a random one is selected. */
export function avatarChoice() {
  const choice = h("div", { class: "avatars", role: "radiogroup", "aria-label": t("home.avatar") });
  const label = ({ key, name }) =>
    h(
      "label",
      { class: "avatar-choice" },
      h("input", {
        type: "radio",
        name: "avatar",
        value: key,
        checked: key === someAvatar(),
        "aria-label": name,
        "data-avatar": key,
      }),
      avatar(key),
    );
  avatars().then(
    (all) => choice.append(...all.map(label)),
    () => {},
  );
  return choice;
}

/** A shape is [fill, path], or [stroke, path, width] for a line. */
function shape([colour, d, width]) {
  return svg(
    "path",
    width
      ? {
          d,
          fill: "none",
          stroke: colour,
          "stroke-width": width,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        }
      : { d, fill: colour },
  );
}

/** Return the path of a circle. */
function dot(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

const eyes = (left, right, y, r = 1.6) => ["#2a2620", dot(left, y, r) + dot(right, y, r)];

const PICTURES = {
  cat: [
    "#f2d8a7",
    [
      ["#6b6f76", "M9 32V11l7 6h8l7-6v21q-11 7-22 0z"],
      ["#4d5157", "M17 17h6l-1 4h-4z"],
      ["#e8c64a", dot(15, 24, 2.6) + dot(25, 24, 2.6)],
      eyes(15, 25, 24, 1.3),
      ["#f4a8a0", "M18 28.500h4l-2 2.200z"],
      ["#f6f1e6", "M8 28l6 1M8 32l6-1M32 28l-6 1M32 32l-6-1", 0.9],
    ],
  ],
  fennec: [
    "#f7dfb0",
    [
      ["#dca45c", "M6 6l10 11h8L34 6q2 15-4 22l-10 8-10-8Q4 21 6 6z"],
      ["#f8e7cc", "M9.500 11l6 8-4 5q-2-7-2-13zM30.500 11l-6 8 4 5q2-7 2-13zM14 29q6-5 12 0l-6 6z"],
      eyes(16, 24, 24),
      ["#2a2620", dot(20, 32.5, 1.8)],
    ],
  ],
  camel: [
    "#bfe0e6",
    [
      ["#c58f4e", "M6 34V22q1-6 6-5 3-6 7 0 3-5 6 1 4 1 4-5V9q0-3 4-3l4 2-1 4h-3v10q-1 5-4 6v6h-3v-6H12v6z"],
      ["#2a2620", dot(32.5, 8.7, 0.9)],
    ],
  ],
  flamingo: [
    "#cfeae4",
    [
      ["#e9738a", "M12 24q0-7 9-6 8 1 8 5-2 6-9 5-8-1-8-4z"],
      ["#e9738a", "M25 20q6-5 1-9-5-2-6 3", 3],
      ["#2a2620", "M20 14l-1.500 3.500", 2.4],
      ["#c2475f", "M20 28v9M24 28l1 4-2 5", 1.4],
    ],
  ],
  turtle: [
    "#d6ecd0",
    [
      ["#8fb35a", "M4 28q0-4 4-4v5zM30 22q7-3 7 3-1 4-6 4zM11 29h5v5h-4zM25 29h5l-1 5h-4z"],
      ["#3f7a4a", "M8 29q1-14 13-14 11 0 12 14z"],
      ["#b8d68a", "M16 20l5-2 5 2 1 5-6 2.500-6-2.500z"],
      ["#2a2620", dot(34, 24, 1)],
    ],
  ],
  octopus: [
    "#cfdff2",
    [
      [
        "#a3528c",
        "M10 20q0-13 10-13t10 13q0 4 3 7t-1 5-6-2q0 5-2 5t-3-5q-1 5-2 5t-2-5q-2 5-4 5t-2-5q-4 4-6 2t0-5 3-7z",
      ],
      ["#fff", dot(16, 18, 3) + dot(24, 18, 3)],
      eyes(16.5, 23.5, 18.5),
    ],
  ],
  owl: [
    "#2f4a6b",
    [
      ["#a9784a", "M8 10l6 3h12l6-3v15q-1 10-12 10T8 25z"],
      ["#f3e3c3", `${dot(15, 19, 5) + dot(25, 19, 5)}M14 29q6 6 12 0l-6-4z`],
      eyes(15, 25, 19, 2.4),
      ["#e0a82e", "M18 22h4l-2 4z"],
    ],
  ],
  goat: [
    "#dfe8c8",
    [
      ["#f4efe4", "M12 14q8-6 16 0l-2 14q-6 8-12 0z"],
      ["#8b7a66", "M13 13Q8 5 12 3q1 6 6 8zM27 13q5-8 1-10-1 6-6 8z"],
      ["#e6d9c2", "M12 15l-7 2 6 4zM28 15l7 2-6 4zM18 33h4l-2 5z"],
      eyes(16, 24, 20, 1.4),
      ["#c98f84", "M18 28h4l-2 2z"],
    ],
  ],
  palm: [
    "#fbe3b4",
    [
      ["#8b5e34", "M19 36q3-9 0-19h3q4 10 1 19z"],
      ["#3f7a4a", "M20 17Q12 8 4 15q8-1 16 3-10 0-11 9 5-7 12-9 7 2 12 9-1-9-11-9 8-4 15-3-8-7-16 2 2-7 8-9-9-2-9 9z"],
      ["#b3671f", dot(18, 19, 1.6) + dot(23, 19, 1.6)],
    ],
  ],
  olive: [
    "#f4ead0",
    [
      ["#6f7b3a", "M7 33Q22 26 32 8", 1.8],
      [
        "#8d9b4c",
        "M13 29q-8 0-9-6 7 0 9 6zM20 23q-8-1-8-8 7 2 8 8zM25 18q-6-4-3-10 5 5 3 10zM21 24q8 3 13-2-8-3-13 2zM27 17q6 2 11-3-7-3-11 3z",
      ],
      ["#4a3a56", dot(20, 31, 3.6) + dot(28, 26, 3.2)],
    ],
  ],
  jasmine: [
    "#cfe3d2",
    [
      ["#fffdf4", "M20 20q-7-9 0-14 7 5 0 14zm0 0q-7 9 0 14 7-5 0-14zm0 0q-9 7-14 0 5-7 14 0zm0 0q9 7 14 0-5-7-14 0z"],
      ["#fff6d8", "M20 20q-10 1-9-9 8 1 9 9zm0 0q10 1 9-9-8 1-9 9zm0 0q-10-1-9 9 8-1 9-9zm0 0q10-1 9 9-8-1-9-9z"],
      ["#e0a82e", dot(20, 20, 3)],
    ],
  ],
  lemon: [
    "#d9ecf2",
    [
      ["#f2cf3c", "M6 24Q8 10 22 10q7 0 9 4l4 0-1 4q2 14-13 15-7 0-9-4l-5 1z"],
      ["#fbe788", "M13 18q4-5 10-4", 2.2],
      ["#4f8a3d", "M29 12q0-7 7-8 1 7-7 8z"],
    ],
  ],
  tea: [
    "#dfe9dc",
    [
      ["#fbfdfb", "M11 9h18l-2.500 24h-13z"],
      ["#c4842a", "M12.500 16h15l-1.800 15.500h-11.400z"],
      ["#e3ac55", "M12.500 16h15l-.300 3h-14.400z"],
      ["#3f8a4a", "M18 15q-4-5 1-9 4 5-1 9zM20 16q1-6 6-6 0 6-6 6z"],
      ["#8fb7a2", "M7 35.500h26", 2.4],
      ["#a9bdb2", "M29 13q5 1 4 7-1 4-6 5", 2],
    ],
  ],
  coffee: [
    "#d9c4a6",
    [
      ["#fffaf0", "M8 16h20v9q0 8-8 8h-4q-8 0-8-8z"],
      ["#fffaf0", "M28 19h4q3 0 3 4t-7 6", 2.4],
      ["#4a2a16", "M10 16h16v3q-8 3-16 0z"],
      ["#8b6a4a", "M14 12q-2-3 0-6M19 12q-2-3 0-6M24 12q-2-3 0-6", 1.4],
    ],
  ],
  boat: [
    "#bcdcf0",
    [
      ["#fffaf0", "M19 5v20H7z"],
      ["#e9d3a2", "M21 9l11 16H21z"],
      ["#155a8a", "M4 27h32l-5 8H9z"],
      ["#f2b632", "M5 29h30", 1.3],
      ["#7fb8e0", "M2 37q5-3 9 0t9 0 9 0 9 0", 1.6],
    ],
  ],
  moon: [
    "#1c2f4d",
    [
      ["#f2d98a", "M26 6q-15 1-15 15t16 14q-9-4-9-14t8-15z"],
      ["#fdf6dc", dot(29, 14, 1.3) + dot(32, 23, 1) + dot(26, 22, 0.9)],
    ],
  ],
  ...Object.fromEntries(
    [
      ["#c9d3d6", "#5f7a86", "M19 5h2v6h-2z", dot(20, 5.5, 2.2)],
      ["#e6d5e8", "#7a5486", "M12 4l4 7h-3zM28 4l-4 7h3z", dot(12, 4.5, 1.8) + dot(28, 4.5, 1.8)],
      ["#f3d9c6", "#a0603f", "M12 8q8-6 16 0v3H12z", dot(8, 20, 2.2) + dot(32, 20, 2.2)],
      ["#d3e6cf", "#4f7d4a", "M19.300 2h1.400v9h-1.400zM14 5h12v1.400H14z", dot(14, 5.5, 1.6) + dot(26, 5.5, 1.6)],
    ].map(([ground, body, top, lamps], number) => [
      `bot-${number}`,
      [
        ground,
        [
          [body, `M9 14q0-3 3-3h16q3 0 3 3v15q0 3-3 3H12q-3 0-3-3z${top}`],
          ["#e0a82e", lamps],
          ["#eaf3f5", "M12 16h16v9H12z"],
          eyes(16.5, 23.5, 20.5, 1.9),
          ["#eaf3f5", number % 2 ? "M15 28q5 2.500 10 0" : "M15 28.500h10", 1.6],
        ],
      ],
    ]),
  ),
  free: ["#e9e1cf", [["#b5a88c", "M12 8v16h16v10M12 24v10M12 16h3", 2.6]]],
};
