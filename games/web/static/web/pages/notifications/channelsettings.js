/** The settings of a notification channel: the kinds of events, digests, and quiet hours. */

import { h } from "../../parts/dom.js";
import { check, field, hoursFields, select, submitRow } from "../../parts/forms.js";
import { t } from "../../language/texts.js";

/** Kinds of events with which others wait for the player. */
const WAITED_FOR = [
  "your_turn",
  "time_low",
  "played_for",
  "autopilot_on",
  "given_back",
  "match_resumed",
  "seed_awaited",
  "seats_full",
  "pause_offered",
  "seat_offered",
  "rematch",
];
const DIGESTS = ["at_once", "hourly", "twice_a_day", "daily"];

/** Return the form for the settings. `save` gets the changed properties of the channel. */
export function settings(channel, kinds, save) {
  const id = (name) => `${name}-${channel.id}`;
  const { quiet_hours: quiet } = channel;
  const own = ownKinds(channel, kinds, id);
  const what = choiceOf(channel);
  own.hidden = what !== "own";
  const choice = (name, options, chosen) =>
    field(id(name), t(`notifications.${name}`), select({ id: id(name), name }, options, chosen));
  const named = (name, values) => values.map((value) => [value, t(`notifications.${name}.${value}`)]);
  const hours = Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, "0")}:00`]);
  return h(
    "details",
    { class: "agreements" },
    h("summary", {}, t("notifications.settings")),
    h(
      "form",
      { class: "form", onsubmit: (event) => (event.preventDefault(), save(wanted(event.target, own))) },
      h(
        "div",
        { class: "form", onchange: ({ target }) => target.name === "what" && (own.hidden = target.value !== "own") },
        choice("what", named("what", ["all", "turns", "own"]), what),
        own,
      ),
      h(
        "div",
        { class: "form-grid" },
        choice("digest", named("digest", DIGESTS), channel.digest),
        choice("hour", hours, channel.digest_hour),
      ),
      check({ id: id("quiet"), name: "quiet", checked: Boolean(quiet) }, t("notifications.quiet")),
      hoursFields(quiet, (name) => t(`notifications.quiet.${name}`), id),
      submitRow(t("notifications.save"), "save-channel", {}),
    ),
  );
}

/** Return which choice the kinds of a channel are: all, those with which others wait, or others. */
function choiceOf({ notifications }) {
  if (notifications === null) {
    return "all";
  }
  const isSame = notifications.length === WAITED_FOR.length;
  return isSame && WAITED_FOR.every((kind) => notifications.includes(kind)) ? "turns" : "own";
}

/** Return a checkbox for each kind of event. */
function ownKinds({ notifications }, kinds, id) {
  const box = ({ kind, label }) =>
    check({ id: id(kind), value: kind, checked: notifications?.includes(kind) ?? true }, label);
  return h(
    "fieldset",
    { class: "form-grid", "data-zone": "kinds" },
    h("legend", { class: "spoken" }, t("notifications.what.own")),
    kinds.map(box),
  );
}

/** Return the settings that the form has, as the server knows them. */
function wanted({ elements }, own) {
  const chosen = () => [...own.querySelectorAll(":checked")].map(({ value }) => value);
  return {
    notifications: { all: () => null, turns: () => WAITED_FOR, own: chosen }[elements.what.value](),
    digest: elements.digest.value,
    digest_hour: Number(elements.hour.value),
    quiet_hours: elements.quiet.checked ? { begins: elements.begins.value, ends: elements.ends.value } : null,
  };
}
