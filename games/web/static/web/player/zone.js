/** The time zone of the player, for nights, digests and vacations. */

import { patch } from "../server/api.js";
import { remember } from "./player.js";
import * as store from "../browser/store.js";

/** Send the time zone to the server, if the account has none. Ignore a zone that the server does not know. */
export async function knowZone() {
  if (!store.me.get()?.time_zone) {
    await patch("me", { time_zone: HERE }).then(remember, () => {});
  }
}

/** The time zone of this browser, or UTC if it is unknown. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone?.replace("Etc/Unknown", "UTC") ?? "UTC";
