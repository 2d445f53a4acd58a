/** Starts the page: words, looks, and the part of it that the address names. */

import { h } from "./dom.js";
import { applyLook, masthead } from "./frame.js";
import { currentRoute, onRoute } from "./router.js";
import { loadTexts, t } from "./texts.js";

const app = document.getElementById("app");
let leave = () => {};
let turn = 0;

/** Each page gives a function `show(main, parameters)`; what that returns is called when the page is left. */
const PAGES = {
  "": () => import("./pages/home.js"),
  make: () => import("./pages/make.js"),
  join: () => import("./pages/join.js"),
  match: () => import("./pages/match.js"),
  replay: () => import("./pages/replay.js"),
  check: () => import("./pages/check.js"),
  rules: () => import("./pages/rules.js"),
  you: () => import("./pages/you.js"),
  device: () => import("./pages/device.js"),
};

async function show() {
  leave();
  leave = () => {};
  turn += 1;
  const mine = turn;
  const { name, parameters } = currentRoute();
  const load = PAGES[name] ?? PAGES[""];
  const main = h("main", { id: "main", tabindex: "-1", "data-page": name || "home" });
  app.replaceChildren(masthead(name), main, h("div", { id: "said", class: "spoken", "aria-live": "polite" }));
  window.scrollTo(0, 0);
  try {
    const page = await load();
    const left = await page.show(main, parameters);
    if (mine === turn) {
      leave = left ?? leave;
    } else {
      left?.();
    }
  } catch (error) {
    if (mine === turn) {
      main.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message || t("error.offline")));
    }
  }
}

await loadTexts();
applyLook();
onRoute(show);
show();
