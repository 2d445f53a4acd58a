/** A hint: the move of an expert bot in the player's position. The menu requests it. */

import { get, pause, post } from "../../server/api.js";
import { dialog, h } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { attempt } from "../../server/problems.js";
import { loadLater, served, t } from "../../language/texts.js";

/** Milliseconds between two requests for the hint, and their upper bound. */
const PACE = 700;
const LOOKS = 60;

/** Request a hint, show it, and offer to make the move. */
export const hint = (screen) =>
  attempt(async () => {
    await loadLater();
    const path = `matches/${screen.session.matchId}/hints`;
    const { signal } = screen.left; // the dialog must not open over another page
    let said = await post(path, {}, { signal });
    await screen.session.again(); // all players see the request in the story
    if (said.state === "waiting") {
      tell(t("hint.waiting"));
    }
    for (let look = 0; said.state === "waiting" && look < LOOKS; look += 1) {
      await pause(PACE, signal);
      said = await get(path, { signal });
    }
    signal.throwIfAborted();
    if (said.state !== "ready") {
      tell(t("hint.none"));
      return;
    }
    const { move, text } = said.move;
    const content = [
      h("p", { "data-zone": "hint", "data-move": JSON.stringify(move) }, served(text)),
      h("p", { class: "quiet" }, t("hint.text")),
    ];
    const chosen = await dialog(t("hint.title"), content, [
      [t("hint.play"), "play-hint", { class: "primary" }],
      [t("close"), "close"],
    ]);
    if (chosen === "play-hint") {
      await screen.turn.play(move);
    }
  });
