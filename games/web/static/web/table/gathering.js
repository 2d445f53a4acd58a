/** Before the first deal: who sits where, the room code, bots, the start. */

import { patch, post } from "../api.js";
import { avatar } from "../avatars.js";
import { showCode } from "../codes.js";
import { button, h } from "../dom.js";
import { freeSeats } from "../matchrow.js";
import { go, href } from "../router.js";
import * as store from "../store.js";
import { duration, t } from "../texts.js";
import { attempt, share } from "./menu.js";

/** Return the room where players gather. */
export function gathering(screen) {
  const { session } = screen;
  const { view } = session;
  const act = (path, body) => attempt(async () => (await post(`matches/${view.id}/${path}`, body), await session.again()));
  if (view.status === "cancelled") {
    return [h("section", { class: "panel narrow" }, h("p", {}, t(view.started_at ? "room.called.off" : "room.cancelled")), h("a", { class: "button", href: href() }, t("match.home")))];
  }
  const free = freeSeats(view);
  const mine = view.you !== null;
  const creator = view.you?.creator;
  const me = store.me.get()?.id;
  return [
    h(
      "section",
      { class: "room panel", "aria-label": t("room.label") },
      mine && view.code
        ? h(
            "div",
            { class: "room-code" },
            h("p", {}, t("room.code")),
            h("p", { class: "code", "data-code": view.code }, showCode(view.code)),
            button(t("room.share"), "share-code", () => share(`${location.origin}/${href("join", view.code)}`)),
          )
        : null,
      h("ul", { class: "room-seats" }, view.seats.map((seat) => roomSeat(view, seat, { act, creator, mine, me }))),
      h("p", { class: "quiet" }, agreed(view)),
      creator && view.you && !view.you.seed ? seedLine(view, session) : null,
      h(
        "div",
        { class: "choices" },
        creator && !free ? button(t("room.start"), "start", () => act("start"), { class: "primary" }) : null,
        creator && free ? [button(t("room.fill"), "fill-bots", () => act("bots", { fill: "medium" }), { class: "primary" })] : null,
        mine && !creator ? button(t("room.leave"), "leave", () => attempt(async () => (await post(`matches/${view.id}/leave`), go("")))) : null,
        creator ? button(t("room.cancel"), "cancel", () => act("cancel"), { class: "ghostly" }) : null,
      ),
      !creator && mine ? h("p", { class: "quiet" }, free ? t("room.wait.players") : t("room.wait.start")) : null,
    ),
  ];
}

function roomSeat(view, seat, { act, creator, mine, me }) {
  const free = seat.kind === "free";
  const name = free ? t("seat.free", { number: seat.number + 1 }) : seat.kind === "kept" ? t("seat.kept", { name: seat.name }) : seat.name;
  const sit = (free || seat.kind === "kept") && !mine && me;
  return h(
    "li",
    { "data-seat": seat.number, "data-kind": seat.kind },
    avatar(seat.avatar ?? (seat.bot ? "bot" : "free")),
    h("span", { class: "room-name" }, h("bdi", {}, name), new Set(view.seats.map(({ side }) => side)).size < view.seats.length ? h("small", {}, t("room.team", { number: seat.side + 1 })) : null),
    sit ? button(t("home.sit"), "sit-down", () => act("join", { seat: seat.number })) : null,
    creator && free ? ["easy", "medium"].map((level) => button(t(`room.bot.${level}`), `bot-${level}`, () => act("bots", { seats: { [seat.number]: level } }), { class: "small", "aria-label": t("room.bot.label", { level: t(`level.${level}`), number: seat.number + 1 }) })) : null,
    creator && seat.kind === "bot" ? button(t("room.bot.remove"), "bot-remove", () => act("bots", { seats: { [seat.number]: null } }), { class: "small ghostly", "aria-label": t("room.bot.remove.label", { number: seat.number + 1 }) }) : null,
  );
}

function agreed(view) {
  const parts = [t("match.pace", { time: duration(view.turn_seconds) }), t(`make.visibility.${view.visibility}`)];
  return parts.join(" · ");
}

/** The creator may add to the shuffle, too. */
function seedLine(view, session) {
  const input = h("input", { id: "seed", name: "seed", maxlength: "64", pattern: "[A-Za-z0-9_\\-]{1,64}", required: true, autocomplete: "off" });
  return h(
    "details",
    { class: "seed" },
    h("summary", { "data-key": "seed" }, t("room.seed")),
    h("p", {}, t("room.seed.text")),
    h(
      "form",
      { class: "row", onsubmit: (event) => (event.preventDefault(), attempt(async () => (await patch(`matches/${view.id}`, { seed: input.value }), await session.again()))) },
      h("label", { for: "seed", class: "spoken" }, t("room.seed")),
      input,
      h("button", { type: "submit", "data-act": "seed" }, t("room.seed.add")),
    ),
  );
}
