/** The next match that waits for the player, offered when a move is made. */

import { h } from "../dom.js";
import { href } from "../router.js";
import * as store from "../store.js";
import { loadLater, t } from "../texts.js";
import { waitingMatches } from "../waiting.js";
import { nameOf } from "../words.js";

/** Return a way from a match to the next one that waits, or null where none does. */
export async function nextFrom(matchId) {
  if (!store.token.get()) {
    return null;
  }
  const [{ results, awaiting }] = await Promise.all([waitingMatches(2), loadLater()]);
  const next = results.find(({ id }) => id !== matchId);
  if (!next) {
    return null;
  }
  const others = next.seats.filter(({ number }) => number !== next.your_seat).map((seat) => nameOf(seat)).filter(Boolean);
  return h(
    "p",
    { class: "next" },
    h("a", { class: "button", href: href("match", next.id), "data-act": "next", "data-match": next.id }, t("next.label", { game: next.game.name, names: others.join(t("list.comma")) })),
    h("small", {}, t("next.count", { count: awaiting })),
  );
}
