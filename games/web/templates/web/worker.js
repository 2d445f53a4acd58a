/**
 * The service worker. It caches the files of the page, so that the page opens offline, and shows push messages.
 *
 * It stores no data of matches, and of the player only the secret that renews their subscription. It does not handle
 * requests to the API. Each release has its own files, and so its own worker.
 */

const { release, files, icon } = JSON.parse("{{ kept|escapejs }}");
const CACHE = `page-${release}`;
/** Files with a digest in their name never change. Those of a try-out server may, so the network comes first. */
const NAMED = /\.[0-9a-f]{12}\.\w+$/;
/** The addresses of the page; others of this origin are those of the admin, of documentation, and of links in mails. */
const PAGE = /^\/($|match\/|join\/)/;
/**
 * Milliseconds to wait for the answer of a window. Firefox lets a tap on a notification open a window for one second.
 */
const PATIENCE = 700;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate" && PAGE.test(pathname)) {
    event.respondWith(fetch(request).catch(() => kept("/")));
  } else if (NAMED.test(pathname)) {
    event.respondWith(keptOfAny(request));
  } else if (files.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  }
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request("/", { cache: "reload" }), ...files]);
}

/** Delete old caches. The files of the previous release stay, for pages that are still open. */
async function takeOver() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("page-"));
  const others = ours.filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Return a file of this release. A search in all caches would find that of the previous one first. */
async function kept(pathname) {
  return (await caches.match(pathname, { cacheName: CACHE, ignoreVary: true })) ?? Response.error();
}

/** Return a file with a digest, which an open page of the previous release may need. If it is gone, ask the server. */
async function keptOfAny(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// --- push messages ---------------------------------------------------------------------------------------------------

addEventListener("push", (event) => event.waitUntil(show(event.data)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? "/"));
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event)));

/**
 * Show a declarative push message, like browsers that support them. A player who looks at the page of the message needs
 * no notification. In every other case one must be shown, or browsers end the subscription.
 */
async function show(data) {
  const { notification = {}, app_badge } = read(data);
  const { title = "Chkobba", navigate = "/", ...shown } = notification;
  const { pathname, hash } = new URL(navigate, location.origin);
  const path = pathname + hash; // the server may be reached by several host names
  const focused = (await windows()).filter((one) => one.focused);
  const looked = await Promise.all(focused.map(place));
  if (!looked.includes(path)) {
    await registration.showNotification(title, { ...shown, icon, data: path });
  }
  if (Number.isInteger(app_badge)) {
    await navigator.setAppBadge?.(app_badge).catch(() => {}); // browsers reject this for a page that is not installed
  }
}

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

/** Open the page of a notification: in the window that shows it, else in another open window, else in a new one. */
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

/** Return the open windows with the page. */
async function windows() {
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => PAGE.test(new URL(url).pathname));
}

/** Return the current address of a window. A worker knows only the address at opening, so it asks the page. */
function place(one) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE); // a page that does not answer counts as unknown
    one.postMessage("where", [port2]);
  });
}

/**
 * Subscribe again when the browser has ended a subscription. Register it at the server with the secret that the page
 * has stored for this purpose. After a failure, the page registers it the next time it opens.
 */
async function subscribeAnew({ oldSubscription, newSubscription }) {
  const stored = await (await caches.match("/renewal"))?.json();
  const applicationServerKey = stored?.key ?? oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !applicationServerKey) {
    return;
  }
  const subscription =
    newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (stored) {
    await renew(stored, subscription);
  }
}

async function renew(stored, subscription) {
  const body = JSON.stringify({ renewal: stored.renewal, subscription });
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, credentials: "omit", body };
  const answer = await fetch(stored.url, sent).catch(() => null);
  if (answer?.ok) {
    const { renewal } = await answer.json();
    await (await caches.open("renewal")).put("/renewal", new Response(JSON.stringify({ ...stored, renewal })));
  }
}
