/** The messages of a chat, the newest at the end. */

import { h, redraw } from "./dom.js";
import { t } from "../language/texts.js";

/**
 * Return a function that draws messages of the server into a list, if they have changed. `line` returns the element of
 * a message. The list stays where the player has scrolled, until a new message comes.
 */
export function messageList(list, line) {
  let shown = null;
  let newest = null;
  return (messages) => {
    const wanted = JSON.stringify(messages);
    if (wanted === shown) {
      return;
    }
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
    const none = h("li", { class: "quiet" }, t("messages.none"));
    redraw(list, messages.length ? messages.toReversed().map(line) : none);
    if (atEnd || messages[0]?.id !== newest) {
      list.scrollTop = list.scrollHeight;
    }
    shown = wanted;
    newest = messages[0]?.id;
  };
}
