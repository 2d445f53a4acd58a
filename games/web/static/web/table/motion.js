/** Showing where cards come from and where they go, on top of a table that is right without it. */

const TIME = 420;

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Note where all cards are, before the table is drawn anew. */
export function snapshot(root) {
  const cards = new Map();
  for (const element of root.querySelectorAll("[data-card]")) {
    const key = element.dataset.card;
    if (!cards.has(key)) {
      cards.set(key, { element, place: element.getBoundingClientRect() });
    }
  }
  return cards;
}

/** Let the cards move from where they were. `from` and `to` name the anchors of cards that were not, or are no more. */
export function animate(root, before, { from = {}, to = {} } = {}) {
  if (still() || !root.animate) {
    return;
  }
  const present = new Set();
  let delay = 0;
  for (const element of root.querySelectorAll("[data-card]")) {
    const key = element.dataset.card;
    if (present.has(key)) {
      continue;
    }
    present.add(key);
    const origin = before.get(key)?.place ?? anchor(root, typeof from === "string" ? from : from[key]);
    if (!origin) {
      continue;
    }
    const place = element.getBoundingClientRect();
    const [x, y] = [origin.left + origin.width / 2 - place.left - place.width / 2, origin.top + origin.height / 2 - place.top - place.height / 2];
    if (Math.abs(x) + Math.abs(y) > 4) {
      const scale = before.has(key) ? origin.width / place.width || 1 : 0.6;
      element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: TIME, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
      delay += before.has(key) ? 0 : 40;
    }
  }
  for (const [key, goal] of Object.entries(to)) {
    const old = before.get(key) ?? { element: null };
    const end = anchor(root, goal);
    if (!present.has(key) && old.element && end) {
      fly(old, end);
    }
  }
}

function anchor(root, name) {
  return name ? root.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect() : null;
}

/** Let a picture of a card that is gone fly to where it went. */
function fly({ element, place }, end) {
  const ghost = element.cloneNode(true);
  ghost.className = "card ghost";
  for (const name of ["data-card", "data-act", "data-lit", "data-chosen"]) {
    ghost.removeAttribute(name);
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  Object.assign(ghost.style, { left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px`, height: `${place.height}px` });
  document.body.append(ghost);
  const [x, y] = [end.left + end.width / 2 - place.left - place.width / 2, end.top + end.height / 2 - place.top - place.height / 2];
  const flight = ghost.animate([{ transform: "none", opacity: 1 }, { transform: "scale(1.06)", opacity: 1, offset: 0.35 }, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 }], { duration: TIME * 1.6, easing: "ease-in-out" });
  flight.finished.catch(() => {}).then(() => ghost.remove());
}
