/** Guided rounds: one game of each family, against easy bots, with a hint at each turn. */

import { keepPrefetched } from "../../server/prefetch.js";
import { get, post } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { go } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, served, t } from "../../language/texts.js";
import { act, greeting } from "../home.js";

/** The games with guided rounds. */
const FIRST = ["chkobba", "scopa", "scopone", "cirulla", "escoba", "camba", "haggis"];

export async function show(main) {
  const [{ games }] = await Promise.all([get("games"), loadLater()]);
  document.title = `${t("learn.title")} · ${t("frame.name")}`;
  const offered = FIRST.map((key) => games.find((game) => game.key === key)).filter(Boolean);
  main.append(
    h("h1", {}, t("learn.title")),
    h("p", {}, t("learn.text")),
    greeting(),
    h(
      "div",
      { class: "ways", "data-zone": "learn" },
      offered.map((game) =>
        h(
          "div",
          { class: "way" },
          h("h2", {}, served(game.name)),
          h("p", {}, served(game.summary)),
          button(t("learn.begin"), "learn", (event) => act(event, () => begin(game)), {
            class: "primary",
            "data-game": game.key,
          }),
        ),
      ),
    ),
  );
}

async function begin({ key, seats, lengths }) {
  const bots = Object.fromEntries(Array.from({ length: seats[0] - 1 }, (_, place) => [place + 1, "easy"]));
  const { options } = lengths.find((one) => one.key === "short") ?? lengths[0] ?? {};
  const match = await post("matches", {
    game: key,
    seats: seats[0],
    bots,
    visibility: "private",
    autostart: true,
    options,
  });
  store.guided.set(match.id);
  keepPrefetched(`matches/${match.id}`, match);
  go("match", match.id);
}
