/** The elements of the page of a match, which stay while their contents change. */

import { h } from "../../parts/dom.js";
import { t } from "../../language/texts.js";
import { storyBox } from "../history/story.js";

/** Return the elements by name. `root` holds all others. */
export function layout(matchId) {
  const bar = h("div", { class: "table-bar" });
  const line = h("p", { class: "connection", role: "status", hidden: true, "data-zone": "connection" });
  const since = h("div", { class: "since-place" });
  const board = h("div", { class: "board" }, h("p", { class: "loading quiet" }, t("match.loading")));
  const actions = h("section", {
    class: "actions",
    "data-zone": "actions",
    "aria-label": t("act.label"),
    tabindex: "-1",
  });
  const sentences = h("section", { class: "in-words", "aria-label": t("act.words") });
  const story = storyBox();
  const call = h("div", { class: "call-out", "aria-hidden": "true" });
  const root = h(
    "div",
    { class: "table-page", "data-match": matchId },
    h("div", { class: "stage" }, h("div", { class: "play" }, bar, line, since, board, actions)),
    sentences,
    h("section", { class: "story", "aria-label": t("story.label") }, h("h2", {}, t("story.label")), story),
    call,
  );
  return { root, bar, line, since, board, actions, sentences, story, call };
}
