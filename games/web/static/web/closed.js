/** Time that does not count for the seat whose turn it is: nights, free days and vacations of its player. */

import { secondsUntil } from "./api.js";
import { duration, soon, t } from "./texts.js";

/** Seconds. */
const NEAR = 3600;

/** Return the seconds that count from now until a moment: without those that are closed. */
export function openSecondsUntil(moment, closed) {
  const all = Math.max(0, secondsUntil(moment));
  const lost = closed.map(({ begins, ends }) => Math.max(0, Math.min(secondsUntil(ends), all) - Math.max(secondsUntil(begins), 0)));
  return Math.max(0, all - lost.reduce((sum, seconds) => sum + seconds, 0));
}

/** Return until when the clock stands, in words; null where it runs. */
export function standing(closed) {
  const stands = closed.find(({ begins, ends }) => secondsUntil(begins) <= 0 && secondsUntil(ends) > 0);
  return stands ? t(stands.vacation ? "time.vacation" : "time.stands", { time: soon(stands.ends) }) : null;
}

/** Return how long somebody has for a move, in words; while the clock stands, until when it does. */
export function timeFor(due, closed) {
  return standing(closed) ?? duration(openSecondsUntil(due, closed));
}

/** Return until when somebody has to move, as a moment; null where it is so near that what is left says more. */
export function deadline(due) {
  return due && secondsUntil(due) >= NEAR ? t("time.until", { time: soon(due) }) : null;
}
