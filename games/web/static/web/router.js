/**
 * Addresses within the page: /match/ID, /join/CODE, /#/rules/chkobba.
 *
 * The server knows those of a table and of an invitation, so that they can be previewed where they are shared. All others
 * stand behind the #, which browsers keep to themselves; so did these two, and old links still lead there.
 */

const REAL = ["match", "join"];

/** Return where we are: the name of a page and what follows it. */
export function currentRoute() {
  const place = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
  const [name, ...parameters] = place.slice(1).split("/").map(decoded);
  return { name, parameters };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    // Nobody wrote this address with encodeURIComponent.
    return part;
  }
}

/** Return the address of a page. */
export function href(...parts) {
  const path = parts.map(encodeURIComponent).join("/");
  return path && !(parts.length > 1 && REAL.includes(parts[0])) ? `/#/${path}` : `/${path}`;
}

/** Return the address of a page as others need it. */
export function link(...parts) {
  return new URL(href(...parts), location.href).href;
}

/** Go to a page. */
export function go(...parts) {
  visit(href(...parts));
}

/** Go to a page in place of this one, which "back" then leaves out. */
export function goInstead(...parts) {
  visit(href(...parts), "replaceState");
}

function visit(address, way = "pushState") {
  history[way](null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Call a function whenever the address changes; links to pages of ours need nothing of the server. */
export function onRoute(listener) {
  addEventListener("popstate", listener);
  addEventListener("click", (event) => {
    const to = event.target.closest?.("a[href]");
    if (to && ours(to) && !event.defaultPrevented && !event.button && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      if (to.href !== location.href) {
        visit(to.href);
      }
    }
  });
}

function ours({ origin, pathname, target }) {
  return origin === location.origin && !target && (pathname === "/" || REAL.includes(pathname.split("/")[1]));
}
