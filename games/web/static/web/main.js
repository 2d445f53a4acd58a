/** Starts the page: words, looks, and the part of it that the address names. */

import { forgetAhead } from "./ahead.js";
import "./begin.js";
import { h } from "./dom.js";
import { applyLook, masthead } from "./frame.js";
import { currentRoute, onRoute } from "./router.js";
import { moves } from "./store.js";
import { loadLater, loadTexts, t } from "./texts.js";

const app = document.getElementById("app");
let leave = () => {};
let turn = 0;
const started = loadTexts();

/** Milliseconds after which what is for later visits may take the line; with moves to send, at once. */
const LATER = 4000;

/** Each page gives a function `show(main, parameters)`; what that returns is called when the page is left. */
const PAGES = {
  "": () => import("./pages/home.js"),
  make: () => import("./pages/make.js"),
  join: () => import("./pages/join.js"),
  match: () => import("./pages/match.js"),
  replay: () => import("./pages/replay.js"),
  check: () => import("./pages/check.js"),
  learn: () => import("./pages/learn.js"),
  puzzle: () => import("./pages/puzzle.js"),
  rules: () => import("./pages/rules.js"),
  hours: () => import("./pages/hours.js"),
  sanctions: () => import("./pages/sanctions.js"),
  stored: () => import("./pages/stored.js"),
  told: () => import("./pages/told.js"),
  you: () => import("./pages/you.js"),
  device: () => import("./pages/device.js"),
  authorize: () => import("./pages/authorize.js"),
  clubs: () => import("./pages/clubs.js"),
};

/** Load a page, with its words where it says more than the first one and the table. */
async function load(name) {
  const page = await (PAGES[name] ?? PAGES[""])();
  if (name && name !== "match") {
    await started;
    await loadLater();
  }
  return page;
}

async function show() {
  leave();
  leave = () => {};
  turn += 1;
  const mine = turn;
  const { name, parameters } = currentRoute();
  const main = h("main", { id: "main", tabindex: "-1", "data-page": name || "home" });
  app.replaceChildren(masthead(name), main, h("div", { id: "said", class: "spoken", "aria-live": "polite" }));
  window.scrollTo(0, 0);
  try {
    const page = await load(name);
    const left = await page.show(main, parameters);
    if (mine === turn) {
      forgetAhead();
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

/** Say everything anew in the language that is spoken now; players stay where they were, with what they have typed. */
async function sayAnew() {
  await loadTexts();
  const place = window.scrollY;
  const focused = document.activeElement?.id;
  const typed = [...document.querySelectorAll("main input[id]")].map(({ id, value, checked }) => ({ id, value, checked }));
  await show();
  typed.forEach(({ id, ...entered }) => {
    const input = document.getElementById(id);
    if (input) {
      Object.assign(input, entered).dispatchEvent(new Event("input")); // a replay goes to its step
    }
  });
  window.scrollTo(0, place);
  document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Begin, when the words are there. */
async function start() {
  load(currentRoute().name).catch(() => {}); // on its way while the words are
  await started;
  applyLook();
  onRoute(() => {
    show();
    document.getElementById("main").focus({ preventScroll: true }); // where the new page is read from
  });
  addEventListener("languagechange", sayAnew);
  addEventListener("accepted", sayAnew);
  addEventListener("refused", () => import("./refused.js").then((refused) => refused.ask()).catch(() => {}));
  addEventListener("beforeinstallprompt", (event) => {
    // The page asks itself, in its own words.
    event.preventDefault();
    import("./app.js").then((app) => app.offerInstall(event));
  });
  setTimeout(() => import("./app.js").then((app) => app.start()).catch(() => {}), Object.keys(moves.get()).length ? 0 : LATER);
  show();
}

start();
