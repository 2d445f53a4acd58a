/** The entries since the player's last visit: in words, and again step by step. */

import { untilAnswered } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { feedOf } from "../../server/feed.js";
import { attempt } from "../../server/problems.js";
import { t } from "../../language/texts.js";
import { line } from "./story.js";

/** Offer to show the moves of the others after a version, if there are any. */
export function offerSince(screen, version, me) {
  const { session } = screen;
  const missed = screen.history.entries.filter(
    (entry) => entry.version > version && entry.seat !== null && !(entry.seat === me && entry.by === "player"),
  );
  const lines = missed.flatMap((entry) => {
    const event = entry.events.find(({ seat }) => seat === entry.seat);
    return (event && line(event, entry, session.view, session.kind, screen.words)) ?? [];
  });
  if (lines.length) {
    showSince(screen.since, lines, () => attempt(() => showAgain(session, version)));
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
        lines.map((item) => item.cloneNode(true)),
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

/** Show the entries after a version again, and then the current state. */
async function showAgain(session, after) {
  if (session.stepping) {
    return;
  }
  const { signal } = session.stopping;
  session.stepping = true;
  try {
    const path = `after=${Math.max(0, after - 1)}&limit=100`;
    const { entries } = await untilAnswered(() => feedOf(session.matchId, path, { signal }), { signal });
    const before = entries.filter(({ version }) => version <= after).flatMap(({ tables }) => tables ?? []);
    session.table = before.findLast(Boolean) ?? session.table;
    for (const entry of entries.filter(({ version }) => version > after && version <= session.version)) {
      await session.showEntry(entry, { again: true });
    }
    await session.refresh();
  } finally {
    session.stepping = false;
  }
  session.screen.changed();
  await session.showSteps(); // entries that have come meanwhile
}
