/** The line above the table, and what can be done beside playing: rules, scores, words, proposals. */

import { button, h } from "../dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../problems.js";
import { href, link } from "../router.js";
import * as store from "../store.js";
import { t } from "../texts.js";

/** Return the line above the table. */
export function menu(screen) {
  const { view } = screen.session;
  const running = view.status === "running";
  const open = running && !view.paused_at && !(view.pause && isOpen(view.pause)) && !view.end_offer && !view.undo_offer;
  const seat = view.you === null ? null : view.seats[view.you.seat];
  return [
    h("a", { class: "back-link", href: href(), "data-act": "home", "aria-label": t("match.home") }, h("span", { "aria-hidden": "true" }, "‹")),
    h("h1", {}, h("bdi", {}, view.game.name), view.you || view.status === "lobby" ? null : h("span", { class: "badge" }, t("match.watching"))),
    seat?.autopilot && running ? button(t("menu.resume"), "resume", () => attempt(() => screen.session.act("resume")), { class: "primary small" }) : null,
    h(
      "details",
      { class: "menu" },
      h("summary", { "data-act": "menu", "data-key": "menu", "aria-label": t("menu.label") }, h("span", { "aria-hidden": "true" }, "⋯")),
      h(
        "ul",
        {},
        item(h("a", { href: href("rules", view.game.key), "data-act": "rules" }, t("menu.rules"))),
        running || view.status === "finished" ? item(button(t("menu.scores"), "scores", () => screen.showScores())) : null,
        item(button(t("menu.look"), "look", async () => (await import("./settings.js")).settings(screen))),
        item(button(t("menu.share"), "share", async () => (await import("../share.js")).share(link("match", view.id)))),
        seat ? item(button(t("menu.talk"), "talk", async () => (await import("./talk.js")).talk(screen, true))) : null,
        store.token.get() ? item(button(t("menu.report"), "report", async () => (await import("./report.js")).report(view.id, screen.session.version))) : null,
        running && seat && !seat.resigned && !seat.autopilot && !seat.bot && view.table ? item(button(t("menu.plan"), "plan", async () => (await import("./plan.js")).plan(screen))) : null,
        view.your_turn && view.table ? item(button(t("menu.hint"), "hint", async () => (await import("./hint.js")).hint(screen))) : null,
        open && movedLast(view) ? item(button(t("menu.undo"), "undo", async () => (await import("./proposals.js")).offerUndo(screen))) : null,
        open && seat && !seat.resigned ? item(button(t("menu.pause"), "pause", async () => (await import("./proposals.js")).offerPause(screen))) : null,
        running && seat && !seat.resigned ? item(button(t("menu.resign"), "resign", async () => (await import("./ending.js")).resign(screen))) : null,
      ),
    ),
  ];
}

/** Whether a pause that is offered can still be answered. */
export const isOpen = ({ until }) => Date.parse(until) > Date.now();

/** Whether the last move is the player's own, which they may want to take back. */
export const movedLast = ({ you, last_moves: moves }) => Boolean(you) && moves.at(-1)?.seat === you.seat;

const item = (content) => h("li", {}, content);

/** What is chosen in the menu closes it, as Escape does and a click beside it; whoever comes back is where it opens. */
function close({ type, target, key }) {
  const open = document.querySelector(".menu[open]");
  const within = open?.contains(target);
  if (open && (type === "keydown" ? key === "Escape" : !within || target.closest("li"))) {
    open.open = false;
    within && open.firstChild.focus();
  }
}
addEventListener("click", close, true); // before what is chosen does anything, such as opening a dialog
addEventListener("keydown", close, true);

/** Do something that may be refused; say so if it is. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.name !== "AbortError") {
      tell(wordsOf(error));
    }
  }
}
