/** The matches that wait for the player, in the order that they have chosen. */

import { get } from "./api.js";
import { showWaiting } from "../frame.js";
import { order } from "../browser/store.js";

/** Return up to `limit` of them and their number. Show the number in the title and on the icon of the app. */
export async function waitingMatches(limit) {
  // most_urgent is the default of the server.
  const least = order.get() === "least_urgent" ? "&order=least_urgent" : "";
  const { results, awaiting } = await get(`me/matches?awaiting=me&limit=${limit}${least}`);
  showWaiting(awaiting);
  return { results, awaiting };
}
