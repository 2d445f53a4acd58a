/** The puzzle of a day: a position, its moves, and the solution; earlier puzzles below. */

import { get, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { kindOf } from "../../kinds/index.js";
import { attempt } from "../../server/problems.js";
import { href } from "../../router.js";
import * as store from "../../browser/store.js";
import { hand, position } from "../../table/board/position.js";
import { language, loadLater, served, t } from "../../language/texts.js";

export async function show(main, [day = ""] = []) {
  const [{ puzzles, record }] = await Promise.all([get("puzzles"), loadLater()]);
  const chosen = day || puzzles[0]?.day;
  if (!chosen) {
    main.append(h("h1", {}, t("puzzle.title")), h("p", { "data-zone": "no-puzzle" }, t("puzzle.none")));
    return;
  }
  const puzzle = await get(`puzzles/${chosen}`);
  const kind = await kindOf({ table: puzzle.table, game: { key: puzzle.game } });
  document.title = `${t("puzzle.title")} · ${t("frame.name")}`;
  const below = h("section", { class: "panel", "data-zone": "puzzles" });
  const page = h("article", { class: "panel puzzle", "data-day": chosen });
  const draw = (now) =>
    redraw(
      page,
      parts(now, kind, async (move) => draw(await answer(chosen, move, below))),
    );
  draw(puzzle);
  redraw(below, earlier(puzzles, record, chosen));
  main.append(page, below);
}

async function answer(day, move, below) {
  const said = await post(`puzzles/${day}`, { move });
  const { puzzles, record } = await get("puzzles");
  redraw(below, earlier(puzzles, record, day));
  return said;
}

function parts({ day, name, table, others, moves, answer: given }, kind, choose) {
  return [
    h("h1", {}, t("puzzle.title"), " · ", dayInUtc(day)),
    h("p", {}, h("b", {}, served(name)), " — ", t("puzzle.text")),
    h("p", { class: "quiet" }, t("puzzle.others")),
    hand(others, "puzzle-others"),
    position(table, kind),
    given
      ? result(given)
      : store.token.get()
        ? h(
            "div",
            { class: "choices", role: "group", "aria-label": t("puzzle.moves") },
            moves.map(({ move, text }) =>
              button(served(text), "answer", () => attempt(() => choose(move)), { "data-move": JSON.stringify(move) }),
            ),
          )
        : h("p", {}, h("a", { class: "button primary", href: href() }, t("puzzle.who"))),
  ];
}

function result({ right, played, points, best, best_points: most }) {
  return h(
    "div",
    { "data-zone": "puzzle-result", "data-right": right, role: "status" },
    h("h2", {}, right ? t("puzzle.right") : t("puzzle.wrong")),
    h("p", {}, served(played.text), " ", t("puzzle.ends", { points: signed(points) })),
    right
      ? null
      : h("p", {}, t("puzzle.best"), " ", served(best.text), " ", t("puzzle.ends", { points: signed(most) })),
  );
}

/** Return a day of UTC in the local format. */
const dayInUtc = (day) =>
  new Intl.DateTimeFormat(`${language()}-u-nu-latn`, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;

function earlier(puzzles, record, chosen) {
  return [
    record?.answered
      ? h("p", { "data-zone": "puzzle-record", "data-streak": record.streak }, t("puzzle.record", record))
      : null,
    h("h2", {}, t("puzzle.all")),
    h(
      "ul",
      {},
      puzzles.map(({ day, name, right }) =>
        h(
          "li",
          { "data-right": right === null ? null : right },
          h("a", { href: href("puzzle", day), "aria-current": day === chosen ? "page" : false }, dayInUtc(day)),
          " · ",
          served(name),
          right === null ? null : ` · ${right ? t("puzzle.solved") : t("puzzle.missed")}`,
        ),
      ),
    ),
  ];
}
