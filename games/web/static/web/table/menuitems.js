/** The lines of the menu above the table. This module is loaded when the menu is opened. */

import { button, h } from "../parts/dom.js";
import { href, link } from "../router.js";
import * as store from "../browser/store.js";
import { t } from "../language/texts.js";
import { movedLast } from "./turn/moves.js";

/** Return the lines of the menu. */
export function items(screen) {
  const rules = h("a", { href: href("rules", screen.session.view.game.key), "data-act": "rules" }, t("menu.rules"));
  const entries = [...general(screen), ...ofMatch(screen)].filter(([isOffered]) => isOffered);
  return [rules, ...entries.map(([, label, act, action]) => button(label, act, action))].map((one) => h("li", {}, one));
}

/** Return the entries that do not change the match: [is offered, label, act, action]. */
function general(screen) {
  const { view } = screen.session;
  const isDealt = view.status === "running" || view.status === "finished";
  const report = async () => (await import("./report.js")).report(view.id, screen.session.version);
  return [
    [isDealt, t("menu.scores"), "scores", () => screen.showScores()],
    [true, t("menu.look"), "look", async () => (await import("./settings.js")).settings(screen)],
    [true, t("menu.share"), "share", async () => (await import("../browser/share.js")).share(link("match", view.id))],
    [view.you !== null, t("menu.talk"), "talk", async () => (await import("./chat.js")).openChat(screen, true)],
    [store.token.get(), t("menu.report"), "report", report],
  ];
}

/** Return the entries for the players of a running match, in the same form. */
function ofMatch(screen) {
  const { view } = screen.session;
  const seat = view.you === null ? null : view.seats[view.you.seat];
  const isRunning = view.status === "running";
  const isOpen = isRunning && !view.paused_at && !view.pause && !view.end_offer && !view.undo_offer;
  const plays = seat !== null && !seat.resigned;
  const plans = isRunning && plays && isOwn(seat) && view.table;
  const mayContinue = plays && isPaused(view);
  const offers = (action) => async () => action(await import("./turn/offers.js"));
  return [
    [plans, t("menu.plan"), "plan", async () => (await import("./turn/plan.js")).plan(screen)],
    [view.your_turn && view.table, t("menu.hint"), "hint", async () => (await import("./turn/hint.js")).hint(screen)],
    [isOpen && movedLast(view), t("menu.undo"), "undo", offers(({ offerUndo }) => offerUndo(screen))],
    [isOpen && plays, t("menu.pause"), "pause", offers(({ offerPause }) => offerPause(screen))],
    [mayContinue, t("menu.pause_end"), "pause-end", offers(({ offerPauseEnd }) => offerPauseEnd(screen))],
    [isRunning && plays, t("menu.resign"), "resign", async () => (await import("./ending/ending.js")).resign(screen)],
  ];
}

/** Return true if the player moves for the seat. */
const isOwn = (seat) => !seat.autopilot && !seat.bot;

/** Return true in a pause without an offer to end it early. */
const isPaused = (view) => view.paused_at && view.pause && !view.pause_end_offer;
