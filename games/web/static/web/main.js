/** The start of the page: texts, colours, and the page that the address names. */

import { dropPrefetched } from "./server/prefetch.js";
import "./begin.js";
import { h } from "./parts/dom.js";
import { applyLook, masthead } from "./frame.js";
import { currentRoute, onRoute } from "./router.js";
import { moves } from "./browser/store.js";
import { loadLater, loadTexts, t } from "./language/texts.js";

const app = document.getElementById("app");
let leaving = new AbortController();
const started = loadTexts();

/** Milliseconds until the app starts its tasks, so that the page loads first. It does not wait with moves to send. */
const LATER = 4000;

/**
 * The pages. Each exports `show(main, parameters, signal)`, which may return a function to call when the page is left.
 * The signal aborts then, also while the page still loads.
 */
const PAGES = {
  "": () => import("./pages/home.js"),
  make: () => import("./pages/matches/make.js"),
  join: () => import("./pages/matches/join.js"),
  match: () => import("./pages/matches/match.js"),
  replay: () => import("./pages/matches/replay.js"),
  check: () => import("./pages/matches/check.js"),
  learn: () => import("./pages/learning/learn.js"),
  puzzle: () => import("./pages/learning/puzzle.js"),
  rules: () => import("./pages/learning/rules.js"),
  availability: () => import("./pages/notifications/availability.js"),
  sanctions: () => import("./pages/people/sanctions.js"),
  stored: () => import("./pages/accounts/retention.js"),
  notifications: () => import("./pages/notifications/notifications.js"),
  you: () => import("./pages/accounts/you.js"),
  device: () => import("./pages/accounts/device.js"),
  authorize: () => import("./pages/accounts/authorize.js"),
  clubs: () => import("./pages/clubs/clubs.js"),
};

/** Load a page. All pages except the first one and the table need the later texts. */
async function load(name) {
  const page = await (PAGES[name] ?? PAGES[""])();
  if (name && name !== "match") {
    await started;
    await loadLater();
  }
  return page;
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { name, parameters } = currentRoute();
  const main = h("main", { id: "main", tabindex: "-1", "data-page": name || "home" });
  app.replaceChildren(masthead(name), main, h("div", { id: "said", class: "spoken", "aria-live": "polite" }));
  window.scrollTo(0, 0);
  try {
    const page = await load(name);
    signal.throwIfAborted();
    const left = await page.show(main, parameters, signal);
    if (signal.aborted) {
      left?.();
    } else {
      dropPrefetched();
      signal.addEventListener("abort", () => left?.());
    }
  } catch (error) {
    if (!signal.aborted) {
      main.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message || t("error.offline")));
    }
  }
}

/** Start when the texts are loaded. */
async function start() {
  load(currentRoute().name).catch(() => {}); // in parallel with the texts
  await started;
  applyLook();
  onRoute(() => {
    show();
    document.querySelectorAll("dialog[open]").forEach((open) => open.close()); // they belong to the page before
    document.getElementById("main").focus({ preventScroll: true }); // screen readers start there
  });
  const again = (event) =>
    import("./parts/again.js").then(
      ({ showAgain }) => showAgain(show, event),
      () => {},
    );
  addEventListener("languagechange", again);
  addEventListener("accepted", again);
  addEventListener("storage", (event) => event.key === "chkobba.me" && again(event));
  addEventListener("refused", () => import("./player/refused.js").then((refused) => refused.ask()).catch(() => {}));
  addEventListener("beforeinstallprompt", (event) => {
    // The page has its own banner for this.
    event.preventDefault();
    import("./app.js").then(({ offerInstall }) => offerInstall(event));
  });
  const tasks = () => import("./app.js").then((installed) => installed.start()).catch(() => {});
  setTimeout(tasks, Object.keys(moves.get()).length ? 0 : LATER);
  show();
}

start();
