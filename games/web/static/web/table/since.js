/** What has happened at a table since its player was here: in words, and once more step by step. */

import { button, h, redraw } from "../dom.js";
import { t } from "../texts.js";

/** Fill the place above the table: the moves of the others after a version. `again` shows them once more. */
export function showSince(place, lines, again) {
  const close = () => redraw(place);
  redraw(
    place,
    h(
      "details",
      { class: "since", "data-zone": "since", "data-count": lines.length },
      h("summary", { "data-key": "since" }, t("since.title", { count: lines.length })),
      h("ol", {}, lines.map((line) => line.cloneNode(true))),
      h("div", { class: "row" }, button(t("since.again"), "show-since", () => (close(), again())), button(t("close"), "close-since", close, { class: "ghostly" })),
    ),
  );
}
