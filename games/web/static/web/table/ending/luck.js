/** Luck apart from skill: a plot over the rounds of a match, and its sum in words. */

import { h, svg } from "../../parts/dom.js";
import { t } from "../../language/texts.js";

/** Size and margin of the plot, in units of its view box. */
const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 30;

const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(Math.round(10 * points) / 10)}`;

/** Return the value of the cards of each round, and the points made with them; null without a finished round. */
export function luck(rounds) {
  if (!rounds.length) {
    return null;
  }
  const made = sums(rounds.map((round) => round.made));
  const cards = sums(rounds.map((round) => round.cards.points));
  const about = { made: signed(made.at(-1)), cards: signed(cards.at(-1)), count: rounds.length };
  return h(
    "section",
    { class: "luck", "data-zone": "luck", "data-rounds": rounds.length },
    h("p", {}, t("analysis.luck", about)),
    rounds.length > 1
      ? [
          plot(made, cards, t("analysis.plot", about)),
          h(
            "p",
            { class: "quiet" },
            mark("made"),
            " ",
            t("analysis.made"),
            " ",
            mark("cards"),
            " ",
            t("analysis.cards"),
          ),
        ]
      : null,
    h("p", { class: "quiet" }, t("analysis.luck.text")),
  );
}

const sums = (values) => values.reduce((all, value) => [...all, all.at(-1) + value], [0]);

/** The strokes of the two lines. */
const DRAWN = {
  made: { stroke: "#3b86bd", "stroke-width": 2.5 },
  cards: { stroke: "#b0761c", "stroke-width": 2.5, "stroke-dasharray": "5 4" },
};

const mark = (what) =>
  svg("svg", { width: 24, height: 8, "aria-hidden": "true" }, svg("path", { d: "M0 4H22", ...DRAWN[what] }));

function plot(made, cards, said) {
  const all = [...made, ...cards];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (index) => EDGE + (index / (made.length - 1)) * (WIDTH - EDGE - 6);
  const y = (value) => 8 + ((high - value) / Math.max(1, high - low)) * (HEIGHT - 16);
  const line = (values, what) =>
    svg("path", {
      d: `M${values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`,
      fill: "none",
      ...DRAWN[what],
    });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: "100%", role: "img", "aria-label": said, dir: "ltr" },
    svg("path", { d: `M${EDGE} ${y(0)}H${WIDTH - 6}`, stroke: "currentColor", opacity: "0.35" }),
    line(cards, "cards"),
    line(made, "made"),
    [...new Set([low, 0, high])].map((value) =>
      svg("text", { x: 0, y: y(value) + 4, "font-size": "11", fill: "currentColor" }, value ? signed(value) : "0"),
    ),
  );
}
