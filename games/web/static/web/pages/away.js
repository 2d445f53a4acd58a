/** The question to a player on vacation whether to join a match all the same. */

import { call } from "../api.js";
import { dialog, h } from "../dom.js";
import { dateInZone, loadLater, t } from "../texts.js";

/** Send a request again that was refused because of a vacation, if the player agrees; else throw the error. */
export async function again(error, path, body, options) {
  const { until } = error.document;
  if (!until || !(await goesOn(until))) {
    throw error;
  }
  return call("POST", path, { ...body, despite_vacation: true }, options);
}

async function goesOn(until) {
  await loadLater();
  const ways = [
    [t("close"), "close"],
    [t("hours.away.sit"), "sit"],
  ];
  return (await dialog(t("hours.away"), h("p", {}, t("hours.away.text", { time: dateInZone(until) })), ways)) === "sit";
}
