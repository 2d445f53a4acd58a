/** The frame of every page: the header with the player, the title, and messages for screen readers. */

import { avatar } from "./parts/avatars.js";
import { h } from "./parts/dom.js";
import { href } from "./router.js";
import * as store from "./browser/store.js";
import { t } from "./language/texts.js";

let title = document.title;
let waiting = 0;

/** Set the title of the page, after the number of matches that wait for the player. */
export function entitle(text) {
  title = text;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** Show the number of matches that wait for the player, in the title and on the icon of the app. */
export function showWaiting(count) {
  waiting = count;
  entitle(title);
  // Browsers reject this for a page that is not installed.
  navigator.setAppBadge?.(count).catch(() => {});
}

/** Return the header of a page. */
export function masthead(page) {
  const me = store.me.get();
  return h(
    "header",
    { class: "masthead" },
    h("a", { class: "skip", href: "#main", onclick: skip }, t("frame.skip")),
    h("a", { class: "wordmark", href: href(), "aria-current": page === "" ? "page" : false }, t("frame.name")),
    h(
      "nav",
      { "aria-label": t("frame.menu") },
      h("a", { href: href("rules"), "aria-current": page === "rules" ? "page" : false }, t("frame.rules")),
      h(
        "a",
        { class: "me", href: href("you"), "aria-current": page === "you" ? "page" : false, "data-act": "you" },
        me ? [avatar(me.avatar), h("span", {}, me.nickname)] : t("frame.you"),
      ),
    ),
  );
}

function skip(event) {
  event.preventDefault(); // the part after the # names a page, not a place in it
  document.getElementById("main").focus();
}

/** Apply the colours that the player chose, or those of the system. */
export function applyLook() {
  const look = store.look.get();
  if (look === "system") {
    delete document.documentElement.dataset.look;
  } else {
    document.documentElement.dataset.look = look;
  }
}

/** Let a screen reader setLanguage a text. */
export function say(text) {
  const place = document.getElementById("said");
  if (place) {
    place.textContent = "";
    setTimeout(() => (place.textContent = text), 50);
  }
}

/** Show a message at the bottom for `lasting` milliseconds. Screen readers setLanguage it, too. */
export function tell(text, { lasting = 6000 } = {}) {
  const line = h("div", { class: "toast", role: "status" }, text);
  document.querySelectorAll(".toast").forEach((old) => old.remove());
  document.body.append(line);
  setTimeout(() => line.remove(), lasting);
}
