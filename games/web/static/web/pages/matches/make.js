/** The form for a new match: the game, its options, entry requirements, and the time control. */

import { get, post } from "../../server/api.js";
import { someAvatar } from "../../parts/avatars.js";
import { h, redraw } from "../../parts/dom.js";
import { check, field, part, select } from "../../parts/forms.js";
import { tell } from "../../frame.js";
import { wordsOf } from "../../server/problems.js";
import { createGuest, loadPlayer } from "../../player/player.js";
import { go, href } from "../../router.js";
import * as secrets from "../../player/secrets.js";
import { duration, has, served, t } from "../../language/texts.js";

/** Seconds for a move that players can choose beside the paces of the server. */
const SECONDS = [30, 60, 300, 3600, 28800, 259200];
const USUAL = "day";
/** Minutes after which bots may take free seats. */
const UNTIL_BOTS = [10, 60, 180, 720, 1440, 4320];
/** Seconds on autopilot after which a substitute may take a seat. */
const UNTIL_SUBSTITUTES = [3600, 28800, 86400, 259200];
const STAND_IN = "medium";
/** Choices for the required reliability, in percent. */
const RELIABILITIES = [70, 80, 90, 95];
/** The shortest turn with which a match can honour calendars, in seconds. */
const AN_HOUR = 3600;

/** Show the form. `before` is a finished match whose players are invited. */
export async function show(main, [before]) {
  const [{ games, ...catalogue }, known] = await Promise.all([get("games"), loadPlayer()]);
  const choice = h(
    "select",
    { id: "game", name: "game" },
    games.map(({ key, name }) => h("option", { value: key }, name)),
  );
  const details = h("div", { class: "form", "data-zone": "details" });
  const create = h("button", { type: "submit", class: "primary", "data-act": "create" }, t("make.button"));
  let game = null;
  const choose = async () => {
    const key = choice.value;
    details.inert = create.disabled = true; // until the game is loaded, since choices made meanwhile would be lost
    try {
      const chosen = await get(`games/${key}`);
      if (choice.value === key) {
        game = chosen;
        redrawKeeping(details, gameFields(game, catalogue));
      }
    } catch (error) {
      if (choice.value === key && game) {
        choice.value = game.key;
      }
      tell(wordsOf(error));
    }
    details.inert = create.disabled = choice.value !== game?.key;
  };
  choice.addEventListener("change", choose);
  const form = h(
    "form",
    { class: "form panel", onsubmit: (event) => (event.preventDefault(), make(event.target, game, known, before)) },
    h("h1", {}, t("make.title")),
    before ? h("p", { class: "quiet", "data-zone": "again" }, t("make.again")) : null,
    known
      ? null
      : field(
          "nickname",
          t("make.nickname"),
          h("input", { id: "nickname", name: "nickname", required: true, maxlength: "24", autocomplete: "nickname" }),
        ),
    field("game", t("make.game"), choice),
    details,
    h("div", { class: "row" }, create),
  );
  main.append(form);
  await choose();
}

/** Redraw fields and keep values that are still possible, except the options, which belong to one game. */
function redrawKeeping(box, fields) {
  const chosen = [...box.querySelectorAll("select, input")]
    .filter(({ dataset }) => !dataset.option)
    .map(({ id, value, checked }) => ({ id, value, checked }));
  redraw(box, fields);
  for (const { id, value, checked } of chosen) {
    const input = box.querySelector(`#${id}`);
    if (input?.options ? [...input.options].some((option) => option.value === value) : input) {
      Object.assign(input, { value, checked });
      input.dispatchEvent(new Event("change"));
    }
  }
}

/** Return the fields that depend on the game. */
function gameFields(game, { bots, paces, honours = [] }) {
  const seats = select(
    { id: "seats", name: "seats", onchange: () => fillSeats() },
    game.seats.map((count) => [count, String(count)]),
  );
  const others = h("div", { class: "form-grid" });
  const fillSeats = () => {
    const numbers = Array.from({ length: Number(seats.value) - 1 }, (_, index) => index + 1);
    redrawKeeping(
      others,
      numbers.map((number) => seatField(game, bots, number)),
    );
  };
  fillSeats();
  return [
    h("p", { class: "quiet" }, served(game.summary), " ", h("a", { href: href("rules", game.key) }, t("make.rules"))),
    h("div", { class: "form-grid" }, field("seats", t("make.seats"), seats), paceField(paces)),
    honours.length ? honoursPart(honours) : null,
    part(t("make.others"), others, laterSeatFields()),
    agreementPart(),
    optionsPart(game),
  ];
}

