/** The question to a player on vacation whether to join a match all the same. */

import { dialog, h } from "../../parts/dom.js";
import { dateInZone, loadLater, t } from "../../language/texts.js";

/** Ask the player; return true if they want to join. `until` is the end of the vacation, or null if it may not end. */
export async function joins({ until }) {
  if (!until) {
    return false;
  }
  await loadLater();
  const ways = [
    [t("close"), "close"],
    [t("availability.away.sit"), "sit"],
  ];
  return (
    (await dialog(
      t("availability.away"),
      h("p", {}, t("availability.away.text", { time: dateInZone(until) })),
      ways,
    )) === "sit"
  );
}
