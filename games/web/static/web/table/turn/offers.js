/**
 * Offers that all players must accept: a pause, its early end, an early end of the match, an undo.
 *
 * Players make them in the menu and answer them beside the table.
 */

import { call, secondsUntil } from "../../server/api.js";
import { button, dialog, h } from "../../parts/dom.js";
import { attempt } from "../../server/problems.js";
import { dateInZone, loadLater, t } from "../../language/texts.js";
import { seatName } from "../../language/words.js";

const DAYS = [1, 2, 3, 5, 7, 13];
const MORNING = 8;
const PATHS = { pause: "pause", pause_end: "pause/end", end: "early-end", undo: "undo" };

/** Ask for the end of a pause, and offer the pause to the others. */
export async function offerPause(screen) {
  await loadLater();
  const until = h(
    "select",
    { id: "pause-until" },
    DAYS.map((days) => h("option", { value: morning(days) }, dateInZone(morning(days)))),
  );
  const content = [
    h("p", {}, t("pause.text")),
    h("div", { class: "field" }, h("label", { for: "pause-until" }, t("pause.until")), until),
  ];
  const chosen = await dialog(t("proposal.title.pause"), content, [
    [t("pause.offer"), "offer-pause", { class: "primary" }],
    [t("close"), "close"],
  ]);
  if (chosen === "offer-pause") {
    await attempt(() => answer(screen, "POST", "pause", { until: until.value }));
  }
}

/** Return the morning of a coming day, in the time zone of this browser. */
function morning(days) {
  const day = new Date();
  day.setDate(day.getDate() + days);
  day.setHours(MORNING, 0, 0, 0);
  return day.toISOString();
}

/** Ask for the kind of end, and offer the others to end the match now. */
export async function offerEarlyEnd(screen) {
  await loadLater();
  const ways = [
    [t("end.as_it_stands"), "as_it_stands"],
    [t("end.no_result"), "no_result"],
    [t("close"), "close"],
  ];
  const how = await dialog(t("proposal.title.end"), h("p", {}, t("end.text")), ways);
  if (how === "as_it_stands" || how === "no_result") {
    await attempt(() => answer(screen, "POST", "early-end", { how }));
  }
}

/** Ask the others to let the player take back the move just made. */
export const offerUndo = (screen) => attempt(() => answer(screen, "POST", "undo"));

/** Offer the others to end the pause now. */
export const offerPauseEnd = (screen) => attempt(() => answer(screen, "POST", "pause/end"));

/** Return the open offer with the buttons to answer it, or null. */
export function offered(screen) {
  const { view } = screen.session;
  if (view.pause_end_offer) {
    return proposal(screen, "pause_end", view.pause_end_offer, {});
  }
  if (view.end_offer) {
    return proposal(screen, "end", view.end_offer, { how: t(`end.how.${view.end_offer.how}`) });
  }
  if (view.undo_offer) {
    return proposal(screen, "undo", view.undo_offer, {});
  }
  const { pause } = view;
  const isOpen = pause && !view.paused_at && secondsUntil(pause.until) > 0;
  clearTimeout(screen.lapse);
  if (isOpen) {
    screen.lapse = setTimeout(
      () => screen.root.isConnected && screen.session.again(),
      secondsUntil(pause.until) * 1000,
    );
  }
  return isOpen ? proposal(screen, "pause", pause, { time: dateInZone(pause.until) }) : null;
}

function proposal(screen, what, { number: offer, offered_by: by, agreed }, said) {
  const { view } = screen.session;
  const path = PATHS[what];
  const own = view.you?.seat === by;
  const say = (accept) => attempt(() => answer(screen, "POST", `${path}/answer`, { accept, offer }));
  const asked = view.you && !agreed.includes(view.you.seat) && !view.seats[view.you.seat].resigned;
  return h(
    "section",
    { class: "offered", "data-zone": what, "aria-label": t(`proposal.title.${what}`) },
    h(
      "p",
      {},
      own ? t(`proposal.own.${what}`, said) : t(`proposal.offered.${what}`, { who: seatName(view, by), ...said }),
    ),
    h(
      "div",
      { class: "choices" },
      own
        ? button(t("pause.withdraw"), `withdraw-${what}`, () =>
            attempt(() => answer(screen, "DELETE", `${path}?offer=${offer}`)),
          )
        : null,
      asked
        ? [
            button(t(`proposal.accept.${what}`), `accept-${what}`, () => say(true), { class: "primary" }),
            button(t("pause.decline"), `decline-${what}`, () => say(false)),
          ]
        : null,
    ),
  );
}

async function answer(screen, method, path, body) {
  await call(method, `matches/${screen.session.matchId}/${path}`, body);
  await screen.session.again();
}
