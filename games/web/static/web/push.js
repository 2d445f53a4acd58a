/** Notifications of this browser while the page is closed: turning them on and off, and keeping them alive (Web Push). */

import { ROOT } from "./ahead.js";
import { call, post } from "./api.js";
import * as store from "./store.js";
import { knowZone } from "./zone.js";

/** Milliseconds that the worker of the page has to be there. */
const PATIENCE = 20_000;
/** Where the worker of the page finds with what it tells the server of another subscription; of a token it knows nothing. */
const RENEWAL = "renewal";

/** Return what keeps this browser from showing notifications, if anything does. */
export function hindrance() {
  const apple = /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  if (!navigator.serviceWorker || !globalThis.PushManager || !globalThis.Notification) {
    return apple && !navigator.standalone ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "blocked" : null;
}

/** Ask the browser, and then have the server send here; return what kept it from that, if anything did. */
export async function turnOn(offer) {
  // The first thing after the tap, or browsers do not ask.
  if ((await Notification.requestPermission()) !== "granted") {
    return "not_allowed";
  }
  const subscription = await subscribe(offer.public_key).catch(() => null);
  if (!subscription) {
    return "failed";
  }
  await knowZone();
  await register(subscription);
  return null;
}

/** Have nothing sent here any more. */
export async function turnOff({ id }) {
  await call("DELETE", `me/channels/${id}`);
  await unsubscribe();
}

/** Return a subscription with a key of the server; one with another key is of no use. */
async function subscribe(key) {
  const { pushManager } = await worker();
  const before = await pushManager.getSubscription();
  if (before && written(before.options.applicationServerKey) !== key) {
    await before.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function register(subscription) {
  const { renewal } = await post("me/channels", { type: "web_push", subscription: subscription.toJSON(), name: nameOfBrowser() });
  store.pushed.set(subscription.endpoint);
  const kept = { renewal, url: `${ROOT}subscriptions/renewals`, key: written(subscription.options.applicationServerKey) };
  await (await caches.open(RENEWAL)).put("/renewal", new Response(JSON.stringify(kept)));
}

/** Have nothing shown here any more. */
export async function unsubscribe() {
  store.pushed.set(null);
  await globalThis.caches?.delete(RENEWAL);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Bring browser and server together again: a subscription that the browser has changed by itself, or that was made with
 * another key, becomes the one of the server. Return true where the server sends here no more, though the browser would
 * show it: that is for the player to decide, who may have turned it off elsewhere.
 */
export async function keep({ channels, offered }) {
  const offer = offered.find(({ type }) => type === "web_push");
  if (!offer || hindrance() || Notification.permission !== "granted") {
    return false;
  }
  const before = await (await worker()).pushManager.getSubscription();
  const ours = before && written(before.options.applicationServerKey) === offer.public_key;
  const same = ours && before.endpoint === store.pushed.get();
  if (same && !channels.some(({ type, current }) => type === "web_push" && current)) {
    await unsubscribe();
    return true;
  }
  const subscription = ours ? before : await subscribe(offer.public_key);
  if (!same || !(await caches.has(RENEWAL))) {
    await register(subscription);
  }
  return false;
}

/** Close what was shown of a match: whoever looks at its table knows. */
export async function closeShown(matchId) {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.({ tag: matchId })) ?? [];
  shown.forEach((notification) => notification.close());
}

function worker() {
  const late = new Promise((resolve, reject) => setTimeout(() => reject(new Error("no worker")), PATIENCE));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function written(key) {
  return btoa(String.fromCharCode(...new Uint8Array(key))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** How people call their browser: "Firefox · Android". */
function nameOfBrowser() {
  const agent = navigator.userAgent;
  const browser = [["Edg", "Edge"], ["OPR", "Opera"], ["SamsungBrowser", "Samsung"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Safari", "Safari"]].find(([sign]) => agent.includes(sign));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((sign) => agent.includes(sign));
  return [browser?.[1], system].filter(Boolean).join(" · ");
}
