/** The push subscription that this browser has, and its end. */

import * as store from "./store.js";

/** The cache with the secret with which the worker renews a subscription at the server; the worker has no token. */
export const RENEWAL = "renewal";

/** End the subscription of this browser. The server learns it at the next push. */
export async function unsubscribe() {
  store.pushed.set(null);
  await globalThis.caches?.delete(RENEWAL);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
