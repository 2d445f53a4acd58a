/** The matches that wait for the player, in the order that they have chosen. */

import { get } from "./api.js";
import { showWaiting } from "./frame.js";
import { order } from "./store.js";

/** Return some of them, and how many there are; the title and the icon of the app tell how many, too. */
export async function waitingMatches(limit) {
  // The other is what every server does.
  const least = order.get() === "least_urgent" ? "&order=least_urgent" : "";
  const { results, awaiting } = await get(`me/matches?awaiting=me&limit=${limit}${least}`);
  showWaiting(awaiting);
  return { results, awaiting };
}
