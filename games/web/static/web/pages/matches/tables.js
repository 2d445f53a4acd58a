/** The last known tables of the player, for the first page while offline. */

import { h } from "../../parts/dom.js";
import { matchList, matchRow } from "../../parts/matchrow.js";
import * as store from "../../browser/store.js";
import { date, loadLater, t } from "../../language/texts.js";

/** Return the list of these tables, the latest first. */
export async function keptTables() {
  await loadLater();
  const kept = Object.values(store.tables.get()).sort((one, other) => other.at - one.at);
  if (!kept.length) {
    return [h("p", { class: "quiet" }, t("error.offline"))];
  }
  return [
    h("p", { class: "notice" }, t("offline.tables", { time: date(kept[0].at) })),
    matchList(kept.map(({ view }) => matchRow(view, { href: ["match", view.id] }))),
  ];
}
