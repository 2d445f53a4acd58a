// Jack, queen and king as figures of a few shapes: whole figures for Italian suits, two halves for French ones.
//
// `coat` and `trim` are two colours of cards.css. The frame of a figure is 96 × 236, centred at (100, 150).

import { svg } from "../parts/dom.js";
import { at, circle, line, lined, path } from "./svg.js";

const FRAME = "M52 32H148V268H52Z";

const face = (x, y) => [
  lined(
    "skin",
    `M${x - 15} ${y - 4}Q${x - 15} ${y - 18} ${x} ${y - 18}Q${x + 15} ${y - 18} ${x + 15} ${y - 4}Q${x + 14} ${y + 17} ${x} ${y + 19}Q${x - 14} ${y + 17} ${x - 15} ${y - 4}Z`,
  ),
  circle("dark", x - 6, y - 2, 2),
  circle("dark", x + 6, y - 2, 2),
  line("dark", `M${x} ${y - 1}V${y + 5}H${x + 3}M${x - 4} ${y + 11}Q${x} ${y + 13} ${x + 4} ${y + 11}`, 1.6),
];

const crown = (x, y, jewel) => [
  lined(
    "gold",
    `M${x - 19} ${y}L${x - 23} ${y - 22}L${x - 11} ${y - 12}L${x} ${y - 28}L${x + 11} ${y - 12}L${x + 23} ${y - 22}L${x + 19} ${y}Z`,
  ),
  circle(jewel, x, y - 9, 3.5),
  circle(jewel, x - 11, y - 5, 2),
  circle(jewel, x + 11, y - 5, 2),
];

const cap = (x, y, coat, trim) => [
  line(trim, `M${x + 14} ${y - 6}Q${x + 20} ${y - 26} ${x + 34} ${y - 24}`, 5),
  lined(coat, `M${x - 19} ${y}Q${x - 24} ${y - 20} ${x - 2} ${y - 20}Q${x + 24} ${y - 20} ${x + 19} ${y}Z`),
  lined(trim, `M${x - 21} ${y - 3}H${x + 21}V${y + 4}H${x - 21}Z`),
];

const hair = (x, y, paint) =>
  lined(paint, `M${x - 15} ${y - 10}Q${x - 27} ${y} ${x - 21} ${y + 20}H${x + 21}Q${x + 27} ${y} ${x + 15} ${y - 10}Z`);

const beard = (x, y) =>
  lined(
    "pale",
    `M${x - 15} ${y}Q${x - 15} ${y + 24} ${x} ${y + 30}Q${x + 15} ${y + 24} ${x + 15} ${y}Q${x + 7} ${y + 9} ${x} ${y + 6}Q${x - 7} ${y + 9} ${x - 15} ${y}Z`,
  );

// --- whole figures, for Italian suits ---

function fante(coat, trim, mark) {
  return [
    lined(trim, "M90 190H101V248H90ZM109 190H120V248H109Z"),
    lined("dark", "M101 246V256H80Q81 248 90 246ZM109 246V256H130Q129 248 120 246Z"),
    lined("pale", "M96 122H114V136H96Z"),
    lined(coat, "M83 134Q105 126 127 134L136 196Q105 206 74 196Z"),
    lined(trim, "M77 172H133L134 182H76Z"),
    line("gold", "M105 136V170", 4),
    lined(coat, "M83 134Q68 128 64 104L75 100Q79 116 92 122Z"),
    lined("skin", "M62 104Q60 92 70 92Q78 93 75 104Z"),
    lined(coat, "M127 134Q142 146 138 176L127 174Q130 158 120 148Z"),
    lined("skin", "M128 174H138Q139 186 132 186Q127 184 128 174Z"),
    hair(105, 100, "brown"),
    ...face(105, 102),
    ...cap(105, 92, coat, trim),
    at(74, 68, 1, mark()),
  ];
}

function cavallo(coat, trim, mark) {
  return [
    line("dark", "M138 178Q150 190 142 226", 7),
    lined(
      "pale",
      "M58 258L60 206L70 204L68 258ZM78 258L82 212L92 212L88 258ZM118 258L114 212L124 212L128 258ZM136 258L132 202L142 200L145 258Z",
    ),
    path("dark", "M55 251H70V260H55ZM76 251H90V260H76ZM116 251H130V260H116ZM133 251H147V260H133Z"),
    lined(
      "pale",
      "M60 208Q52 180 66 172L74 146Q62 152 54 160L51 151Q58 132 80 126Q92 132 92 156Q94 172 110 172Q144 166 144 192Q146 214 124 216H80Q64 216 60 208Z",
    ),
    line("dark", "M82 128Q97 138 95 164", 6),
    circle("dark", 70, 140, 2.2),
    lined(trim, "M84 170H132L136 196Q108 204 86 196Z"),
    lined(coat, "M98 124Q112 118 126 124L130 182Q112 188 98 180Z"),
    lined(coat, "M100 176Q118 172 116 190L112 216H102Z"),
    lined("dark", "M102 214H113V225H94Q95 217 102 214Z"),
    lined(trim, "M98 160L130 162V170L98 168Z"),
    lined(coat, "M100 126Q84 126 76 108L86 101Q92 111 106 113Z"),
    lined("skin", "M74 107Q70 97 78 95Q88 95 86 103Z"),
    hair(113, 92, "brown"),
    ...face(113, 94),
    ...cap(113, 84, coat, trim),
    at(76, 66, 0.95, mark()),
  ];
}

