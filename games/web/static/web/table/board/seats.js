/** The seats around the table: the player, the number of cards, the turn and the time left. */

import { openSecondsUntil, standing, timeFor } from "../../parts/closed.js";
import { h, spoken, svg } from "../../parts/dom.js";
import { duration, has, t } from "../../language/texts.js";
import { faceOf, nameOf, seatName } from "../../language/words.js";
import { back } from "./faces.js";

/** The places of the seats from the bottom on, in counter-clockwise order of play. */
const PLACES = { 2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] };
const MOST_BACKS = 10;
/** Steps of the ring of time: one is about a pixel of the largest ring. */
const STEPS = 150;
/** Seconds. The ring of shorter turns moves smoothly; in longer ones steps are rare and small. */
const SMOOTH = 120;

/** Return the place of a seat; the viewer's is at the bottom. */
export function placeOf(view, number) {
  const count = view.seats.length;
  const offset = (number - (view.you?.seat ?? 0) + count) % count;
  const place = (PLACES[count] ?? ["bottom", ...Array(count - 1).fill("top")])[offset];
  return view.game.direction === "clockwise" ? ({ left: "right", right: "left" }[place] ?? place) : place;
}

/** Return a seat. `details` comes from the kind of table; `cards` is false if the hand lies open beside the seat. */
export function seat({ view, table, number, place, acting, moving, details, cards = true }) {
  const who = view.seats[number];
  const count = table?.hand_counts?.[number] ?? 0;
  const marks = [
    table?.dealer === number ? mark("dealer", t("seat.dealer")) : null,
    who.autopilot ? mark("autopilot", t("seat.autopilot")) : null,
    who.substitute_since ? mark("substitute", t("seat.substitute")) : null,
    who.resigned ? mark("resigned", t("seat.resigned")) : null,
    who.bot ? mark("bot", t("seat.bot", { level: t(`level.${who.bot}`) })) : null,
  ];
  return h(
    "section",
    {
      class: "seat",
      "data-seat": number,
      "data-place": place,
      "data-side": who.side,
      "data-acting": acting,
      "data-moving": moving,
      "aria-label": t("seat.label", { number: number + 1, name: seatName(view, number) }),
    },
    ring(view, who, acting),
    h(
      "div",
      { class: "seat-text" },
      h("span", { class: "seat-name" }, h("bdi", {}, nameOf(who) ?? seatName(view, number))),
      h("span", { class: "marks" }, marks),
      acting
        ? h(
            "span",
            {
              class: "left",
              "data-due": view.due_at,
              "data-bank-from": view.bank_from,
              "data-closed": JSON.stringify(view.closed ?? []),
            },
            left(view),
          )
        : null,
    ),
    cards ? fan(number, count) : h("span", { class: "spoken" }, t("seat.cards", { count })),
    details,
  );
}

function mark(kind, text) {
  const letter = `mark.${kind}`;
  return h(
    "span",
    { class: "mark", "data-mark": kind, title: text },
    h("span", { "aria-hidden": "true" }, has(letter) ? t(letter) : "✕"),
    spoken(text),
  );
}

function fan(number, count) {
  return h(
    "div",
    { class: "fan", "data-anchor": `seat-${number}`, "data-count": count },
    Array.from({ length: Math.min(count, MOST_BACKS) }, back),
    h(
      "span",
      { class: "count" },
      h("span", { "aria-hidden": "true" }, String(count)),
      spoken(t("seat.cards", { count })),
    ),
  );
}

/** Return the ring of time: full when a turn begins, empty when it is over. */
function ring(view, who, acting) {
  const closed = view.closed ?? [];
  return h(
    "div",
    { class: "ring" },
    svg(
      "svg",
      { viewBox: "0 0 48 48", "aria-hidden": "true" },
      svg("circle", { class: "ring-track", cx: 24, cy: 24, r: 22 }),
      acting
        ? svg("circle", {
            ...arc(view.due_at ? openSecondsUntil(view.due_at, closed) : 0, view.turn_seconds),
            cx: 24,
            cy: 24,
            r: 22,
            pathLength: STEPS,
            "data-due": view.due_at,
            "data-turn-seconds": view.turn_seconds,
            "data-closed": JSON.stringify(closed),
          })
        : null,
    ),
    faceOf(who),
  );
}

/** Return the attributes of the ring in whole steps. They rarely change within a second, which saves repaints. */
export function arc(seconds, turn) {
  const share = Math.min(1, seconds / turn);
  return {
    class: `ring-time${turn < SMOOTH ? " smooth" : ""}${share < 0.2 ? " short" : ""}`,
    "stroke-dasharray": `${Math.ceil(share * STEPS)} ${STEPS}`,
  };
}

function left(view) {
  if (view.paused_at) {
    return view.seconds_left === null ? t("seat.paused") : t("seat.paused.left", { time: duration(view.seconds_left) });
  }
  return view.due_at ? timeLeft(view.due_at, view.bank_from, view.closed ?? []) : t("seat.thinking");
}

/** Return the time left in words. With a bank: the time before its use and the bank, then the rest of the bank. */
function timeLeft(due, bankFrom, closed) {
  if (!bankFrom || standing(closed)) {
    return timeFor(due, closed);
  }
  const unused = openSecondsUntil(bankFrom, closed);
  const bank = duration(openSecondsUntil(due, closed) - unused);
  return unused ? t("seat.bank", { time: duration(unused), bank }) : t("seat.bank.used", { bank });
}

/** Update the rings and the times. It is called every second, so it changes only elements that look different. */
export function tick(root) {
  for (const element of root.querySelectorAll("[data-due]")) {
    const { due, bankFrom, turnSeconds } = element.dataset;
    const closed = JSON.parse(element.dataset.closed);
    if (turnSeconds) {
      change(element, arc(openSecondsUntil(due, closed), turnSeconds));
    } else {
      const text = timeLeft(due, bankFrom, closed);
      if (element.textContent !== text) {
        element.textContent = text;
      }
    }
  }
}

function change(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  }
}
