/** Settings of the table: suits, colours, pace. */

import { dialog, h } from "../parts/dom.js";
import { applyLook, tell } from "../frame.js";
import { setSuits } from "../player/preferences.js";
import { wordsOf } from "../server/problems.js";
import * as store from "../browser/store.js";
import { loadLater, t } from "../language/texts.js";
import { plain } from "./board/faces.js";

/** Show the dialog of settings, and redraw the table after each choice. */
export async function settings(screen) {
  await loadLater();
  await dialog(
    t("look.title"),
    looks(() => screen.changed()),
    [[t("close"), "close"]],
  );
}

/** Return the settings; `changed` is called after each choice. */
export function looks(changed) {
  const samples = h("div", { class: "samples", "aria-hidden": "true" });
  const show = () => samples.replaceChildren(...["7D", "QH", "AS", "KC"].map((card) => plain(card)));
  show();
  const choose = (setting, name, values, chosen) =>
    h(
      "fieldset",
      { class: "segments" },
      h("legend", {}, t(`look.${name}`)),
      values.map((value) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value,
            checked: setting.get() === value,
            onchange: () => (
              setting.set(value),
              applyLook(),
              show(),
              changed(),
              chosen?.(value).catch((error) => tell(wordsOf(error)))
            ),
          }),
          h("span", {}, t(`look.${name}.${value}`)),
        ),
      ),
    );
  return h(
    "div",
    { class: "looks" },
    choose(store.suits, "suits", ["french", "italian"], setSuits),
    samples,
    choose(store.look, "colours", ["system", "light", "dark"]),
    choose(store.pace, "pace", ["slow", "normal", "fast", "none"]),
    choose(store.order, "order", ["most_urgent", "least_urgent"]),
    choose(store.sounds, "sounds", ["off", "on"]),
    "vibrate" in navigator ? choose(store.vibration, "vibration", ["off", "on"]) : null,
  );
}
