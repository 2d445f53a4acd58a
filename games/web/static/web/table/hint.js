/** A hint: what an expert would play in one's place. Asked for from the menu, and shown when it is there. */

import { get, pause, post } from "../api.js";
import { dialog, h } from "../dom.js";
import { tell } from "../frame.js";
import { loadLater, served, t } from "../texts.js";
import { attempt } from "./menu.js";

/** Milliseconds between two looks whether it is there, and how often one looks. */
const PACE = 700;
const LOOKS = 60;

/** Ask for a hint, and offer to play what it says. */
export const hint = (screen) =>
  attempt(async () => {
    await loadLater();
    const path = `matches/${screen.session.matchId}/hints`;
    let said = await post(path);
    await screen.session.again(); // everybody reads that it was asked for
    if (said.state === "waiting") {
      tell(t("hint.waiting"));
    }
    for (let look = 0; said.state === "waiting" && look < LOOKS; look += 1) {
      await pause(PACE);
      said = await get(path);
    }
    if (said.state !== "ready") {
      tell(t("hint.none"));
      return;
    }
    const { move, text } = said.move;
    const content = [h("p", { "data-zone": "hint", "data-move": JSON.stringify(move) }, served(text)), h("p", { class: "quiet" }, t("hint.text"))];
    const chosen = await dialog(t("hint.title"), content, [[t("hint.play"), "play-hint", { class: "primary" }], [t("close"), "close"]]);
    if (chosen === "play-hint") {
      await screen.play(move);
    }
  });
