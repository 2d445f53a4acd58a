/** Web Push for this browser: turning it on and off, and renewing the subscription. */

import { ROOT } from "../server/prefetch.js";
import { call, post } from "../server/api.js";
import * as store from "./store.js";
import { RENEWAL, unsubscribe } from "./subscription.js";
import { knowZone } from "../player/zone.js";

/** Milliseconds to wait for the service worker. */
const PATIENCE = 20_000;

/** Return the reason for which this browser cannot show notifications, or null. */
export function hindrance() {
  const apple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  if (!navigator.serviceWorker || !globalThis.PushManager || !globalThis.Notification) {
    return apple && !navigator.standalone ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "blocked" : null;
}

/** Ask for permission, subscribe, and register at the server. Return the reason of a failure, or null. */
export async function turnOn(offer) {
  // Browsers ask only directly after a tap.
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

/** Delete the channel of this browser and end its subscription. */
export async function turnOff({ id }) {
  await call("DELETE", `me/channels/${id}`);
  await unsubscribe();
}

/** Return a subscription with a key of the server. End an earlier one with another key, which is useless. */
async function subscribe(key) {
  const { pushManager } = await worker();
  const before = await pushManager.getSubscription();
  if (before && written(before.options.applicationServerKey) !== key) {
    await before.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function register(subscription) {
  const { renewal } = await post("me/channels", {
    type: "web_push",
    subscription: subscription.toJSON(),
    name: nameOfBrowser(),
  });
  store.pushed.set(subscription.endpoint);
  const kept = {
    renewal,
    url: `${ROOT}subscriptions/renewals`,
    key: written(subscription.options.applicationServerKey),
  };
  await (await caches.open(RENEWAL)).put("/renewal", new Response(JSON.stringify(kept)));
}

/**
 * Register the subscription again if the browser has changed it or if it has another key.
 *
 * Return true if the server no longer sends to this subscription. The player may have turned it off elsewhere, so the
 * player decides.
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

/** Close the notifications of a match; the player is looking at its table. */
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
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Return the common name of this browser and system: "Firefox · Android". */
function nameOfBrowser() {
  const agent = navigator.userAgent;
  const browser = [
    ["Edg", "Edge"],
    ["OPR", "Opera"],
    ["SamsungBrowser", "Samsung"],
    ["Firefox", "Firefox"],
    ["Chrome", "Chrome"],
    ["Safari", "Safari"],
  ].find(([sign]) => agent.includes(sign));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((sign) => agent.includes(sign));
  return [browser?.[1], system].filter(Boolean).join(" · ");
}
