/** A guide through the first round of a match, which explains each turn. */

import { button, h } from "../../parts/dom.js";
import { guided } from "../../browser/store.js";
import { t } from "../../language/texts.js";

/** Functions from the table and the legal moves to the name of a sentence, by the kind of table. */
const STEPS = {
  fishing: ({ table }, moves, fifteen) => {
    const plays = moves.filter(({ move }) => move.type === "play");
    if (!plays.length) {
      return moves[0].move.type === "cut" ? "cut" : "declare";
    }
    const most = Math.max(...plays.map(({ move }) => move.capture.length));
    return most === 0 ? "lay" : most === table.table.length ? "sweep" : fifteen ? "fifteen" : "take";
  },
  camba: (_, moves) =>
    moves.some(({ move }) => move.type === "play")
      ? "play"
      : moves.some(({ move }) => move.type === "draw")
        ? "draw"
        : "pass",
  haggis: ({ table }, moves) =>
    moves.some(({ move }) => move.type === "bet")
      ? "bet"
      : table.trick.length
        ? moves.some(({ move }) => move.type === "play")
          ? "follow"
          : "pass"
        : "lead",
};

/** Return the current hint of the guide. */
export function guide(screen) {
  const { view, myMove, moves } = screen.session;
  const over = view.status === "finished" || view.table?.round > 0;
  const step = STEPS[view.table?.kind];
  if (!step || view.status === "lobby") {
    return null;
  }
  const fifteen = screen.words.game?.ruleset.capture?.startsWith("fifteen");
  const said = over ? "done" : myMove && moves?.length ? `${view.table.kind}.${step(view, moves, fifteen)}` : "wait";
  const stop = () => (guided.set(null), screen.since.replaceChildren());
  return h(
    "section",
    { class: "since", "data-zone": "coach", "data-step": said, "aria-label": t("guide.title") },
    h("p", { role: "status" }, t(`guide.${said}`)),
    h(
      "div",
      { class: "row" },
      over || said === "wait"
        ? null
        : button(t("guide.hint"), "guide-hint", async () => (await import("./hint.js")).hint(screen), {
            class: "small",
          }),
      button(t("guide.stop"), "guide-stop", stop, { class: "small" }),
    ),
  );
}
