/** Ratings: those of a player with their history and statistics, and the leaderboards of rating pools. */

import { get, patch } from "../../server/api.js";
import { avatar } from "../../parts/avatars.js";
import { h, redraw, svg } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { tell } from "../../frame.js";
import { remember, loadPlayer } from "../../player/player.js";
import { wordsOf } from "../../server/problems.js";
import { href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, served, t } from "../../language/texts.js";

/** Upper bound of the matches in the plot of a rating. */
const SHOWN = 100;
/** Size and margin of the plot, in units of its view box. */
const WIDTH = 320;
const HEIGHT = 140;
const EDGE = 36;

export async function show(main, [who = "", key = ""] = []) {
  const [known] = await Promise.all([loadPlayer(), loadLater()]);
  const page = h("div", { class: "form" });
  main.append(page);
  if (who === "leaders" || !(who || known)) {
    await leaders(page, key);
  } else {
    await player(page, who || store.me.get().id);
  }
}

/** Return a rating, with a question mark while it is provisional. */
export function figure({ rating, provisional }) {
  return h(
    "span",
    { class: "figure", title: provisional ? t("ratings.provisional") : null },
    `${rating}${provisional ? "?" : ""}`,
  );
}

/** Return the reliability of a player in words, or that they are new. */
export function reliable(reliability) {
  return reliability ? t("ratings.reliable", { percent: reliability.percent }) : t("ratings.new");
}

// --- a player --------------------------------------------------------------------------------------------------------

async function player(page, id) {
  const mine = store.me.get()?.id;
  const [{ player: who, reliability, ratings }, { games }, met] = await Promise.all([
    get(`players/${id}/ratings`),
    get(`players/${id}/statistics`),
    mine && mine !== id ? get(`players/${mine}/head-to-head/${id}`) : null,
  ]);
  const histories = await Promise.all(
    ratings.map(({ pool }) => get(`players/${id}/ratings/${pool.key}?limit=${SHOWN}`)),
  );
  page.append(
    h(
      "section",
      { class: "panel form", "data-zone": "ratings" },
      h("h1", {}, avatar(who.avatar), " ", h("bdi", {}, who.name)),
      mine === id ? await consent() : null,
      h(
        "p",
        { "data-zone": "reliability" },
        reliable(reliability),
        reliability ? h("small", { class: "quiet" }, " ", t("ratings.shares", reliability)) : null,
      ),
      ratings.length
        ? ratings.map((rating, index) => oneRating(rating, histories[index].results))
        : h("p", { class: "quiet" }, t("ratings.none")),
      h("p", {}, h("a", { href: href("you", "ratings", "leaders"), "data-act": "leaders" }, t("ratings.leaders"))),
    ),
    games.length
      ? h(
          "section",
          { class: "panel form", "data-zone": "statistics" },
          h("h2", {}, t("ratings.statistics")),
          h("p", { class: "quiet" }, t("ratings.statistics.text")),
          games.map(achieved),
        )
      : "",
    met?.games.length
      ? h("section", { class: "panel form", "data-zone": "met" }, h("h2", {}, t("ratings.met")), met.games.map(meeting))
      : "",
  );
}

/** Return the setting for rated matches, which also makes the ratings public. */
async function consent() {
  const { rated } = await get("me");
  const box = h("input", { type: "checkbox", id: "rated", checked: rated, "data-act": "rated" });
  box.addEventListener("change", () =>
    patch("me", { rated: box.checked }).then(remember, (error) => ((box.checked = !box.checked), tell(wordsOf(error)))),
  );
  return h(
    "div",
    { class: "field-check" },
    box,
    h("label", { for: "rated" }, t("ratings.rated"), h("small", {}, t("ratings.rated.text"))),
  );
}

