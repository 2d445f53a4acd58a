/** The time zone of the player, by which nights, digests and vacations go. */

import { patch } from "./api.js";
import { remember } from "./player.js";
import * as store from "./store.js";

/** Have the server know when it is night here, unless the player has said. A zone that it does not know stops nothing. */
export async function knowZone() {
  if (!store.me.get()?.time_zone) {
    await patch("me", { time_zone: HERE }).then(remember, () => {});
  }
}

/** The time zone of this browser; UTC where it does not know. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone?.replace("Etc/Unknown", "UTC") ?? "UTC";
