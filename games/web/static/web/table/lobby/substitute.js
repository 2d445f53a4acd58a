/** The seat of a player on autopilot: when it is offered to substitutes, and the buttons to keep or take it. */

import { post } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { attempt } from "../../server/problems.js";
import { link } from "../../router.js";
import { share } from "../../browser/share.js";
import { token } from "../../browser/store.js";
import { dateInZone, t } from "../../language/texts.js";
import { seatName } from "../../language/words.js";

/** Return notes and buttons for seats that await a substitute, now or later. */
export function substitute(screen) {
  const { view } = screen.session;
  return view.seats.filter((seat) => seat.substitute_from).map((seat) => away(screen, view, seat));
}

function away(screen, view, seat) {
  const who = seatName(view, seat.number);
  const part = seat.substitute_wanted ? "wanted" : "away";
  const mine = view.you?.seat === seat.number;
  const whose = mine ? ".you" : view.you && view.you.side === seat.side ? ".partner" : "";
  const free = seat.substitute_wanted && !view.paused_at;
  return h(
    "section",
    { class: "offered", "data-zone": "substitute", "data-of-seat": seat.number, "aria-label": t("substitute.title") },
    h("p", {}, t(`substitute.${part}${whose}`, { who, time: dateInZone(seat.substitute_from) })),
    h(
      "div",
      { class: "choices" },
      mine
        ? button(t("menu.resume"), "resume", () => attempt(() => screen.session.resume()), { class: "primary" })
        : null,
      free && view.you && !mine
        ? button(t("substitute.invite"), "invite-substitute", () => share(link("join", view.code)))
        : null,
      free && !view.you && token.get()
        ? button(t("substitute.take"), "take-seat", () => attempt(() => take(screen, seat.number)), {
            class: "primary",
          })
        : null,
    ),
  );
}

async function take(screen, seat) {
  await post(`matches/${screen.session.matchId}/substitute`, { seat });
  await screen.session.again();
}
