/** Animations of cards. The table below is correct without them. */

import { pause } from "../../server/api.js";

const TIME = 420;
/** The share of a step in which a card moves to those that it captures. In the rest it lies there. */
const WAY = 0.4;
/** The offset from the captured card, so that both are visible: shares of the card's width and height. */
const BESIDE = [0.22, 0.16];

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return the positions of all cards, before the table is redrawn. */
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

/** Move the cards from their old positions. `from` and `to` have the anchors of new cards and of removed ones. */
export function animate(root, before, { from = {}, to = {} } = {}) {
  if (still() || !root.animate) {
    return;
  }
  const cards = snapshot(root);
  let delay = 0;
  for (const [key, { element, place }] of cards) {
    const known = before.get(key);
    const origin = known?.place ?? anchor(root, typeof from === "string" ? from : from[key]);
    if (origin && slide(element, origin, place, known ? origin.width / place.width || 1 : 0.6, delay)) {
      delay += known ? 0 : 40;
    }
  }
  const gone = Object.entries(to).filter(([key]) => before.get(key)?.element && !cards.has(key));
  gone.forEach(([key, goal]) => fly(before.get(key), anchor(root, goal)));
}

/** Move a card to its place. Return false if it is there already. */
function slide(element, origin, place, scale, delay) {
  const x = origin.left + origin.width / 2 - place.left - place.width / 2;
  const y = origin.top + origin.height / 2 - place.top - place.height / 2;
  const isAway = Math.abs(x) + Math.abs(y) > 4;
  if (isAway) {
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 3 },
        { transform: "none", zIndex: 3 },
      ],
      { duration: TIME, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
  }
  return isAway;
}

/**
 * Move a card, drawn as `picture`, onto those that it captures. It rests there until `time` ms are over or the signal
 * aborts. Returns an entry for the snapshot, with which the caller can remove the card.
 */
export async function lay(root, picture, { key, from, onto, time, signal }) {
  const goals = onto.map((card) => root.querySelector(`.felt [data-card="${CSS.escape(card)}"]`)).filter(Boolean);
  const held = root.querySelector(`[data-zone="hand"] [data-card="${CSS.escape(key)}"]`);
  const origin = held?.getBoundingClientRect() ?? anchor(root, from);
  if (!goals.length || !origin || !time) {
    return null;
  }
  goals.forEach((goal) => goal.setAttribute("data-captured", ""));
  const { left, top, width, height } = middleOf(goals).getBoundingClientRect();
  const place = new DOMRect(left + width * BESIDE[0], top + height * BESIDE[1], width, height);
  const element = ghostOf(picture, place);
  element.dataset.laid = key;
  held?.style.setProperty("visibility", "hidden");
  if (!still()) {
    const [x, y] = [
      origin.left + origin.width / 2 - place.left - place.width / 2,
      origin.top + origin.height / 2 - place.top - place.height / 2,
    ];
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${held ? origin.width / place.width : 0.5})` },
        { transform: "none" },
      ],
      { duration: time * WAY, easing: "cubic-bezier(.3,.6,.3,1)" },
    );
  }
  await pause(time, signal).catch(() => {});
  return { element, place };
}

/** Return the card nearest to the middle of all. */
function middleOf(elements) {
  const centres = elements.map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { element, x: left + width / 2, y: top + height / 2 };
  });
  const mean = (axis) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length;
  const [x, y] = [mean("x"), mean("y")];
  const far = (centre) => Math.hypot(centre.x - x, centre.y - y);
  return centres.reduce((best, centre) => (far(centre) < far(best) ? centre : best)).element;
}

/** End all animations. */
export function settle(root) {
  document.querySelectorAll(".ghost").forEach((ghost) => ghost.remove());
  root.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
}

function anchor(root, name) {
  return name ? root.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect() : null;
}

/** Put a picture of a card over the page, hidden from screen readers. */
function ghostOf(ghost, place) {
  ghost.className = "card ghost";
  for (const name of ["data-card", "data-act", "data-lit", "data-chosen", "data-last", "data-laid", "aria-label"]) {
    ghost.removeAttribute(name);
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  Object.assign(ghost.style, {
    left: `${place.left}px`,
    top: `${place.top}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
  document.body.append(ghost);
  return ghost;
}

/** Move a picture of a removed card to its new place, if it is on the page. */
function fly({ element, place }, end) {
  if (!end) {
    return;
  }
  const ghost = ghostOf(element.cloneNode(true), place);
  const [x, y] = [
    end.left + end.width / 2 - place.left - place.width / 2,
    end.top + end.height / 2 - place.top - place.height / 2,
  ];
  const flight = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: "scale(1.06)", opacity: 1, offset: 0.35 },
      { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 },
    ],
    { duration: TIME * 1.6, easing: "ease-in-out" },
  );
  flight.finished.catch(() => {}).then(() => ghost.remove());
}