/** Return the choice of a bot for a seat, or of a player who joins. */
function seatField(game, bots, number) {
  const able = bots.filter(({ games }) => games.includes(game.key));
  const levels = able.map(({ key }) => [key, t("seat.bot", { level: t(`level.${key}`) })]);
  const id = `seat-${number}`;
  return field(
    id,
    t("make.seat", { number: number + 1 }),
    select({ id, name: id }, [["", t("make.seat.open")], ...levels]),
  );
}

/** Return the choices of closed times, of which the match may honour those of every player. */
function honoursPart(honours) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, t("make.honours")),
    honours.map((kind) => {
      const id = `honours-${kind}`;
      return check({ id, name: id, "data-honours": kind, checked: kind !== "nights" }, t(`make.honours.${kind}`));
    }),
    h(
      "p",
      { class: "quiet" },
      t("make.honours.text"),
      " ",
      h("a", { href: href("availability") }, t("availability.title")),
    ),
  );
}

/** Return the times after which bots take free seats, and substitutes those on autopilot. */
function laterSeatFields() {
  const times = (name, never, after, seconds, values = seconds) =>
    select({ id: name, name }, [
      ["", t(never)],
      ...values.map((value, place) => [value, t(after, { time: duration(seconds[place]) })]),
    ]);
  const untilBots = UNTIL_BOTS.map((minutes) => minutes * 60);
  return [
    field(
      "bots-after",
      t("make.bots"),
      times("bots-after", "make.bots.never", "make.bots.after", untilBots, UNTIL_BOTS),
    ),
    field(
      "substitutes",
      t("make.substitutes"),
      times("substitutes", "make.substitutes.never", "make.substitutes.after", UNTIL_SUBSTITUTES),
    ),
  ];
}

/** Return who may join, and what the players agree on. */
function agreementPart() {
  const explained = (text, more) => [text, h("small", {}, more)];
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, t("make.visibility")),
    ["private", "public"].map((value) =>
      check(
        { type: "radio", id: value, name: "visibility", value, checked: value === "private" },
        t(`make.visibility.${value}`),
      ),
    ),
    check({ id: "autostart", name: "autostart", checked: true }, t("make.autostart")),
    check({ id: "bot-accounts", name: "bot_accounts" }, t("make.bot_accounts")),
    check({ id: "bots-give-way", name: "bots-give-way", checked: true }, t("make.bots_give_way")),
    check({ id: "free-text", name: "free-text" }, explained(t("make.free_text"), t("make.free_text.text"))),
    check({ id: "rated", name: "rated" }, explained(t("make.rated"), t("make.rated.text"))),
    check({ id: "undo", name: "undo", checked: true }, explained(t("make.undo"), t("make.undo.text"))),
    check({ id: "hints", name: "hints" }, explained(t("make.hints"), t("make.hints.text"))),
    reliabilityField(),
  );
}

/** Return the options of the game, and the choice to add a secret to the shuffle. */
function optionsPart(game) {
  const options = Object.entries(game.options.properties);
  const fields = options.map(([name, schema]) => optionField(name, schema));
  return h(
    "details",
    { class: "agreements" },
    h("summary", { "data-act": "options" }, t("make.options")),
    h("div", { class: "form" }, fields.length ? fields : h("p", {}, t("make.options.none"))),
    secrets.able
      ? check({ id: "secret", name: "secret" }, t("make.secret"), h("small", {}, t("make.secret.text")))
      : null,
  );
}

/** Return the field for the required reliability of other players. */
export function reliabilityField() {
  const choice = h(
    "select",
    { id: "reliability", name: "reliability" },
    h("option", { value: "" }, t("make.reliability.any")),
    RELIABILITIES.map((percent) => h("option", { value: percent }, t("make.reliability.least", { percent }))),
  );
  return field("reliability", t("make.reliability"), choice);
}

/** Return the entry requirements of the form for the server. */
export function askedFor(form) {
  const least = Number(form.elements.reliability.value);
  return least ? { least_reliability: least } : {};
}

