/** A check of the player's notification channels when the page opens. Only this check reports ended channels. */

import { get } from "../server/api.js";
import { banner } from "../parts/banner.js";
import { keep, turnOn } from "./push.js";
import { currentRoute, go } from "../router.js";
import * as store from "./store.js";
import { date, t } from "../language/texts.js";

/** Renew the push subscription of this browser. Report an ended channel once, on the first page. */
export async function check() {
  const known = await get("me/channels");
  const offer = known.offered.find(({ type }) => type === "web_push");
  if (store.pushed.get() && (await keep(known))) {
    banner("push-ended", t("push.ended"), [t("push.turn_on"), "push-on", () => turnOn(offer).catch(() => {})]);
    return;
  }
  const over = known.channels.find(({ id, turned_off_at: at }) => at && store.over.get()[id] !== at);
  if (over && !currentRoute().name) {
    store.over.set({ ...store.over.get(), [over.id]: over.turned_off_at });
    const values = { name: over.name || over.target, time: date(over.turned_off_at) };
    banner("channel-ended", t("notifications.ended", values), [
      t("notifications.title"),
      "see-channels",
      () => go("notifications"),
    ]);
  }
}
