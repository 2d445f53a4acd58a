/**
 * Addresses within the page: #/match/ID, #/join/CODE, #/rules/chkobba.
 *
 * They stand behind the #, which browsers keep to themselves: a room code in a link is in no server's log.
 */

/** Return where we are: the name of a page and what follows it. */
export function currentRoute() {
  const [name, ...parameters] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { name, parameters };
}

/** Return the address of a page. */
export function href(...parts) {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Go to a page. */
export function go(...parts) {
  location.hash = href(...parts);
}

/** Go to a page in place of this one, which "back" then leaves out. */
export function goInstead(...parts) {
  location.replace(href(...parts));
}

/** Call a function whenever the address changes. */
export function onRoute(listener) {
  addEventListener("hashchange", listener);
}
