/** The page of a match: the lobby, then the table. */

import { Problem } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { wordsOf } from "../../server/problems.js";
import { loadPlayer } from "../../player/player.js";
import { href } from "../../router.js";
import { loadLater, t } from "../../language/texts.js";
import { TableScreen } from "../../table/screen.js";

export async function show(main, [matchId], signal) {
  await loadPlayer();
  signal.throwIfAborted();
  const screen = new TableScreen(main, matchId);
  signal.addEventListener("abort", () => screen.close()); // also while the match still loads
  try {
    await screen.open();
  } catch (error) {
    if (error.name !== "AbortError") {
      await loadLater().catch(() => {});
      main.replaceChildren(
        h(
          "section",
          { class: "panel narrow" },
          h("h1", {}, t("match.none")),
          h(
            "p",
            { role: "alert" },
            error instanceof Problem && error.status === 404 ? t("match.none.text") : wordsOf(error),
          ),
          h("a", { href: href() }, t("match.home")),
        ),
      );
    }
  }
}
