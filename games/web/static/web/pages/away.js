/** Asking a player on vacation whether to sit down all the same. */

import { call } from "../api.js";
import { dialog, h } from "../dom.js";
import { dateInZone, loadLater, t } from "../texts.js";

/** Send again what was refused since the player is on vacation, if they want that; else throw what refused it. */
export async function again(error, path, body, options) {
  const { until } = error.document;
  if (!until || !(await goesOn(until))) {
    throw error;
  }
  return call("POST", path, { ...body, though_away: true }, options);
}

async function goesOn(until) {
  await loadLater();
  const ways = [[t("close"), "close"], [t("hours.away.sit"), "sit"]];
  return (await dialog(t("hours.away"), h("p", {}, t("hours.away.text", { time: dateInZone(until) })), ways)) === "sit";
}
