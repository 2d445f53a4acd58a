/** The end of a match: resigning, the result, and the next match. This module is loaded when it is needed. */

import { get, post } from "../../server/api.js";
import { button, dialog, h } from "../../parts/dom.js";
import { attempt } from "../../server/problems.js";
import { go, href } from "../../router.js";
import { addedAgain } from "../../player/secrets.js";
import * as store from "../../browser/store.js";
import { list, loadLater, t } from "../../language/texts.js";
import { seatName, sideName } from "../../language/words.js";

/** Resign after a confirmation, or offer an early end instead. */
export async function resign(screen) {
  await loadLater();
  const sure = await dialog(t("resign.title"), h("p", {}, t("resign.text")), [
    [t("resign.yes"), "resign-now"],
    [t("end.offer"), "offer-end"],
    [t("resign.no"), "keep-playing", { autofocus: true }],
  ]);
  if (sure === "resign-now") {
    await attempt(async () => {
      await post(`matches/${screen.session.matchId}/resign`);
      await screen.session.again();
    });
  } else if (sure === "offer-end") {
    await (await import("../turn/offers.js")).offerEarlyEnd(screen);
  }
}

/** Ask the browser for persistent storage, since only it has the token of a guest. It may ask the player. */
function keepStorage({ you }) {
  if (you && !store.persisted.get()) {
    store.persisted.set(true);
    navigator.storage?.persist?.().catch(() => {});
  }
}

/** Return a link to a new match with the same players. */
export function again(view) {
  return view.you
    ? h("a", { class: "button", href: href("make", view.id), "data-act": "again" }, t("outcome.others"))
    : null;
}

/** Return the panel with the result of the match and the links to the next one. */
export function outcome(screen) {
  const { view } = screen.session;
  const { winner } = view.result;
  keepStorage(view);
  const won = view.you && winner === view.you.side;
  const text =
    winner === null ? t("outcome.draw") : won ? t("outcome.won") : t("outcome.other", { name: sideName(view, winner) });
  return [
    h(
      "section",
      { class: "outcome", "data-zone": "outcome", "data-won": won ?? null, "aria-label": t("outcome.label") },
      h("p", { class: "outcome-text" }, text),
      h("p", { class: "outcome-why", "data-zone": "why" }, why(screen)),
      view.deal_of ? (screen.firstTime ??= firstTime(view.deal_of)) : null,
      view.you
        ? button(
            view.rematch ? t("outcome.join") : t("outcome.again"),
            "rematch",
            () =>
              attempt(async () => go("match", (await post(`matches/${view.id}/rematch`, await addedAgain(view))).id)),
            { class: "primary" },
          )
        : null,
      h(
        "div",
        { class: "choices" },
        again(view),
        view.has_rules ? button(t("outcome.scores"), "scores", () => screen.showScores()) : null,
        view.has_rules
          ? h("a", { class: "button", href: href("replay", view.id), "data-act": "replay" }, t("outcome.replay"))
          : null,
        view.you && view.has_rules
          ? button(t("outcome.deal"), "deal-again", () =>
              attempt(async () => go("match", (await post(`matches/${view.id}/deal-again`, { level: "expert" })).id)),
            )
          : null,
        view.you && view.has_rules
          ? button(t("outcome.analysis"), "analysis", async () => (await import("./analysis.js")).analysis(screen))
          : null,
        h("a", { class: "button", href: href("check", view.id), "data-act": "check" }, t("outcome.check")),
      ),
    ),
  ];
}

/** Return the reason of the end, and the points of each side unless something else has decided. */
function why(screen) {
  const { view, kind } = screen.session;
  const { reason } = view.result;
  const end = reason === "played" ? screen.history.roundEnd() : null;
  const decided = end && kind?.why?.(end, view);
  const points = view.totals.map((total, side) => t("outcome.side", { name: sideName(view, side), points: total }));
  const names = list(view.seats.filter(({ resigned }) => resigned).map(({ number }) => seatName(view, number)));
  const { target } = view.options;
  const goal =
    reason === "played" ? (target ? t("outcome.target", { count: target }) : "") : t(`outcome.${reason}`, { names });
  return decided ?? [goal, h("br"), points.join(" · ")];
}

/** Return a line with the result of the first match with these cards. It is loaded once, not at each redraw. */
function firstTime(id) {
  const line = h("p", { class: "quiet", "data-zone": "first-time", hidden: true });
  get(`matches/${id}`)
    .then((first) => {
      line.append(h("a", { href: href("match", id) }, t("outcome.first", { totals: first.totals.join(" : ") })));
      line.hidden = false;
    })
    .catch(() => {}); // no comparison while offline
  return line;
}
