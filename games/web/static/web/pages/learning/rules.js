/** The rules of each game, from the server. */

import { get } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { markdown } from "../../language/markdown.js";
import { href } from "../../router.js";
import { served, t } from "../../language/texts.js";

const FIRST = "chkobba";

export async function show(main, [key = FIRST]) {
  const [{ games }, game] = await Promise.all([get("games"), get(`games/${key}`)]);
  document.title = `${game.name} · ${t("frame.name")}`;
  main.replaceChildren(
    h(
      "div",
      { class: "rules-layout" },
      h(
        "nav",
        { "aria-label": t("rules.games") },
        h(
          "ul",
          { class: "rules-list" },
          games.map((one) =>
            h(
              "li",
              {},
              h(
                "a",
                { href: href("rules", one.key), "aria-current": one.key === key ? "page" : false },
                served(one.name),
              ),
            ),
          ),
        ),
      ),
      h(
        "article",
        { class: "panel prose", "data-game": key },
        h("h1", {}, served(game.name)),
        h("div", { lang: game.rules_language, dir: "ltr" }, markdown(game.rules)),
      ),
    ),
  );
}
