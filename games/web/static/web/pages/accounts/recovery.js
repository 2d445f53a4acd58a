/** The recovery code of a player: offered, made, and replaced by the next one when it was used to sign in. */

import { button, h, redraw } from "../../parts/dom.js";
import { signInWith } from "../../player/signing.js";
import { go, goInstead } from "../../router.js";
import { copyButton } from "../../browser/share.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";

/** Sign in with the token from the server and go on. First show the next recovery code, if there is one. */
export async function enter(panel, { token, recovery_code: next }) {
  await signInWith(token);
  if (next) {
    store.recovery.set("made");
    await loadLater().catch(() => {}); // of the player's language; the code is shown in any case
    redraw(
      panel,
      h("h1", {}, t("recovery.next")),
      keepIt(next),
      h(
        "div",
        { class: "row" },
        button(t("device.accept"), "go-on", () => go(...store.onward.take()), { class: "primary" }),
      ),
    );
  } else {
    goInstead(...store.onward.take());
  }
}

/** Offer a recovery code above the player's matches, from the first match on, until they make or postpone it. */
export async function offer(section) {
  await loadLater();
  const note = h(
    "div",
    { class: "note", "data-zone": "keep" },
    h("p", {}, t("recovery.offer")),
    h(
      "div",
      { class: "row" },
      button(t("recovery.make"), "keep", () => go("you", "recovery"), { class: "primary" }),
      button(t("recovery.later"), "keep-later", () => (store.recovery.set("later"), note.remove()), {
        class: "ghostly",
      }),
    ),
  );
  section.querySelector("[data-zone='keep']")?.remove();
  section.querySelector("h2").after(note);
}

/** Return a code to write down; the server never shows it again. */
export function keepIt(code) {
  return [
    h("p", { class: "code", "data-zone": "recovery-code", "data-secret": "once", dir: "ltr" }, code),
    h("p", {}, t("recovery.keep")),
    h("div", { class: "row" }, copyButton("copy-recovery", code)),
  ];
}
