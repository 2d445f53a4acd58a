/** The story of a match: its last events in words, the newest at the bottom. */

import { h } from "../../parts/dom.js";
import { has, list, rich, t } from "../../language/texts.js";
import { playedBefore, seatName } from "../../language/words.js";

const KEPT = 80;

/** Return a table event in words, or a round of an unknown game; null for other events. */
function around(event, entry, view) {
  const staff = `say.${event.type}.staff`;
  const key = entry.by === "admin" && has(staff) ? staff : `say.${event.type}`;
  if (!has(key) && !has(`${key}.you`)) {
    return null;
  }
  const before = entry.seat !== null && playedBefore(view, entry.seat, entry);
  const own = entry.seat !== null && view.you?.seat === entry.seat && !before ? `${key}.you` : key;
  const winner = event.type === "finished" ? winners(event, view) : "";
  return rich(has(own) ? own : key, {
    who: entry.seat === null ? "" : before ? t("seat.before") : seatName(view, entry.seat),
    round: event.round + 1,
    scores: event.scores?.join(" : "),
    winner,
    reason: event.reason,
  });
}

function winners(event, view) {
  const names = view.seats.filter((seat) => event.places[seat.side] === 1).map((seat) => seatName(view, seat.number));
  return event.winner === null ? t("say.nobody") : list(names);
}

/** Return an event as a line, or null. */
export function line(event, entry, view, kind, words) {
  const said = kind?.say?.(event, entry, view, words) ?? around(event, entry, view);
  if (!said) {
    return null;
  }
  const by =
    entry.by === "timeout" && entry.seat !== null && entry.seat !== view.you?.seat
      ? h("span", { class: "by" }, t("say.timeout"))
      : entry.by === "admin"
        ? h("span", { class: "by" }, t("say.admin"))
        : entry.by === "plan"
          ? h("span", { class: "by" }, t("say.plan"))
          : null;
  return h(
    "li",
    {
      dir: "auto",
      "data-event": event.type,
      "data-version": entry.version,
      "data-seat": entry.seat,
      "data-by": entry.by,
    },
    said,
    by ? [" ", by] : null,
  );
}

/** Return the list for the lines of the story. */
export function storyBox() {
  return h("ol", { class: "story-lines", "data-zone": "story", tabindex: "0", "aria-label": t("story.label") });
}

/** Add a line and scroll to the end. */
export function add(box, item) {
  box.append(item);
  while (box.children.length > KEPT) {
    box.firstChild.remove();
  }
  box.scrollTop = box.scrollHeight;
}
