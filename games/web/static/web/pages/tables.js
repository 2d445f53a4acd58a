/** The player's tables as this browser saw them last, for the first page where there is no line. */

import { h } from "../dom.js";
import { matchList, matchRow } from "../matchrow.js";
import * as store from "../store.js";
import { date, loadLater, t } from "../texts.js";

/** Return what the first page shows of them, the latest first. */
export async function keptTables() {
  await loadLater();
  const kept = Object.values(store.tables.get()).sort((one, other) => other.at - one.at);
  if (!kept.length) {
    return [h("p", { class: "quiet" }, t("error.offline"))];
  }
  return [h("p", { class: "notice" }, t("offline.tables", { time: date(kept[0].at) })), matchList(kept.map(({ view }) => matchRow(view, { href: ["match", view.id] })))];
}
