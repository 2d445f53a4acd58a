/** The page as an app: it opens without a line, sends what was played without one, and can be installed. */

import { Problem, get } from "./api.js";
import { banner } from "./banner.js";
import { tell } from "./frame.js";
import { send } from "./outbox.js";
import { wordsOf } from "./problems.js";
import { currentRoute, go, onRoute } from "./router.js";
import * as store from "./store.js";
import { loadLater, t } from "./texts.js";

const WORKER = "/worker.js";
/** Milliseconds between two looks for matches that seeks have found. */
const LOOK = 10_000;

/** Begin. */
export async function start() {
  await loadLater();
  sendMoves();
  onRoute(sendMoves); // a table that is left sends no longer itself
  navigator.serviceWorker?.addEventListener("message", ({ ports }) => ports[0]?.postMessage(location.pathname + location.hash));
  navigator.serviceWorker?.startMessages();
  onRoute(closeShown);
  closeShown();
  if (store.token.get()) {
    import("./channels.js").then((channels) => channels.check()).catch(() => {});
  }
  offerOnApple().catch(() => {});
  setInterval(() => lookForMatches().catch(() => {}), LOOK);
  await navigator.serviceWorker?.register(address(), { updateViaCache: "none" }).then(watch, () => {}); // a browser may allow none
}

/** Look for matches that the player's seeks have found, as long as some look for one. */
async function lookForMatches() {
  if (store.token.get() && !document.hidden && Object.keys(store.sought.get()).length) {
    const [{ found }, { results }] = await Promise.all([import("./sought.js"), get("me/seeks?limit=100")]);
    found(results);
  }
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
  banner("release", t("app.release"), [t("app.reload"), "reload", reload]);
}

// --- being installed --------------------------------------------------------------------------------------------------

/** Offer who plays here to install the page, once: `event` is the browser's word that it can be. */
export async function offerInstall(event) {
  await loadLater();
  offerOnce(t("app.install.yes"), () => event.prompt());
}

/** An iPhone says no such word; what is to be done there, and the code that the app needs, are on a page. */
async function offerOnApple() {
  const { hindrance } = await import("./push.js");
  if (hindrance() === "install") {
    offerOnce(t("app.install.how"), () => go("told"));
  }
}

function offerOnce(label, action) {
  if (store.token.get() && !store.asked.get()) {
    store.asked.set(true);
    banner("install", t("app.install"), [label, "install", action]);
  }
}
