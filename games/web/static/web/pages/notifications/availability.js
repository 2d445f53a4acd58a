/** The player's availability: a calendar of closed times, and vacations. */

import { call, get, post } from "../../server/api.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { check, field, hoursFields, part, select, submitRow } from "../../parts/forms.js";
import { remember } from "../../player/player.js";
import * as store from "../../browser/store.js";
import { dateInZone, language, t } from "../../language/texts.js";
import { HERE, knowZone } from "../../player/zone.js";
import { changeAndDraw, ownPage } from "../own.js";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A Monday, from which the page derives the names of weekdays. */
const MONDAY = Date.UTC(2026, 10, 23);

export async function show(main) {
  const page = await ownPage(main);
  if (!page) {
    return;
  }
  const draw = (hours) => redraw(page, [calendar(hours, draw), vacations(hours, draw)]);
  draw(await get("me/availability"));
}

const change = (draw, asking) => changeAndDraw(draw, asking, () => t("availability.saved"));

function calendar(hours, draw) {
  const kept = hours.coming ?? hours.calendar;
  const zone = store.me.get()?.time_zone ?? HERE;
  const zones = [...new Set([zone, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];
  const dates = new Set(kept.dates);
  return h(
    "form",
    { class: "panel form", onsubmit: (event) => (event.preventDefault(), save(event.target, dates, draw)) },
    h("h1", {}, t("availability.title")),
    h("p", {}, t("availability.text")),
    hours.coming
      ? h(
          "p",
          { class: "quiet", "data-zone": "coming" },
          t("availability.binds", { time: dateInZone(hours.takes_effect_at) }),
        )
      : null,
    field(
      "zone",
      t("availability.zone"),
      select(
        { id: "zone", name: "zone" },
        zones.map((name) => [name, name.replaceAll("_", " ")]),
        zone,
      ),
    ),
    part(
      t("availability.night"),
      check({ id: "sleeps", name: "sleeps", checked: Boolean(kept.night) }, t("availability.night.text")),
      hoursFields(kept.night, (name) => t(`availability.night.${name}`)),
    ),
    part(
      t("availability.weekdays"),
      h(
        "div",
        { class: "form-grid" },
        WEEKDAYS.map((name, place) =>
          check({ id: name, name, checked: kept.weekdays.includes(name) }, weekdayName(place)),
        ),
      ),
    ),
    datesPart(dates),
    h("p", { class: "quiet" }, t("availability.rules")),
    submitRow(t("availability.save"), "save-hours"),
  );
}

/** Save the calendar of the form. The time zone of the player follows it. */
function save({ elements }, dates, draw) {
  const { zone, sleeps, begins, ends } = elements;
  const wanted = {
    time_zone: zone.value,
    night: sleeps.checked ? { begins: begins.value, ends: ends.value } : null,
    weekdays: WEEKDAYS.filter((name) => elements[name].checked),
    dates: [...dates],
  };
  return change(draw, async () => {
    const saved = await call("PUT", "me/availability/calendar", wanted);
    remember({ ...store.me.get(), time_zone: zone.value });
    return saved;
  });
}

/** Return the closed dates with buttons to remove them, and a field to add one. They change the set `dates`. */
function datesPart(dates) {
  const chosen = h("ul", { class: "chosen-dates" });
  const remove = (date) =>
    button("✕", "remove-date", () => (dates.delete(date), draw()), {
      class: "ghostly",
      "data-key": date,
      "aria-label": t("availability.date.remove", { date: dayName(date) }),
    });
  const draw = () =>
    redraw(
      chosen,
      [...dates].sort().map((date) => h("li", {}, dayName(date), " ", remove(date))),
    );
  draw();
  const input = h("input", { type: "date", id: "date", name: "date" });
  const add = () => {
    if (input.value) {
      dates.add(input.value);
      input.value = "";
      draw();
    }
  };
  return part(
    t("availability.dates"),
    chosen,
    field("date", t("availability.date"), input),
    button(t("availability.date.add"), "add-date", add),
  );
}

function vacations(hours, draw) {
  const begin = async ({ elements }) => {
    const days = Number(elements.days.value);
    const first = elements.first.value;
    if (await sure(hours, days, first || today())) {
      await change(draw, async () => {
        await knowZone();
        return post("me/availability/vacation", { days, ...(first ? { first } : {}) });
      });
    }
  };
  return h(
    "form",
    { class: "panel form", onsubmit: (event) => (event.preventDefault(), begin(event.target)) },
    h("h2", {}, t("availability.vacations")),
    h("p", {}, t("availability.vacations.left", { count: hours.vacation_days })),
    hours.vacation ? currentVacation(hours.vacation, draw) : vacationFields(),
  );
}

/** Return the vacation that has begun or is planned, with the button to end it. */
function currentVacation({ begins, ends }, draw) {
  const end = () => change(draw, () => call("DELETE", "me/availability/vacation"));
  return [
    h(
      "p",
      { "data-zone": "vacation" },
      t("availability.vacation", { begins: dateInZone(begins), ends: dateInZone(ends) }),
    ),
    h("div", { class: "row" }, button(t("availability.vacation.end"), "end-vacation", end)),
  ];
}

function vacationFields() {
  const number = { type: "number", min: "1", max: "30", step: "1", required: true, value: "7" };
  return [
    h(
      "div",
      { class: "form-grid" },
      field("days", t("availability.vacation.days"), h("input", { id: "days", name: "days", ...number })),
      field("first", t("availability.vacation.first"), h("input", { type: "date", id: "first", name: "first" })),
    ),
    h("p", { class: "quiet" }, t("availability.vacation.text")),
    submitRow(t("availability.vacation.begin"), "begin-vacation", {}),
  ];
}

/** Ask the player to confirm a vacation. The question names its last day and the vacation days left after it. */
async function sure(hours, days, first) {
  const last = new Date(Date.parse(`${first}T00:00:00Z`) + (days - 1) * 86400000).toISOString().slice(0, 10);
  const text = t("availability.vacation.sure.text", {
    day: dayName(last),
    count: Math.floor(hours.vacation_days) - days,
  });
  const ways = [
    [t("close"), "close"],
    [t("availability.vacation.begin"), "go"],
  ];
  return (await dialog(t("availability.vacation.sure"), h("p", {}, text), ways)) === "go";
}

/** Return the current day in the player's time zone, as 2027-03-20. */
const today = () => new Intl.DateTimeFormat("sv", { timeZone: store.me.get()?.time_zone || HERE }).format(new Date());

/** Return a day such as 2027-03-20 in the local format, independent of the time zone. */
function dayName(day) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

function weekdayName(place) {
  return new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(
    new Date(MONDAY + place * 86400000),
  );
}
