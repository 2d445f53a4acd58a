/** The same page once more: in another language, or for another player. */

import { showWaiting } from "../frame.js";
import { loadTexts } from "../language/texts.js";

/**
 * Show the page again in the current language. Keep the scroll position, the focus and the typed values.
 *
 * A page with a secret that the server never shows again (`data-secret`) stays as it is, until the player goes on.
 *
 * `event` is the reason. If another tab has stored the player (`storage`), show the page only if the player has signed
 * out or is another one. Then keep nothing that the player before has typed.
 */
export async function showAgain(show, { type, oldValue, newValue }) {
  const isOther = type === "storage";
  if (isOther && idIn(oldValue) === idIn(newValue)) {
    return;
  }
  await loadTexts();
  if (document.querySelector("[data-secret]")) {
    return;
  }
  if (isOther) {
    document.querySelectorAll("dialog[open]").forEach((open) => open.close());
    showWaiting(0);
    await show();
    return;
  }
  const place = window.scrollY;
  const focused = document.activeElement?.id;
  const fields = document.querySelectorAll("main :is(input, textarea)[id]");
  const typed = [...fields].map(({ id, value, checked }) => ({ id, value, checked }));
  await show();
  typed.forEach(({ id, ...entered }) => {
    const input = document.getElementById(id);
    if (input) {
      Object.assign(input, entered).dispatchEvent(new Event("input")); // so that a replay goes to its step
    }
  });
  window.scrollTo(0, place);
  document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Return the id of a player as browser/store.js stores them, or undefined without a player. */
const idIn = (stored) => JSON.parse(stored)?.id;
