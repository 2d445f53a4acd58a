/** The page as an app: it opens offline, sends moves that were made offline, and can be installed. */

import { Problem, get } from "./server/api.js";
import { banner } from "./parts/banner.js";
import { tell } from "./frame.js";
import { send, waitingMove } from "./server/outbox.js";
import { wordsOf } from "./server/problems.js";
import { currentRoute, go, onRoute } from "./router.js";
import * as store from "./browser/store.js";
import { loadLater, t } from "./language/texts.js";

const WORKER = "/worker.js";
/** Milliseconds between two checks for matches that seeks have found. */
const LOOK = 10_000;

/** Start the tasks of the app that are not part of a page. */
export async function start() {
  await loadLater();
  sendMoves();
  onRoute(sendMoves); // the table page sends its own move only while it is open
  navigator.serviceWorker?.addEventListener("message", ({ ports }) =>
    ports[0]?.postMessage(location.pathname + location.hash),
  );
  navigator.serviceWorker?.startMessages();
  onRoute(closeShown);
  closeShown();
  if (store.token.get()) {
    import("./browser/channels.js").then((channels) => channels.check()).catch(() => {});
  }
  offerOnApple().catch(() => {});
  setInterval(() => lookForMatches().catch(() => {}), LOOK);
  await navigator.serviceWorker?.register(address(), { updateViaCache: "none" }).then(watch, () => {}); // a browser may refuse workers
}

/** Check for matches that the player's seeks have found, as long as a seek is open. */
async function lookForMatches() {
  if (store.token.get() && !document.hidden && Object.keys(store.sought.get()).length) {
    const [{ found }, { results }] = await Promise.all([import("./parts/foundmatches.js"), get("me/seeks?limit=100")]);
    found(results);
  }
}

/** Close the notifications of the match that the player is looking at. */
function closeShown() {
  const { name, parameters } = currentRoute();
  if (name === "match" && store.pushed.get()) {
    import("./browser/push.js").then((push) => push.closeShown(parameters[0])).catch(() => {});
  }
}

/** Return the URL of the worker, as a trusted URL for browsers with Trusted Types. */
function address() {
  const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

// --- moves that were made offline ------------------------------------------------------------------------------------

const underWay = new Set();

/** Send the stored moves, except that of the open table, which sends its own. */
function sendMoves() {
  const shown = document.querySelector(".table-page")?.dataset.match;
  Object.keys(store.moves.get())
    .filter((id) => id !== shown && !underWay.has(id))
    .forEach(sendMove);
}

async function sendMove(matchId) {
  underWay.add(matchId);
  try {
    await send(matchId, {});
    tell(t("offline.sent"));
  } catch (error) {
    if (error instanceof Problem && !waitingMove(matchId)) {
      tell(t("offline.refused", { why: wordsOf(error) }));
    }
  } finally {
    underWay.delete(matchId);
  }
}

// --- a new release ---------------------------------------------------------------------------------------------------

/** Tell the player about a new release. It starts on their click, or when all pages of the old one are closed. */
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

// --- installation ----------------------------------------------------------------------------------------------------

/** Offer the player to install the page, once. `event` is the browser's `beforeinstallprompt`. */
export async function offerInstall(event) {
  await loadLater();
  offerOnce(t("app.install.yes"), () => event.prompt());
}

/** Offer the installation on an iPhone, which has no such event. A page has the steps and the code for the app. */
async function offerOnApple() {
  const { hindrance } = await import("./browser/push.js");
  if (hindrance() === "install") {
    offerOnce(t("app.install.how"), () => go("notifications"));
  }
}

function offerOnce(label, action) {
  if (store.token.get() && !store.asked.get()) {
    store.asked.set(true);
    banner("install", t("app.install"), [label, "install", action]);
  }
}