function re(coat, trim, mark) {
  return [
    lined(trim, "M78 132Q103 120 130 132L146 254H60Z"),
    lined(coat, "M88 132Q104 126 120 132L128 258H80Z"),
    lined("pale", "M66 246H142L144 258H62Z"),
    ...[74, 89, 104, 119, 134].map((x) => circle("dark", x, 252, 2)),
    line("gold", "M104 160V244", 5),
    lined("gold", "M84 176H124V186H83Z"),
    lined("pale", "M82 128Q104 118 126 128L132 146Q104 158 76 146Z"),
    lined(coat, "M80 140Q64 132 62 106L74 102Q78 118 92 126Z"),
    lined("skin", "M61 106Q58 94 68 93Q77 94 75 104Z"),
    line("gold", "M138 106V216", 5),
    circle("gold", 138, 100, 7),
    lined(coat, "M126 138Q142 146 143 164L132 172Q128 160 118 154Z"),
    lined("skin", "M131 164Q142 160 144 168Q144 177 134 176Z"),
    hair(104, 98, "pale"),
    ...face(104, 98),
    beard(104, 104),
    ...crown(104, 86, "red"),
    at(74, 62, 0.95, mark()),
  ];
}

// --- halves, for French suits and for the wild cards of Haggis ---

const shoulders = (coat, trim) => [
  lined(coat, "M52 150V140Q60 116 86 112H114Q140 116 148 140V150Z"),
  lined(trim, "M84 112H116L108 150H92Z"),
  line("gold", "M58 150V140Q64 124 78 118M142 150V140Q136 124 122 118", 4),
  ...[122, 133, 144].map((y) => circle("gold", 100, y, 3)),
];

const HALVES = {
  J: (coat, trim) => [
    ...shoulders(coat, trim),
    line("brown", "M138 60V150", 4),
    lined("pale", "M138 40L145 58L138 66L131 58Z"),
    hair(100, 84, "gold"),
    ...face(100, 86),
    ...cap(100, 74, coat, trim),
  ],
  Q: (coat, trim) => [
    lined("brown", "M78 72Q64 100 72 124H128Q136 100 122 72Z"),
    ...shoulders(coat, trim),
    lined("pale", "M82 112Q100 128 118 112L116 106H84Z"),
    line("green", "M137 106V140", 3),
    ...[
      [137, 92],
      [131, 99],
      [143, 99],
    ].map(([x, y]) => circle(coat, x, y, 7)),
    circle("gold", 137, 98, 4),
    ...face(100, 86),
    lined("brown", "M84 82Q84 68 100 68Q116 68 116 82Q108 74 100 74Q92 74 84 82Z"),
    ...crown(100, 72, coat),
  ],
  K: (coat, trim) => [
    ...shoulders(coat, trim),
    lined("pale", "M74 116Q100 108 126 116L130 130Q100 142 70 130Z"),
    lined("pale", "M134 50L138 42L142 50V112H134Z"),
    lined("gold", "M128 112H148V118H128ZM135 118H141V132H135Z"),
    hair(100, 84, "pale"),
    ...face(100, 86),
    beard(100, 92),
    ...crown(100, 74, coat),
  ],
};

const WHOLE = { J: fante, Q: cavallo, K: re };

/** Return a whole figure that holds the mark of its suit. */
export function wholeFigure(rank, coat, trim, mark) {
  return [lined("tint", FRAME), ...WHOLE[rank](coat, trim, mark)];
}

/** Return a figure that looks the same upside down, with marks in two corners. */
export function doubleFigure(rank, coat, trim, mark) {
  const half = (turned) =>
    svg("g", turned ? { transform: "rotate(180 100 150)" } : {}, ...HALVES[rank](coat, trim), at(66, 50, 0.55, mark()));
  return [lined("tint", FRAME), half(false), half(true), line("ink", "M52 150H148", 2)];
}
