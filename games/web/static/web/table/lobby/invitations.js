/** Invitations by name in the lobby of a match, and counter-offers to them. */

import { call, get, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { paceField } from "../../pages/matches/make.js";
import { attempt } from "../../server/problems.js";
import { go } from "../../router.js";
import * as store from "../../browser/store.js";
import { served, t } from "../../language/texts.js";

/** Return the list of invitations with their actions; it loads after the table. */
export function inviting(screen) {
  const { session } = screen;
  const { view } = session;
  if (screen.invitationsAt !== view.version) {
    screen.invitationsAt = view.version;
    get(`matches/${view.id}/invitations`).then(
      ({ invitations }) => ((screen.invitations = invitations), screen.changed()),
      () => (screen.invitationsAt = null), // the next drawing asks again
    );
  }
  const me = store.me.get().id;
  const open = (screen.invitations ?? []).filter(({ state }) => state === "open");
  const mine = view.seats.some(({ reserved_for: whom }) => whom === me);
  const free = view.seats.some(({ kind }) => kind === "free");
  const anything = [
    view.you?.creator && free && !view.seeds_due_at ? byName(screen) : null,
    ...open.filter(({ offer }) => offer).map((one) => offered(session, one)),
    mine ? otherTerms(screen, me) : null,
    view.you?.creator && open.some(({ offer }) => offer && !offer.yours)
      ? otherTerms(screen, open.find(({ offer }) => offer && !offer.yours).player)
      : null,
  ].filter(Boolean);
  return anything.length ? h("div", { class: "form", "data-zone": "inviting" }, anything) : null;
}

/** Return the button that declines or withdraws an invitation. */
export function endInvitation(session, { reserved_for: player, name }, mine) {
  const end = () =>
    attempt(
      async () => (
        await call("DELETE", `matches/${session.view.id}/invitations/${player}`),
        mine ? go("") : await session.again()
      ),
    );
  const label = t(mine ? "invite.decline" : "invite.withdraw");
  return button(label, mine ? "decline" : "withdraw", end, {
    class: "small ghostly",
    "aria-label": t("named", { name: label, value: name }),
  });
}

function byName(screen) {
  const { session } = screen;
  const invite = (who, then) =>
    attempt(
      async () => (
        await post(`matches/${session.view.id}/invitations`, { players: [who] }),
        then?.(),
        await session.again()
      ),
    );
  const friends = h("div", { class: "row", "data-zone": "friends" });
  const there = new Set(session.view.seats.map(({ player, reserved_for: whom }) => player ?? whom));
  screen.friends ??= get("me/friends?limit=20").catch(() => {
    screen.friends = null; // the next drawing asks again
    return { results: [] };
  });
  screen.friends.then(({ results }) =>
    redraw(
      friends,
      results
        .filter(({ player }) => !there.has(player))
        .map(({ player, name }) =>
          button(t("invite.friend", { who: name }), "invite-friend", () => invite({ player }), {
            class: "small",
            "data-key": player,
          }),
        ),
    ),
  );
  screen.invitee ??= nameForm((form, name) => invite({ name }, () => form.reset()));
  return [screen.invitee, friends];
}

function nameForm(invite) {
  const input = h("input", {
    id: "invite-name",
    maxlength: "100",
    required: true,
    autocapitalize: "none",
    autocomplete: "off",
    spellcheck: "false",
  });
  const form = h(
    "form",
    { onsubmit: (event) => (event.preventDefault(), invite(form, input.value.trim())) },
    field(
      "invite-name",
      t("invite.by_name"),
      h("div", { class: "row" }, input, h("button", { type: "submit", "data-act": "invite" }, t("invite.button"))),
    ),
  );
  return form;
}

/** Return a counter-offer with the buttons to answer it. */
function offered(session, { player, name, offer }) {
  const by = offer.yours
    ? null
    : player === store.me.get().id
      ? session.view.seats.find((seat) => seat.player === session.view.creator)?.name
      : name;
  const what = [offer.game.name, t("seek.players", { count: offer.seats })].join(" · ");
  const accept = () =>
    attempt(async () => go("match", (await post(`matches/${session.view.id}/invitations/${player}/offer/accept`)).id));
  const drop = () =>
    attempt(
      async () => (
        await call("DELETE", `matches/${session.view.id}/invitations/${player}/offer`),
        await session.again()
      ),
    );
  return h(
    "div",
    { class: "field", "data-zone": "offer" },
    h(
      "p",
      {},
      by ? t("invite.offered", { who: by, what }) : t("invite.offered.you", { what }),
      " · ",
      served(offer.control_text),
    ),
    h(
      "div",
      { class: "row" },
      by ? button(t("invite.accept"), "accept-terms", accept, { class: "small primary" }) : null,
      button(t(by ? "invite.drop" : "invite.take_back"), "drop-terms", drop, { class: "small ghostly" }),
    ),
  );
}

/** Return the form to offer another game or pace. */
function otherTerms(screen, player) {
  screen.terms ??= {};
  return (screen.terms[player] ??= newTerms(screen, player));
}

function newTerms(screen, player) {
  const { view } = screen.session;
  const box = h("div", {});
  const draw = async () => {
    const { games, paces } = await get("games");
    const game = h(
      "select",
      { id: "other-game" },
      games.map(({ key, name }) => h("option", { value: key, selected: key === view.game.key }, name)),
    );
    const pace = paceField(paces);
    const offer = () =>
      attempt(
        async () => (
          await call("PUT", `matches/${view.id}/invitations/${player}/offer`, {
            game: game.value,
            control: JSON.parse(pace.querySelector("select").value),
          }),
          (box.parentElement.open = false),
          await screen.session.again()
        ),
      );
    redraw(
      box,
      h("div", { class: "form-grid" }, field("other-game", t("home.game"), game), pace),
      button(t("invite.offer"), "offer-terms", offer),
    );
  };
  const opened = ({ target }) => (target.open && !box.firstChild ? attempt(draw) : null);
  return h(
    "details",
    { class: "agreements", ontoggle: opened },
    h("summary", { "data-act": "other-terms", "data-key": "other-terms" }, t("invite.other")),
    box,
  );
}
