/** The bar above the table, with the menu of actions beside moves: rules, scores, chat, offers. */

import { button, h, redraw } from "../parts/dom.js";
import { attempt } from "../server/problems.js";
import { href } from "../router.js";
import { loadLater, t } from "../language/texts.js";

/** Return the bar above the table. */
export function menu(screen) {
  const { view } = screen.session;
  const running = view.status === "running";
  const list = h("ul", {});
  const seat = view.you === null ? null : view.seats[view.you.seat];
  return [
    h(
      "a",
      { class: "back-link", href: href(), "data-act": "home", "aria-label": t("match.home") },
      h("span", { "aria-hidden": "true" }, "‹"),
    ),
    h(
      "h1",
      {},
      h("bdi", {}, view.game.name),
      view.you || view.status === "lobby" ? null : h("span", { class: "badge" }, t("match.watching")),
    ),
    seat?.autopilot && running
      ? button(t("menu.resume"), "resume", () => attempt(() => screen.session.resume()), { class: "primary small" })
      : null,
    h(
      "details",
      { class: "menu", ontoggle: ({ target }) => target.open && fill(list, screen) },
      h(
        "summary",
        { "data-act": "menu", "data-key": "menu", "aria-label": t("menu.label") },
        h("span", { "aria-hidden": "true" }, "⋯"),
      ),
      list,
    ),
  ];
}

async function fill(list, screen) {
  const [{ items }] = await Promise.all([import("./menuitems.js"), loadLater()]);
  redraw(list, items(screen));
}

/** Close the menu on a choice, on Escape, and on a click beside it. The focus returns to its button. */
function close({ type, target, key }) {
  const open = document.querySelector(".menu[open]");
  const within = open?.contains(target);
  if (open && (type === "keydown" ? key === "Escape" : !within || target.closest("li"))) {
    open.open = false;
    within && open.firstChild.focus();
  }
}
addEventListener("click", close, true); // before the chosen action runs, which may open a dialog
addEventListener("keydown", close, true);
