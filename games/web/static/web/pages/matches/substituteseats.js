/** Seats that await a substitute: a list of the first page. */

import { post } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { matchList, matchRow } from "../../parts/matchrow.js";
import { go } from "../../router.js";
import { loadLater, t } from "../../language/texts.js";

/** Return the list; `act` runs the action of a button. */
export async function offeredTables(matches, act) {
  await loadLater();
  const take = (id) =>
    button(t("substitute.take"), "take-seat", (event) => act(event, () => takeOverSeat(id)), { "data-match": id });
  return [
    h("h2", { id: "offered-title" }, t("substitute.list")),
    matchList(matches.map((match) => matchRow(match, { href: ["match", match.id], action: take(match.id) }))),
  ];
}

async function takeOverSeat(id) {
  await post(`matches/${id}/substitute`);
  go("match", id);
}
