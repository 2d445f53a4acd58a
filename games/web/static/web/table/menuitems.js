/** The lines of the menu above the table. This module is loaded when the menu is opened. */

import { button, h } from "../dom.js";
import { href, link } from "../router.js";
import * as store from "../store.js";
import { t } from "../texts.js";
import { movedLast } from "./moves.js";

/** Return the lines of the menu. */
export function items(screen) {
  const { view } = screen.session;
  const running = view.status === "running";
  const open = running && !view.paused_at && !view.pause && !view.end_offer && !view.undo_offer;
  const seat = view.you === null ? null : view.seats[view.you.seat];
  return [
    item(h("a", { href: href("rules", view.game.key), "data-act": "rules" }, t("menu.rules"))),
    running || view.status === "finished" ? item(button(t("menu.scores"), "scores", () => screen.showScores())) : null,
    item(button(t("menu.look"), "look", async () => (await import("./settings.js")).settings(screen))),
    item(button(t("menu.share"), "share", async () => (await import("../share.js")).share(link("match", view.id)))),
    seat ? item(button(t("menu.talk"), "talk", async () => (await import("./talk.js")).talk(screen, true))) : null,
    store.token.get()
      ? item(
          button(t("menu.report"), "report", async () =>
            (await import("./report.js")).report(view.id, screen.session.version),
          ),
        )
      : null,
    running && seat && !seat.resigned && !seat.autopilot && !seat.bot && view.table
      ? item(button(t("menu.plan"), "plan", async () => (await import("./plan.js")).plan(screen)))
      : null,
    view.your_turn && view.table
      ? item(button(t("menu.hint"), "hint", async () => (await import("./hint.js")).hint(screen)))
      : null,
    open && movedLast(view)
      ? item(button(t("menu.undo"), "undo", async () => (await import("./proposals.js")).offerUndo(screen)))
      : null,
    open && seat && !seat.resigned
      ? item(button(t("menu.pause"), "pause", async () => (await import("./proposals.js")).offerPause(screen)))
      : null,
    view.paused_at && view.pause && !view.pause_end_offer && seat && !seat.resigned
      ? item(
          button(t("menu.pause_end"), "pause-end", async () => (await import("./proposals.js")).offerPauseEnd(screen)),
        )
      : null,
    running && seat && !seat.resigned
      ? item(button(t("menu.resign"), "resign", async () => (await import("./ending.js")).resign(screen)))
      : null,
  ].filter(Boolean);
}

const item = (content) => h("li", {}, content);
