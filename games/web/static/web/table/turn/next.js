/** The offers after a move: the next match that waits, and a notification when the turn comes back. */

import { get } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { go, href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";
import { waitingMatches } from "../../server/waiting.js";
import { nameOf } from "../../language/words.js";

/** Seconds for a move from which on players do not wait at the table. */
const SLOW = 3600;

/** Offer the next match that waits for the player, while this one does not. */
export async function offerNext(screen) {
  // The player did not ask for it, so errors are ignored.
  screen.next = await Promise.all([noticeFor(screen), nextFrom(screen.session.matchId)]).catch(() => null);
  screen.changed();
}

/** Return an offer to turn on notifications of turns; null if it is of no use or was answered before. */
async function noticeFor(screen) {
  const { view } = screen.session;
  const alone = view.seats.every(({ kind, number }) => kind === "bot" || number === view.you?.seat);
  if (alone || view.status !== "running" || view.turn_seconds < SLOW || store.noticed.get()) {
    return null;
  }
  const needed = [import("../../browser/push.js"), get("me/channels"), loadLater()];
  const [{ hindrance, turnOn }, { channels, offered }] = await Promise.all(needed);
  if (channels.some(({ on, confirmed }) => on && confirmed)) {
    return null;
  }
  const offer = offered.find(({ type }) => type === "web_push");
  const done = () => {
    store.noticed.set(true);
    line.remove();
    screen.next = null;
  };
  const turn = async () => {
    done();
    const hindered = offer && !hindrance() ? await turnOn(offer).catch(() => "failed") : "elsewhere"; // by mail or in the installed app
    hindered ? go("notifications") : tell(t("notifications.saved"));
  };
  const line = h(
    "p",
    { class: "next", "data-zone": "notice" },
    button(t("next.notify"), "notify-me", turn),
    button(t("app.later"), "later", done, { class: "small ghostly" }),
  );
  return line;
}

/** Return a link to the next match that waits for the player, or null. */
async function nextFrom(matchId) {
  if (!store.token.get()) {
    return null;
  }
  const [{ results, awaiting }] = await Promise.all([waitingMatches(2), loadLater()]);
  const next = results.find(({ id }) => id !== matchId);
  if (!next) {
    return null;
  }
  const others = next.seats
    .filter(({ number }) => number !== next.your_seat)
    .map((seat) => nameOf(seat))
    .filter(Boolean);
  return h(
    "p",
    { class: "next" },
    h(
      "a",
      { class: "button", href: href("match", next.id), "data-act": "next", "data-match": next.id },
      t("next.label", { game: next.game.name, names: others.join(t("list.comma")) }),
    ),
    h("small", {}, t("next.count", { count: awaiting })),
  );
}
