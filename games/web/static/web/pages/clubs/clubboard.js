/** The leaderboards of a club: the results of its members in its matches, and their ratings. */

import { get } from "../../server/api.js";
import { h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { loadLater, t } from "../../language/texts.js";
import { attempt } from "./clubforms.js";
import { figure } from "../people/ratings.js";

const SHOWN = 50;

/** Return the panel with both leaderboards. */
export async function board({ id }) {
  await loadLater();
  const [{ results }, { pools }] = await Promise.all([get(`clubs/${id}/board?limit=${SHOWN}`), get("leaderboards")]);
  const strongest = h("div", { "data-zone": "club-leaders" });
  const select = h(
    "select",
    { id: "club-pool" },
    h("option", { value: "" }, t("club.board.played")),
    pools.map(({ key, name }) => h("option", { value: key }, name)),
  );
  const played = listed(results, ({ player, matches, won }) =>
    h(
      "li",
      { "data-player": player.id },
      h("bdi", {}, player.name),
      " · ",
      t("club.board.row", { count: matches, won }),
    ),
  );
  const fill = attempt(async () => {
    const pool = select.value;
    const leaders = pool ? (await get(`clubs/${id}/leaderboards/${pool}?limit=${SHOWN}`)).results : null;
    if (pool === select.value) {
      redraw(
        strongest,
        leaders
          ? listed(leaders, ({ player, ...leader }) =>
              h("li", { "data-player": player.id }, h("bdi", {}, player.name), " · ", figure(leader)),
            )
          : played,
      );
    }
  });
  select.addEventListener("change", fill);
  redraw(strongest, played);
  return h(
    "section",
    { class: "panel form", "data-zone": "club-board", "aria-labelledby": "club-board-title" },
    h("h2", { id: "club-board-title" }, t("club.board")),
    field("club-pool", t("ratings.pool"), select),
    strongest,
  );
}

function listed(rows, line) {
  return rows.length ? h("ol", {}, rows.map(line)) : h("p", { class: "quiet" }, t("club.board.none"));
}
