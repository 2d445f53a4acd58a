/** Shared parts of the pages of clubs: the fields of a club, presets in words, listeners that report errors. */

import { h } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { tell } from "../../frame.js";
import { wordsOf } from "../../server/problems.js";
import { loadLater, t } from "../../language/texts.js";

export const JOINING = ["invitation", "request", "open"];
const LONGEST_NAME = 40;
const LONGEST = 2000;

/** Return the fields of a club's description (`shown`), and a function that reads them (`wish`). */
export function about({ name, description, joining }) {
  const called = h("input", {
    id: "club-name",
    required: true,
    minlength: "3",
    maxlength: LONGEST_NAME,
    value: name,
    dir: "auto",
  });
  const said = h("textarea", { id: "club-description", rows: 3, maxlength: LONGEST, value: description, dir: "auto" });
  const way = h(
    "select",
    { id: "club-joining" },
    JOINING.map((one) => h("option", { value: one, selected: one === joining }, t(`club.joining.${one}`))),
  );
  return {
    shown: [
      field("club-name", t("club.name"), called),
      field("club-description", t("club.description"), said),
      field("club-joining", t("club.joining"), way),
    ],
    wish: () => ({ name: called.value.trim(), description: said.value, joining: way.value }),
  };
}

/** Return a listener for a button or a form that runs an action and reports its error. */
export function attempt(act) {
  return async (event) => {
    event?.preventDefault();
    try {
      await loadLater(); // the error may need the later texts
      await act(event);
    } catch (error) {
      tell(wordsOf(error));
    }
  };
}

/** Return a preset in words: its name, its game and its number of players. */
export function presetWords({ name, game, seats, rated }) {
  return [name, game.name, t("seek.players", { count: seats }), rated ? t("club.rated") : null]
    .filter(Boolean)
    .join(" · ");
}
