/** The analysis of a finished match: luck apart from skill, and the player's mistakes as exercises. */

import { get, pause, post } from "../../server/api.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { attempt } from "../../server/problems.js";
import { loadLater, served, t } from "../../language/texts.js";
import { luck } from "./luck.js";
import { position } from "../board/position.js";
import { steps } from "../history/steps.js";

/** Milliseconds between two requests for the progress. */
const PACE = 2000;
/** Entries to load before a move. One of them has the table that the player saw; hints and offers lie in between. */
const BEFORE = 12;

/** Request the analysis, if it was not requested before, and show the results as they come. */
export const analysis = (screen) =>
  attempt(async () => {
    await loadLater();
    const path = `matches/${screen.session.matchId}/analysis`;
    const { signal } = screen.left; // the dialog must not open over another page
    let said = await get(path, { signal });
    if (said.state === "none") {
      said = await post(path, {}, { signal });
    }
    const shown = new Map();
    const content = () =>
      tell(
        said,
        (finding) =>
          shown.get(finding.version) ?? shown.set(finding.version, mistake(screen, finding)).get(finding.version),
      );
    const body = h("div", { "data-zone": "analysis", "data-state": said.state, "aria-live": "polite" }, content());
    let open = true;
    const closed = dialog(t("analysis.title"), body, [[t("close"), "close"]]).then(() => (open = false));
    while (open && said.state === "waiting") {
      await pause(PACE);
      said = open ? await get(path) : said;
      body.dataset.state = said.state;
      redraw(body, content());
    }
    await closed;
  });

function tell(said, item) {
  const mistakes = said.findings.filter((finding) => finding.mistake);
  const done = said.state === "done";
  return [
    done ? null : h("p", {}, t("analysis.waiting", { looked_at: said.looked_at, moves: said.moves })),
    done && said.looked_at < said.moves
      ? h("p", {}, t("analysis.part", { looked_at: said.looked_at, moves: said.moves }))
      : null,
    luck(said.rounds),
    mistakes.length ? h("ol", { class: "mistakes" }, mistakes.map(item)) : done ? h("p", {}, t("analysis.none")) : null,
    h("p", { class: "quiet" }, t("analysis.text")),
    h("p", { class: "quiet" }, t("analysis.left", { matches: said.remaining_today })),
  ];
}

/** Return a mistake: the move and its cost. The better move is shown on request or after an attempt to find it. */
function mistake(screen, { version, played, better, cost, choices }) {
  const [points, low, high] = [cost.points, cost.low, cost.high].map((value) => Math.round(100 * value) / 100);
  const item = h("li", { "data-version": version });
  const draw = (...parts) =>
    redraw(
      item,
      h("p", {}, t("analysis.played"), " ", served(played.text)),
      h("p", { class: "quiet" }, t("analysis.cost", { points, low, high })),
      parts,
    );
  const show = (right = false) =>
    draw(
      h(
        "p",
        { class: "better", "data-right": right },
        h("b", {}, right ? t("analysis.found") : t("analysis.better"), " ", served(better.text)),
      ),
    );
  const look = () => button(t("analysis.show"), "show-better", () => show());
  const find = () =>
    attempt(async () => {
      const said = h("p", { class: "quiet", role: "status" }, t("analysis.try"));
      const same = (one, other) => JSON.stringify(one.move) === JSON.stringify(other.move);
      const choose = (choice) =>
        button(served(choice.text), "try", ({ currentTarget }) => {
          if (same(choice, better)) {
            show(true);
          } else {
            currentTarget.disabled = true;
            said.textContent = t("analysis.other");
          }
        });
      const offered = choices.filter((choice) => !same(choice, played)).map(choose);
      draw(await before(screen.session, version), said, h("div", { class: "choices" }, offered, look()));
      offered[0]?.focus();
    });
  draw(h("div", { class: "choices" }, button(t("analysis.find"), "find-better", find), look()));
  return item;
}

/** Return the table before a move, with the hand of its player. */
async function before({ matchId, view, kind }, version) {
  const after = Math.max(0, version - 1 - BEFORE);
  const { entries } = await get(`matches/${matchId}/events?after=${after}&limit=${BEFORE}&tables=true`);
  const last = steps(
    view,
    entries.filter((entry) => entry.version < version),
  ).at(-1);
  return last ? position(last.table, kind) : null;
}
