/** Writing in a chat: sending messages, and the form for free text. */

import { h } from "./dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../server/problems.js";
import { postOnce } from "../server/retry.js";
import { t } from "../language/texts.js";

const LONGEST = 500;

/** Send a message to a chat, and report an error. Return true if the server accepted it. `look` loads the chat anew. */
export async function sendMessage(path, message, look) {
  try {
    await postOnce(path, { message });
    return true;
  } catch (error) {
    tell(wordsOf(error));
    return false;
  } finally {
    look().catch(() => {}); // the next look tries again; after an error, free text may be off
  }
}

/**
 * Return the form for free text. It is empty at once, so that the player can go on writing. A text that was not
 * accepted comes back, before what the player has written since.
 */
export function textForm(id, say) {
  const input = h("textarea", { id, rows: 2, maxlength: LONGEST, required: true, dir: "auto" });
  const send = async (event) => {
    event.preventDefault();
    const text = input.value;
    input.value = "";
    if (!(await say({ type: "text", text }))) {
      input.value = [text, input.value].filter(Boolean).join("\n");
    }
  };
  return h(
    "form",
    { class: "form", onsubmit: send },
    h("div", { class: "field" }, h("label", { for: id }, t("messages.text")), input),
    h("div", { class: "row" }, h("button", { type: "submit", "data-act": "send-message" }, t("messages.send"))),
  );
}
