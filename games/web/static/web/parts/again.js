/** The same page once more, in another language. */

import { loadTexts } from "../language/texts.js";

/**
 * Show the page again in the current language. Keep the scroll position, the focus and the typed values.
 *
 * A page with a secret that the server never shows again (`data-secret`) stays as it is, until the player goes on.
 */
export async function showAgain(show) {
  await loadTexts();
  if (document.querySelector("[data-secret]")) {
    return;
  }
  const place = window.scrollY;
  const focused = document.activeElement?.id;
  const typed = [...document.querySelectorAll("main input[id]")].map(({ id, value, checked }) => ({
    id,
    value,
    checked,
  }));
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
