/** Dialogs that save what the player enters. The text stays until the server has accepted it. */

import { dialog, h } from "./dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../server/problems.js";

/** Return the line of a dialog for the error of `save`. */
export const errorLine = () => h("p", { class: "quiet", role: "alert" });

/**
 * Run an action for the pressed button of a dialog, and close the dialog. After an error, show the error in the dialog
 * instead; if the player has left the dialog meanwhile, report it on the page. Return the name of the button, or null
 * after an error.
 */
export async function save(pressed, action) {
  const box = pressed.closest("dialog");
  const { act } = pressed.dataset;
  const refused = box.querySelector("[role=alert]");
  refused.textContent = "";
  pressed.disabled = true;
  try {
    await action(act);
    box.close(act);
    return act;
  } catch (error) {
    const words = wordsOf(error);
    pressed.disabled = false;
    if (box.open) {
      refused.textContent = words;
      pressed.focus();
    } else {
      tell(words);
    }
    return null;
  }
}

/**
 * Show a dialog in which every button runs `action(name)` and closes the dialog only after its success, except the
 * button `close`. Return the name of the button that did so, else null.
 */
export async function savingDialog(title, content, buttons, action) {
  let saving = null;
  const press = ({ currentTarget }) => (saving = save(currentTarget, action));
  const choices = buttons.map(([label, act, look]) => [label, act, look, act === "close" ? undefined : press]);
  await dialog(title, [content, errorLine()], choices);
  return saving;
}
