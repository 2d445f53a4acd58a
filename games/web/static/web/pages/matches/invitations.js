/** Matches to which the player is invited: a list of the first page. */

import { h } from "../../parts/dom.js";
import { matchList, matchRow } from "../../parts/matchrow.js";
import { loadLater, t } from "../../language/texts.js";

export async function invitedTables(matches) {
  await loadLater();
  return [
    h("h2", { id: "invited-title" }, t("invite.title")),
    matchList(matches.map((match) => matchRow(match, { href: ["match", match.id] }))),
  ];
}
