/**
 * Handling of a token that the server does not accept: an error of a gateway, a restored database, or a device that was
 * signed out elsewhere. A guest has only the token, so it stays until the player signs out.
 */

import { get, pause, untilAnswered } from "../server/api.js";
import { button, h } from "../parts/dom.js";
import { tell } from "../frame.js";
import { remember } from "./player.js";
import { signOut } from "./signing.js";
import { go } from "../router.js";
import * as store from "../browser/store.js";
import { loadLater, t } from "../language/texts.js";

/** Milliseconds between two attempts: the first pause, and the longest. */
const SOONEST = 60_000;
const LATEST = 900_000;
/** The least milliseconds between two redrawings after refusals that the server has not confirmed. */
const CALM = 60_000;

const banner = () => document.querySelector("[data-zone='refused']");
let waking = null;
let drawnAt = -CALM;

/**
 * Retry, less and less often, until the server accepts the token or the player signs out. Then draw the page again,
 * since the refused request may have ended its updates.
 */
export async function ask() {
  if (waking) {
    return;
  }
  waking = new AbortController();
  for (let wait = SOONEST; await isRefused(); wait = Math.min(2 * wait, LATEST)) {
    await warn();
    await pause(wait, waking.signal).catch(() => {});
    waking = new AbortController();
  }
  const shown = banner();
  shown?.remove();
  if (!shown) {
    await pause(drawnAt + CALM - performance.now()); // a server that refuses only some requests must not cause a loop
  }
  waking = null;
  if (shown || store.token.get()) {
    drawnAt = performance.now();
    dispatchEvent(new Event("accepted"));
  }
}

async function isRefused() {
  try {
    if (store.token.get()) {
      remember(await untilAnswered(() => get("me"), { signal: waking.signal }));
    }
    return false;
  } catch (error) {
    return error.status === 401 || Boolean(banner());
  }
}

/** Show a banner over every page with the problem and the choices of the player. */
async function warn() {
  await loadLater();
  if (banner()) {
    tell(t("refused.title"));
    return;
  }
  const again = () => waking.abort();
  const leave = () => {
    signOut();
    go("device");
    again();
  };
  document.body.append(
    h(
      "aside",
      { class: "hint", role: "alert", "data-zone": "refused", "aria-label": t("refused.title") },
      h("p", {}, t("refused.text", { name: store.me.get()?.nickname ?? "" })),
      h(
        "div",
        { class: "row" },
        button(t("refused.again"), "ask-again", again, { class: "primary small" }),
        button(t("refused.leave"), "leave-refused", leave, { class: "small ghostly" }),
      ),
    ),
  );
}
