/** The tools of the organizers of a club: members, presets and description. */

import { call, get, patch, post } from "../../server/api.js";
import { button, h } from "../../parts/dom.js";
import { check, field, select, submitRow } from "../../parts/forms.js";
import { savingDialog } from "../../parts/saving.js";
import { tell } from "../../frame.js";
import { link } from "../../router.js";
import { copy, share } from "../../browser/share.js";
import { date, loadLater, t } from "../../language/texts.js";
import { about, attempt, presetWords } from "./clubforms.js";
import { chosenControl, chosenOptions, optionField, paceField } from "../matches/make.js";

const LONGEST_REASON = 500;
const LONGEST_NAME = 60;
const A_DAY = 86400;

/** Return a function from a member to the buttons of an organizer for that member. */
export function actions(club, draw) {
  const act = (one, label, key, standing, asks = false) =>
    button(
      label,
      key,
      attempt(async () => (await put(club, one, standing, asks ? label : null)) && draw()),
      {
        class: "small",
        "aria-label": t("named", { name: label, value: one.name }),
        "data-key": `${key}-${one.player}`,
      },
    );
  return (one) => {
    switch (one.standing) {
      case "asked":
        return spaced(
          act(one, t("club.admit"), "admit", "member"),
          act(one, t("club.decline"), "decline", "removed", true),
        );
      case "member":
        return spaced(
          mute(club, one, draw),
          act(one, t("club.appoint"), "appoint", "organizer"),
          act(one, t("club.remove"), "remove", "removed", true),
          act(one, t("club.ban"), "ban", "banned", true),
        );
      case "organizer":
        return spaced(act(one, t("club.demote"), "demote", "member"));
      case "banned":
        return spaced(act(one, t("club.unban"), "unban", "removed", true));
      default:
        return spaced(act(one, t("club.ban"), "ban", "banned", true));
    }
  };
}

/** Return the button that mutes a member for a day, or unmutes them. */
function mute({ id }, { player, name: who, muted_until: until }, draw) {
  const muted = until && Date.parse(until) > Date.now();
  const label = muted ? t("club.unmute") : t("club.mute");
  const press = attempt(
    async () => (await call("PUT", `clubs/${id}/members/${player}/mute`, { seconds: muted ? 0 : A_DAY }), draw()),
  );
  return [
    muted ? h("small", { class: "quiet" }, t("club.is_muted", { time: date(until) }), " ") : null,
    button(label, "mute-member", press, {
      class: "small",
      "aria-label": t("named", { name: label, value: who }),
      "data-key": `mute-${player}`,
    }),
  ];
}

function spaced(...buttons) {
  return buttons.map((one) => [one, " "]);
}

/** Set the standing of a player, with a reason for the player if there is a title. Return true if it was done. */
async function put({ id }, { player, name: who }, standing, title) {
  const set = (more) => call("PUT", `clubs/${id}/members/${player}`, { standing, ...more });
  if (!title) {
    await set();
    return true;
  }
  const reason = h("textarea", { id: "club-reason", rows: 3, maxlength: LONGEST_REASON, dir: "auto" });
  const content = h("div", { class: "field" }, h("label", { for: "club-reason" }, t("club.reason", { who })), reason);
  const choices = [
    [title, "decide"],
    [t("close"), "close"],
  ];
  return Boolean(await savingDialog(title, content, choices, () => set({ reason: reason.value })));
}

/** Return the panel for organizers. */
export async function run(club, draw) {
  await loadLater();
  const [{ presets }, ...lists] = await Promise.all([
    get(`clubs/${club.id}/presets`),
    ...["asked", "banned", "removed"].map((one) => get(`clubs/${club.id}/members?limit=100&standing=${one}`)),
  ]);
  const [asked, banned, removed] = lists.map(({ results }) => results);
  const one = actions(club, draw);
  return h(
    "section",
    { class: "panel form", "data-zone": "club-run", "aria-labelledby": "club-run-title" },
    h("h2", { id: "club-run-title" }, t("club.run")),
    people(t("club.requests"), "asked", asked, one),
    invitation(club, draw),
    h("h3", {}, t("club.presets")),
    h("p", { class: "quiet" }, t("club.presets.text")),
    h(
      "ul",
      {},
      presets.map((preset) => presetRow(club, preset, draw)),
    ),
    await newPreset(club, draw),
    settings(club, draw),
    people(t("club.banned"), "banned", banned, one),
    people(t("club.removed"), "removed", removed, one),
  );
}