/** Return the field for the time control: a pace of the server with its description, or a time for each move. */
export function paceField(paces) {
  const text = h("p", { class: "quiet", id: "pace-text" });
  const option = (control, name, key) =>
    h("option", { value: JSON.stringify(control), selected: key === USUAL, "data-pace": key }, name);
  const choice = h(
    "select",
    { id: "pace", name: "pace", "aria-describedby": "pace-text", onchange: () => say() },
    h(
      "optgroup",
      { label: t("make.pace.named") },
      paces.map(({ key, name, control }) => option(control, served(name), key)),
    ),
    h(
      "optgroup",
      { label: t("make.pace.move") },
      SECONDS.map((seconds) => option({ type: "move", seconds }, duration(seconds), seconds)),
    ),
  );
  const say = () =>
    (text.textContent = paces.find(({ key }) => key === choice.selectedOptions[0].dataset.pace)?.text ?? "");
  say();
  return field("pace", t("make.time"), choice, text);
}

/** Return an input for an option, from its JSON Schema. */
export function optionField(name, schema) {
  const id = `option-${name}`;
  const label = has(`choice.${name}`) ? t(`choice.${name}`) : served(schema.description);
  const given = { id, name: id, "data-option": name, "data-type": schema.type };
  if (schema.type === "boolean") {
    return h(
      "div",
      { class: "field-check" },
      h("input", { type: "checkbox", ...given, checked: schema.default }),
      h("label", { for: id }, label),
    );
  }
  const input = schema.enum
    ? h(
        "select",
        given,
        schema.enum.map((value) =>
          h(
            "option",
            { value, selected: value === schema.default },
            has(`choice.${name}.${value}`) ? t(`choice.${name}.${value}`) : String(value),
          ),
        ),
      )
    : h("input", {
        type: schema.type === "integer" ? "number" : "text",
        min: schema.minimum,
        max: schema.maximum,
        step: schema.type === "integer" ? 1 : null,
        required: true,
        ...given,
        value: String(schema.default),
      });
  return field(id, label, input);
}

/** Return the options that differ from the defaults of the game. */
export function chosenOptions(form, game) {
  const chosen = {};
  for (const input of form.querySelectorAll("[data-option]")) {
    const { option, type } = input.dataset;
    const value = type === "boolean" ? input.checked : type === "integer" ? Number(input.value) : input.value;
    if (value !== game.options.properties[option].default) {
      chosen[option] = value;
    }
  }
  return chosen;
}

/** Return the chosen time control. With short turns it honours no calendar. */
export function chosenControl(form) {
  const control = JSON.parse(form.elements.pace.value);
  const honours = [...form.querySelectorAll("[data-honours]")]
    .filter(({ checked }) => checked)
    .map(({ dataset }) => dataset.honours);
  return honours.length && control.seconds + (control.bank_seconds ?? 0) >= AN_HOUR ? { ...control, honours } : control;
}

async function make(form, game, known, before) {
  const submit = form.querySelector("[data-act=create]");
  submit.disabled = true;
  try {
    if (!known) {
      await createGuest(form.elements.nickname.value.trim(), someAvatar());
    }
    const seats = Number(form.elements.seats.value);
    const bots = {};
    for (let number = 1; number < seats; number += 1) {
      const level = form.elements[`seat-${number}`].value;
      if (level) {
        bots[number] = level;
      }
    }
    const wait = Number(form.elements["bots-after"].value);
    const substitutes = Number(form.elements.substitutes.value);
    const commitment = form.elements.secret?.checked ? await secrets.newCommitment() : null;
    const match = await post("matches", {
      game: game.key,
      seats,
      bots,
      options: chosenOptions(form, game),
      visibility: form.elements.visibility.value,
      control: chosenControl(form),
      autostart: form.elements.autostart.checked,
      bot_accounts: form.elements.bot_accounts.checked,
      free_text: form.elements["free-text"].checked,
      rated: form.elements.rated.checked,
      undo: !form.elements.rated.checked && form.elements.undo.checked,
      ...(form.elements.hints.checked && !form.elements.rated.checked ? { hints: true } : {}),
      ...askedFor(form),
      bots_give_way: form.elements["bots-give-way"].checked,
      ...(before ? { again: before } : {}),
      ...(wait ? { late_bots: { at: new Date(Date.now() + wait * 60000).toISOString(), level: STAND_IN } } : {}),
      ...(substitutes ? { substitutes_after: substitutes } : {}),
      ...(commitment ? { seed_commitment: commitment } : {}),
    });
    go("match", match.id);
  } catch (error) {
    tell(wordsOf(error));
    submit.disabled = false;
  }
}
