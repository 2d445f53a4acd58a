/** What the pages of clubs share: the fields of a club, presets in words, listeners that say what went wrong. */

import { h } from "../dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../problems.js";
import { loadLater, t } from "../texts.js";
import { field } from "./make.js";

export const JOINING = ["invitation", "request", "open"];
const LONGEST_NAME = 40;
const LONGEST = 2000;

/** The fields of what a club says of itself, and what is said in them. */
export function about({ name, description, joining }) {
  const called = h("input", { id: "club-name", required: true, minlength: "3", maxlength: LONGEST_NAME, value: name, dir: "auto" });
  const said = h("textarea", { id: "club-description", rows: 3, maxlength: LONGEST, value: description, dir: "auto" });
  const way = h("select", { id: "club-joining" }, JOINING.map((one) => h("option", { value: one, selected: one === joining }, t(`club.joining.${one}`))));
  return {
    shown: [field("club-name", t("club.name"), called), field("club-description", t("club.description"), said), field("club-joining", t("club.joining"), way)],
    wish: () => ({ name: called.value.trim(), description: said.value, joining: way.value }),
  };
}

/** A listener that does something and says what went wrong; of a form, too. */
export function attempt(act) {
  return async (event) => {
    event?.preventDefault();
    try {
      await loadLater(); // what is said may be among the words of later
      await act(event);
    } catch (error) {
      tell(wordsOf(error));
    }
  };
}

/** What a preset is called, with its game and how many play. */
export function presetWords({ name, game, seats, rated }) {
  return [name, game.name, t("seek.players", { count: seats }), rated ? t("club.rated") : null].filter(Boolean).join(" · ");
}