function oneRating(rating, points) {
  return h(
    "div",
    { "data-pool": rating.pool.key },
    h("h2", {}, served(rating.pool.name), " · ", figure(rating)),
    h(
      "p",
      { class: "quiet" },
      t("ratings.matches", { count: rating.matches }),
      " · ",
      t("ratings.deviation", { points: rating.deviation }),
    ),
    points.length > 1 ? plot([...points].reverse()) : null,
  );
}

/** Return a plot of a rating over the last matches, with the band of its deviation. */
function plot(points) {
  const lows = points.map(({ rating, deviation }) => rating - deviation);
  const highs = points.map(({ rating, deviation }) => rating + deviation);
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const x = (index) => EDGE + (index / (points.length - 1)) * (WIDTH - EDGE - 6);
  const y = (value) => 8 + ((high - value) / Math.max(1, high - low)) * (HEIGHT - 16);
  const line = (values) => values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const said = t("ratings.plot", { from: points[0].rating, to: points.at(-1).rating, count: points.length });
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: "100%",
      height: HEIGHT,
      preserveAspectRatio: "xMinYMid",
      class: "rating-plot",
      role: "img",
      "aria-label": said,
      dir: "ltr",
    },
    svg("path", {
      d: `M${line(highs)}L${[...lows]
        .map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
        .reverse()
        .join("L")}Z`,
      fill: "currentColor",
      opacity: "0.15",
    }),
    svg("path", {
      d: `M${line(points.map(({ rating }) => rating))}`,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "2",
    }),
    [low, high].map((value) =>
      svg("text", { x: 2, y: y(value) + 4, "font-size": "11", fill: "currentColor" }, String(value)),
    ),
  );
}

function achieved(game) {
  return h(
    "div",
    { "data-game": game.game },
    h("h3", {}, served(game.name)),
    h("p", {}, t("ratings.achieved", { count: game.matches, won: game.won, rounds: game.rounds })),
    game.rounds
      ? h(
          "dl",
          { class: "agreed" },
          game.lines.map(({ name, rounds, points }) =>
            h(
              "div",
              {},
              h("dt", {}, served(name)),
              h(
                "dd",
                {},
                t("ratings.line", {
                  percent: Math.round((100 * rounds) / game.rounds),
                  points: (points / game.rounds).toFixed(2),
                }),
              ),
            ),
          ),
        )
      : null,
  );
}

function meeting({ game, name, against, ahead, level, together, together_won: won }) {
  return h(
    "p",
    { "data-game": game },
    served(name),
    ": ",
    [
      against ? t("ratings.against", { count: against, ahead, level }) : null,
      together ? t("ratings.together", { count: together, won }) : null,
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

// --- leaderboards ----------------------------------------------------------------------------------------------------

async function leaders(page, key) {
  const { pools } = await get("leaderboards");
  const list = h("div", { "data-zone": "leaders" });
  const fill = async () => {
    try {
      redraw(list, table((await get(`leaderboards/${select.value}?limit=50&bots=${bots.checked}`)).results));
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  const select = h(
    "select",
    { id: "pool", onchange: fill },
    pools.map((pool) => h("option", { value: pool.key, selected: pool.key === (key || "chkobba.days") }, pool.name)),
  );
  const bots = h("input", { type: "checkbox", id: "bots", onchange: fill });
  page.append(
    h(
      "section",
      { class: "panel form" },
      h("h1", {}, t("ratings.leaders")),
      field("pool", t("ratings.pool"), select),
      h("div", { class: "field-check" }, bots, h("label", { for: "bots" }, t("ratings.bots"))),
      list,
    ),
  );
  await fill();
}

function table(rows) {
  const line = ({ player: { id, name }, ...leader }) =>
    h(
      "li",
      { "data-player": id },
      h("a", { href: href("you", "ratings", id) }, h("bdi", {}, name)),
      " · ",
      figure(leader),
      h("small", { class: "quiet" }, " ", t("ratings.matches", { count: leader.matches })),
    );
  return rows.length ? h("ol", {}, rows.map(line)) : h("p", { class: "quiet" }, t("ratings.nobody"));
}
