/** The line above the table, and what can be done beside playing: rules, scores, words, proposals. */

import { button, h, redraw } from "../dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../problems.js";
import { href } from "../router.js";
import { loadLater, t } from "../texts.js";

/** Return the line above the table. */
export function menu(screen) {
  const { view } = screen.session;
  const running = view.status === "running";
  const list = h("ul", {});
  const seat = view.you === null ? null : view.seats[view.you.seat];
  return [
    h("a", { class: "back-link", href: href(), "data-act": "home", "aria-label": t("match.home") }, h("span", { "aria-hidden": "true" }, "‹")),
    h("h1", {}, h("bdi", {}, view.game.name), view.you || view.status === "lobby" ? null : h("span", { class: "badge" }, t("match.watching"))),
    seat?.autopilot && running ? button(t("menu.resume"), "resume", () => attempt(() => screen.session.resume()), { class: "primary small" }) : null,
    h(
      "details",
      { class: "menu", ontoggle: ({ target }) => target.open && fill(list, screen) },
      h("summary", { "data-act": "menu", "data-key": "menu", "aria-label": t("menu.label") }, h("span", { "aria-hidden": "true" }, "⋯")),
      list,
    ),
  ];
}

async function fill(list, screen) {
  const [{ items }] = await Promise.all([import("./menuitems.js"), loadLater()]);
  redraw(list, items(screen));
}

/** Whether the last move is the player's own, which they may want to take back. */
export const movedLast = ({ you, last_moves: moves }) => Boolean(you) && moves.at(-1)?.seat === you.seat;

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
