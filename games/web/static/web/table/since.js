/** The entries since the player's last visit: in words, and again step by step. */

import { button, h, redraw } from "../dom.js";
import { t } from "../texts.js";
import { line } from "./story.js";

/** Offer to show the moves of the others after a version, if there are any. */
export function offerSince(screen, version, me) {
  const { session } = screen;
  const missed = screen.entries.filter(
    (entry) => entry.version > version && entry.seat !== null && !(entry.seat === me && entry.by === "player"),
  );
  const lines = missed.flatMap((entry) => {
    const event = entry.events.find(({ seat }) => seat === entry.seat);
    return (event && line(event, entry, session.view, session.kind, screen.words)) ?? [];
  });
  if (lines.length) {
    showSince(screen.since, lines, () => session.showAgain(version));
  }
}

/** Fill the place above the table with the moves of the others. `again` shows them step by step. */
function showSince(place, lines, again) {
  const close = () => redraw(place);
  redraw(
    place,
    h(
      "details",
      { class: "since", "data-zone": "since", "data-count": lines.length },
      h("summary", { "data-key": "since" }, t("since.title", { count: lines.length })),
      h(
        "ol",
        {},
        lines.map((line) => line.cloneNode(true)),
      ),
      h(
        "div",
        { class: "row" },
        button(t("since.again"), "show-since", () => (close(), again())),
        button(t("close"), "close-since", close, { class: "ghostly" }),
      ),
    ),
  );
}
