/** The score sheet at the end of a round, line by line. */

import { get } from "../../server/api.js";
import { dialog, h } from "../../parts/dom.js";
import { wordsOf } from "../../server/problems.js";
import { loadLater, served, t } from "../../language/texts.js";
import { sideName } from "../../language/words.js";

/** Show the score sheet of a round, by default of the last finished one. */
export async function showScores(screen, round) {
  await loadLater();
  const { view } = screen.session;
  try {
    const { rounds } = await get(`matches/${view.id}/rounds`, { signal: screen.left.signal });
    const sheet = rounds.find((one) => one.round === round) ?? rounds.at(-1);
    const end = sheet && screen.history.roundEnd(sheet.round);
    const sayLine = (line) => (end && screen.session.kind?.sheetLine?.(line, end, view)) || served(line.text);
    if (document.querySelector("dialog.scores")) {
      document.querySelector("dialog.scores").close();
    }
    if (!sheet) {
      await dialog(t("scores.label"), h("p", {}, t("scores.none")), [[t("close"), "close"]]);
      return;
    }
    await dialog(
      t("scores.title", { round: sheet.round + 1 }),
      scoreSheet(view, sheet, sayLine),
      [[t("scores.close"), "close-scores"]],
      { class: "scores", "data-zone": "score-sheet" },
    );
  } catch (error) {
    if (error.name !== "AbortError") {
      screen.refused(error.message ? error : new Error(wordsOf(error)));
    }
  }
}

/** Return a score sheet as a table: a row for each category, a column for each side. */
function scoreSheet(view, sheet, sayLine) {
  const sides = sheet.scores.map((_, side) => side);
  return h(
    "div",
    { class: "sheet-frame", tabindex: "0", role: "region", "aria-label": t("scores.label") },
    h(
      "table",
      { class: "sheet", "data-round": sheet.round },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          sides.map((side) => h("th", { scope: "col" }, h("bdi", {}, sideName(view, side)))),
        ),
      ),
      h(
        "tbody",
        {},
        sheet.categories.map((line) =>
          h(
            "tr",
            { "data-category": line.key },
            h("th", { scope: "row" }, served(line.name), line.text ? h("small", {}, sayLine(line)) : null),
            sides.map((side) =>
              h("td", { "data-points": line.points[side] }, line.points[side] ? String(line.points[side]) : "–"),
            ),
          ),
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, t("scores.round")),
          sides.map((side) => h("td", {}, String(sheet.scores[side]))),
        ),
        h(
          "tr",
          { class: "sheet-total" },
          h("th", { scope: "row" }, t("scores.total")),
          sides.map((side) => h("td", {}, String(sheet.totals[side]))),
        ),
      ),
    ),
  );
}
