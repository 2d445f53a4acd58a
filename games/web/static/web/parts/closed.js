/** Closed times of the seat to move, which do not count: nights, free days and vacations of its player. */

import { secondsUntil } from "../server/api.js";
import { duration, soon, t } from "../language/texts.js";

/** Seconds before a deadline below which only the time left is shown. */
const NEAR = 3600;

/** Return the seconds from now until a moment, without closed times. */
export function openSecondsUntil(moment, closed) {
  const all = Math.max(0, secondsUntil(moment));
  const lost = closed.map(({ begins, ends }) =>
    Math.max(0, Math.min(secondsUntil(ends), all) - Math.max(secondsUntil(begins), 0)),
  );
  return Math.max(0, all - lost.reduce((sum, seconds) => sum + seconds, 0));
}

/** Return in words until when the clock stands; null while it runs. */
export function standing(closed) {
  const stands = closed.find(({ begins, ends }) => secondsUntil(begins) <= 0 && secondsUntil(ends) > 0);
  return stands ? t(stands.vacation ? "time.vacation" : "time.stands", { time: soon(stands.ends) }) : null;
}

/** Return in words the time left for a move; while the clock stands, until when it does. */
export function timeFor(due, closed) {
  return standing(closed) ?? duration(openSecondsUntil(due, closed));
}

/** Return the deadline in words; null when it is near, since the time left says more then. */
export function deadline(due) {
  return due && secondsUntil(due) >= NEAR ? t("time.until", { time: soon(due) }) : null;
}
