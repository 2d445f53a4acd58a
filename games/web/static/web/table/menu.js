/** The line above the table, and what can be done beside playing: rules, scores, resigning, playing again. */

import { post } from "../api.js";
import { button, dialog, h } from "../dom.js";
import { tell } from "../frame.js";
import { wordsOf } from "../problems.js";
import { go, href, link } from "../router.js";
import * as store from "../store.js";
import { loadLater, t } from "../texts.js";
import { sideName } from "../words.js";

/** Return the line above the table. */
export function menu(screen) {
  const { view } = screen.session;
  const running = view.status === "running";
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
        running && seat && !seat.resigned && !view.paused_at && !view.pause && !view.end_offer ? item(button(t("menu.pause"), "pause", async () => (await import("./proposals.js")).offerPause(screen))) : null,
        running && seat && !seat.resigned ? item(button(t("menu.resign"), "resign", () => resign(screen))) : null,
      ),
    ),
  ];
}

const item = (content) => h("li", {}, content);

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

async function resign(screen) {
  await loadLater();
  const sure = await dialog(t("resign.title"), h("p", {}, t("resign.text")), [[t("resign.yes"), "resign-now"], [t("end.offer"), "offer-end"], [t("resign.no"), "keep-playing", { autofocus: true }]]);
  if (sure === "resign-now") {
    await attempt(() => screen.session.act("resign"));
  } else if (sure === "offer-end") {
    await (await import("./proposals.js")).offerEnd(screen);
  }
}

/** How the match ended, and what comes after it. */
export function outcome(screen) {
  const { view } = screen.session;
  const { winner, reason } = view.result;
  const won = view.you && winner === view.you.side;
  const text = winner === null ? t("outcome.draw") : won ? t("outcome.won") : t("outcome.other", { name: sideName(view, winner) });
  return [
    h(
      "section",
      { class: "outcome", "data-zone": "outcome", "data-won": won ?? null, "aria-label": t("outcome.label") },
      h("p", { class: "outcome-text" }, text),
      h("p", { class: "outcome-totals" }, view.totals.join(" : "), reason === "played" ? "" : ` · ${t(`outcome.${reason}`)}`),
      h(
        "div",
        { class: "choices" },
        view.you ? button(view.rematch ? t("outcome.join") : t("outcome.again"), "rematch", () => attempt(async () => go("match", (await post(`matches/${view.id}/rematch`)).id)), { class: "primary" }) : null,
        view.has_rules ? button(t("outcome.scores"), "scores", () => screen.showScores()) : null,
        view.has_rules ? h("a", { class: "button", href: href("replay", view.id), "data-act": "replay" }, t("outcome.replay")) : null,
        h("a", { class: "button", href: href("check", view.id), "data-act": "check" }, t("outcome.check")),
      ),
    ),
  ];
}
