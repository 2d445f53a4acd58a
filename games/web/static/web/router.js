/**
 * Addresses of pages: /match/ID, /join/CODE, /#/rules/chkobba.
 *
 * The server handles the addresses of matches and invitations, so that shared links have a preview. All others are
 * behind the #, which browsers do not send. Old links have these two behind the #, too, and still work.
 */

const REAL = ["match", "join"];

/** Return the current page: its name and its parameters. */
export function currentRoute() {
  const place = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
  const [name, ...parameters] = place.slice(1).split("/").map(decoded);
  return { name, parameters };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    // This address was not written with encodeURIComponent.
    return part;
  }
}

/** Return the address of a page, relative to the site. */
export function href(...parts) {
  const path = parts.map(encodeURIComponent).join("/");
  return path && !(parts.length > 1 && REAL.includes(parts[0])) ? `/#/${path}` : `/${path}`;
}

/** Return the absolute URL of a page. */
export function link(...parts) {
  return new URL(href(...parts), location.href).href;
}

/** Go to a page, with a new entry in the history. */
export function go(...parts) {
  visit(href(...parts));
}

/** Go to a page and replace the current entry in the history, so that "back" skips it. */
export function goInstead(...parts) {
  visit(href(...parts), "replaceState");
}

function visit(address, way = "pushState") {
  history[way](null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Call a function whenever the address changes. Links to our pages open without a request for a new page. */
export function onRoute(listener) {
  addEventListener("popstate", listener);
  addEventListener("click", (event) => {
    const to = event.target.closest?.("a[href]");
    if (
      to &&
      ours(to) &&
      !event.defaultPrevented &&
      !event.button &&
      !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    ) {
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
