/** The page as an app: it opens without a line, sends what was played without one, and can be installed. */

import { Problem } from "./api.js";
import { button, h } from "./dom.js";
import { tell } from "./frame.js";
import { send } from "./outbox.js";
import { wordsOf } from "./problems.js";
import { currentRoute, onRoute } from "./router.js";
import * as store from "./store.js";
import { loadLater, t } from "./texts.js";

const WORKER = "/worker.js";

/** Begin. */
export async function start() {
  await loadLater();
  sendMoves();
  onRoute(sendMoves); // a table that is left sends no longer itself
  navigator.serviceWorker?.addEventListener("message", ({ ports }) => ports[0]?.postMessage(location.pathname + location.hash));
  navigator.serviceWorker?.startMessages();
  onRoute(closeShown);
  closeShown();
  if (store.pushed.get()) {
    import("./push.js").then((push) => push.keep()).catch(() => {});
  }
  await navigator.serviceWorker?.register(address(), { updateViaCache: "none" }).then(watch, () => {}); // a browser may allow none
}

/** What was shown of the table that is looked at has done its work. */
function closeShown() {
  const { name, parameters } = currentRoute();
  if (name === "match" && store.pushed.get()) {
    import("./push.js").then((push) => push.closeShown(parameters[0])).catch(() => {});
  }
}

/** The address of the worker, as browsers take it that want to know who may start one. */
function address() {
  const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

// --- moves that were made without a line ------------------------------------------------------------------------------

const underWay = new Set();

/** Send the moves that are kept, but for that of the table that is shown, which does so itself. */
function sendMoves() {
  const shown = document.querySelector(".table-page")?.dataset.match;
  Object.keys(store.moves.get()).filter((id) => id !== shown && !underWay.has(id)).forEach(sendMove);
}

async function sendMove(matchId) {
  underWay.add(matchId);
  try {
    await send(matchId, {});
    tell(t("offline.sent"));
  } catch (error) {
    if (error instanceof Problem) {
      tell(t("offline.refused", { why: wordsOf(error) }));
    }
  } finally {
    underWay.delete(matchId);
  }
}

// --- a new release ----------------------------------------------------------------------------------------------------

/** Say when a new release has come. It takes over when the player wants it, or when all pages of the old one are closed. */
function watch(registration) {
  const offer = () => registration.waiting && navigator.serviceWorker.controller && offerRelease(registration.waiting);
  const installing = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  installing();
  registration.addEventListener("updatefound", installing);
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {})); // a page may stay open for days
}

function offerRelease(worker) {
  const reload = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  hint("release", t("app.release"), [t("app.reload"), "reload", reload]);
}

// --- being installed --------------------------------------------------------------------------------------------------

/** Offer who plays here to install the page, once: `event` is the browser's word that it can be. */
export async function offerInstall(event) {
  await loadLater();
  if (store.token.get() && !store.asked.get()) {
    store.asked.set(true);
    hint("install", t("app.install"), [t("app.install.yes"), "install", () => event.prompt()]);
  }
}

/** Show a line over the page with something to do, until that is done or sent away. */
function hint(zone, text, [label, act, action]) {
  document.querySelector(".hint")?.remove();
  const close = () => line.remove();
  const line = h(
    "aside",
    { class: "hint", "data-zone": zone, "aria-label": text },
    h("p", {}, text),
    h("div", { class: "row" }, button(label, act, () => (close(), action()), { class: "primary small" }), button(t("app.later"), "later", close, { class: "small ghostly" })),
  );
  document.body.append(line);
}
