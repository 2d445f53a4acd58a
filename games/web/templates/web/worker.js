/**
 * Keeps the files of the page, so that it opens without a line, and shows what the server pushes. It keeps nothing of
 * a match, and of its player only what renews their subscription: what is asked of the API passes it by. Each release
 * has files of its own, and so a worker.
 */

const { release, files, icon } = {{ kept|safe }};
const CACHE = `page-${release}`;
/** Files that are named by their content never change; those of a try-out may, and are asked for first. */
const NAMED = /\.[0-9a-f]{12}\.\w+$/;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate" && /^\/($|match\/|join\/)/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => kept("/")));
  } else if (files.includes(pathname)) {
    event.respondWith(NAMED.test(pathname) ? kept(pathname, request) : fetch(request).catch(() => kept(pathname)));
  }
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request("/", { cache: "reload" }), ...files]);
}

/** The files of the release before stay one release longer, for pages that were opened with it. */
async function takeOver() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("page-"));
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
  await clients.claim();
}

/** A file that is kept; of one that the browser has thrown away, what the server says, if that is asked. */
async function kept(pathname, request) {
  const file = await caches.match(pathname, { ignoreVary: true });
  return file ?? (request ? fetch(request) : Response.error());
}

// --- what is pushed ---------------------------------------------------------------------------------------------------

addEventListener("push", (event) => event.waitUntil(show(event.data)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? "/"));
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event)));

/**
 * Show a declarative push message, as browsers do that know such. Only whoever has that very table before them needs
 * none: in every other case one must be shown, or browsers end the subscription.
 */
async function show(data) {
  const { notification = {}, app_badge } = read(data);
  const { title = "Chkobba", navigate = "/", ...shown } = notification;
  const { pathname, hash } = new URL(navigate, location.origin);
  const path = pathname + hash; // on this server, by whatever name it is reached
  const focused = (await windows()).filter((one) => one.focused);
  const looked = await Promise.all(focused.map(place));
  if (!looked.includes(path)) {
    await registration.showNotification(title, { ...shown, icon, data: path });
  }
  if (Number.isInteger(app_badge)) {
    await navigator.setAppBadge?.(app_badge).catch(() => {}); // a browser may know the icon of no app
  }
}

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

/** Go where a notification leads: to the window that is there already, in one that is open, or in a new one. */
async function lead(path) {
  const all = await windows();
  const places = await Promise.all(all.map(place));
  const there = all[places.indexOf(path)];
  if (there) {
    return there.focus();
  }
  const led = await all[0]?.navigate(path).catch(() => null); // a window of another release belongs to another worker
  return led ? led.focus() : clients.openWindow(path);
}

function windows() {
  return clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Return what a window shows; a worker knows the address alone at which it was opened, so the page is asked. */
function place(one) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), 3000); // a page that does not answer shows nothing that is known
    one.postMessage("where", [port2]);
  });
}

/**
 * Subscribe again when the browser has ended a subscription, and tell the server with what the page has left here for
 * that alone. Where that does not go through, the page tells it when it is opened.
 */
async function subscribeAnew({ oldSubscription, newSubscription }) {
  const kept = await (await caches.match("/renewal"))?.json();
  const applicationServerKey = kept?.key ?? oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !applicationServerKey) {
    return;
  }
  const subscription = newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (kept) {
    await renew(kept, subscription);
  }
}

async function renew(kept, subscription) {
  const body = JSON.stringify({ renewal: kept.renewal, subscription });
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, credentials: "omit", body };
  const answer = await fetch(kept.url, sent).catch(() => null);
  if (answer?.ok) {
    const { renewal } = await answer.json();
    await (await caches.open("renewal")).put("/renewal", new Response(JSON.stringify({ ...kept, renewal })));
  }
}
