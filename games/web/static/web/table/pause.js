/** A pause by agreement: offered from the menu, answered beside the table. */

import { call } from "../api.js";
import { button, dialog, h } from "../dom.js";
import { date, loadLater, t } from "../texts.js";
import { seatName } from "../words.js";
import { attempt } from "./menu.js";

const DAYS = [1, 2, 3, 5, 7, 13];
const MORNING = 8;

/** Ask until when, and offer the others a pause until then. */
export async function offer(screen) {
  await loadLater();
  const until = h(
    "select",
    { id: "pause-until" },
    DAYS.map((days) => h("option", { value: morning(days) }, date(morning(days)))),
  );
  const content = [h("p", {}, t("pause.text")), h("div", { class: "field" }, h("label", { for: "pause-until" }, t("pause.until")), until)];
  const chosen = await dialog(t("pause.title"), content, [[t("pause.offer"), "offer-pause", { class: "primary" }], [t("close"), "close"]]);
  if (chosen === "offer-pause") {
    await attempt(() => answer(screen, "POST", "pause", { until: until.value }));
  }
}

/** Return the morning of a day to come, by the clocks of whoever asks. */
function morning(days) {
  const day = new Date();
  day.setDate(day.getDate() + days);
  day.setHours(MORNING, 0, 0, 0);
  return day.toISOString();
}

/** Return what is offered, with what can be said to it; null where nothing is, or the pause goes on. */
export function offered(screen) {
  const { view } = screen.session;
  if (!view.pause || view.paused_at) {
    return null;
  }
  const { until, offered_by: by, agreed } = view.pause;
  const own = view.you?.seat === by;
  const say = (accept) => attempt(() => answer(screen, "POST", "pause/answer", { accept }));
  const asked = view.you && !agreed.includes(view.you.seat) && !view.seats[view.you.seat].resigned;
  return h(
    "section",
    { class: "offered", "data-zone": "pause", "aria-label": t("pause.title") },
    h("p", {}, own ? t("pause.own", { time: date(until) }) : t("pause.offered", { who: seatName(view, by), time: date(until) })),
    h(
      "div",
      { class: "choices" },
      own ? button(t("pause.withdraw"), "withdraw-pause", () => attempt(() => answer(screen, "DELETE", "pause"))) : null,
      asked ? [button(t("pause.accept"), "accept-pause", () => say(true), { class: "primary" }), button(t("pause.decline"), "decline-pause", () => say(false))] : null,
    ),
  );
}

async function answer(screen, method, path, body) {
  await call(method, `matches/${screen.session.matchId}/${path}`, body);
  await screen.session.again();
}