/** Return a list of people, or null without any. `buttons` returns the buttons for a person. */
function people(title, zone, found, buttons) {
  const row = (who) =>
    h(
      "li",
      { "data-player": who.player },
      h("bdi", {}, who.name),
      who.reason ? [": ", h("bdi", {}, who.reason)] : null,
      " ",
      buttons(who),
    );
  return found.length ? h("div", { "data-list": zone }, h("h3", {}, title), h("ul", {}, found.map(row))) : null;
}

function presetRow(club, preset, draw) {
  const label = t("club.preset.remove");
  const remove = attempt(async () => (await call("DELETE", `clubs/${club.id}/presets/${preset.id}`), draw()));
  return h(
    "li",
    { "data-preset": preset.id },
    h("bdi", {}, presetWords(preset)),
    " ",
    button(label, "remove-preset", remove, {
      class: "small ghostly",
      "aria-label": t("named", { name: label, value: preset.name }),
      "data-key": preset.id,
    }),
  );
}

function invitation(club, draw) {
  const url = link("clubs", "join", club.code);
  return [
    h("p", {}, t("club.invite")),
    h(
      "div",
      { class: "row" },
      h("code", { class: "anywhere", "data-zone": "club-code" }, club.code),
      button(t("club.invite.share"), "share-club", () => (navigator.share ? share(url) : copy(url)), {
        class: "small",
      }),
      button(
        t("club.invite.renew"),
        "renew-club-code",
        attempt(async () => (await post(`clubs/${club.id}/code`), draw())),
        { class: "small ghostly" },
      ),
    ),
  ];
}

function settings(club, draw) {
  const fields = about(club);
  const save = attempt(async () => {
    await patch(`clubs/${club.id}`, fields.wish());
    tell(t("club.saved"));
    await draw();
  });
  return h(
    "details",
    { class: "agreements" },
    h("summary", { "data-act": "club-settings" }, t("club.settings")),
    h(
      "form",
      { class: "form", onsubmit: save },
      fields.shown,
      h("div", { class: "row" }, h("button", { type: "submit", "data-act": "save-club" }, t("club.save"))),
    ),
  );
}

/** Return the form for a new preset. It adds the fields of a game when the game is chosen. */
async function newPreset(club, draw) {
  const { games, paces } = await get("games");
  const name = h("input", { id: "preset-name", required: true, maxlength: LONGEST_NAME, dir: "auto" });
  const rest = h("div", { class: "form" });
  let game = null;
  const choose = attempt(async () => {
    const key = choice.value;
    const chosen = await get(`games/${key}`);
    if (key === choice.value) {
      game = chosen;
      rest.replaceChildren(...fieldsOf(game));
    }
  });
  const choice = select(
    { id: "preset-game", onchange: choose },
    games.map(({ key, name: called }) => [key, called]),
  );
  const add = attempt(async ({ target }) => {
    await post(`clubs/${club.id}/presets`, presetOf(target, name.value.trim(), game));
    await draw();
  });
  return h(
    "details",
    { class: "agreements", ontoggle: () => game ?? choose() },
    h("summary", { "data-act": "new-preset" }, t("club.preset.add")),
    h(
      "form",
      { class: "form", onsubmit: add },
      field("preset-name", t("club.name"), name),
      field("preset-game", t("make.game"), choice),
      paceField(paces),
      rest,
      check({ id: "preset-rated", name: "preset-rated" }, t("make.rated")),
      check({ id: "preset-free-text", name: "preset-free-text" }, t("make.free_text")),
      submitRow(t("club.preset.add"), "add-preset"),
    ),
  );
}

/** Return the fields for the seats and the options of a game. */
function fieldsOf(game) {
  const counts = game.seats.map((count) => [count, String(count)]);
  const seats = field("preset-seats", t("make.seats"), select({ id: "preset-seats", name: "seats" }, counts));
  return [seats, ...Object.entries(game.options.properties).map(([option, schema]) => optionField(option, schema))];
}

/** Return the preset of the form, as the server wants it. */
function presetOf(form, name, game) {
  const { elements } = form;
  return {
    name,
    game: game.key,
    seats: Number(elements.seats.value),
    options: chosenOptions(form, game),
    control: chosenControl(form),
    rated: elements["preset-rated"].checked,
    free_text: elements["preset-free-text"].checked,
  };
}
