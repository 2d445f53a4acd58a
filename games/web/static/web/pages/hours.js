/** The player's availability: a calendar of closed times, and vacations. */

import { call, get, post } from "../api.js";
import { button, dialog, h, redraw } from "../dom.js";
import { remember } from "../player.js";
import * as store from "../store.js";
import { dateInZone, language, t } from "../texts.js";
import { HERE, knowZone } from "../zone.js";
import { changeAndDraw, ownPage } from "./own.js";

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

const change = (draw, asking) => changeAndDraw(draw, asking, () => t("hours.saved"));

function calendar(hours, draw) {
  const kept = hours.coming ?? hours.calendar;
  const zone = store.me.get()?.time_zone ?? HERE;
  const zones = [...new Set([zone, ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];
  const dates = new Set(kept.dates);
  const chosen = h("ul", { class: "chosen-dates" });
  const list = () =>
    redraw(
      chosen,
      [...dates].sort().map((day) =>
        h(
          "li",
          {},
          dayName(day),
          " ",
          button("✕", "remove-date", () => (dates.delete(day), list()), {
            class: "ghostly",
            "aria-label": t("hours.date.remove", { date: dayName(day) }),
          }),
        ),
      ),
    );
  list();
  const day = h("input", { type: "date", id: "date", name: "date" });
  const submit = (form) => {
    const { zone: where, sleeps, begins, ends } = form.elements;
    const calendar = {
      time_zone: where.value,
      night: sleeps.checked ? { begins: begins.value, ends: ends.value } : null,
      weekdays: WEEKDAYS.filter((name) => form.elements[name].checked),
      dates: [...dates],
    };
    return change(draw, async () => {
      const hours = await call("PUT", "me/availability/calendar", calendar);
      remember({ ...store.me.get(), time_zone: where.value });
      return hours;
    });
  };
  return h(
    "form",
    { class: "panel form", onsubmit: (event) => (event.preventDefault(), submit(event.target)) },
    h("h1", {}, t("hours.title")),
    h("p", {}, t("hours.text")),
    hours.coming
      ? h("p", { class: "quiet", "data-zone": "coming" }, t("hours.binds", { time: dateInZone(hours.takes_effect_at) }))
      : null,
    h(
      "div",
      { class: "field" },
      h("label", { for: "zone" }, t("hours.zone")),
      h(
        "select",
        { id: "zone", name: "zone" },
        zones.map((name) => h("option", { value: name, selected: name === zone }, name.replaceAll("_", " "))),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("hours.night")),
      h(
        "div",
        { class: "field-check" },
        h("input", { type: "checkbox", id: "sleeps", name: "sleeps", checked: Boolean(kept.night) }),
        h("label", { for: "sleeps" }, t("hours.night.text")),
      ),
      h(
        "div",
        { class: "form-grid" },
        ["begins", "ends"].map((name) =>
          h(
            "div",
            { class: "field" },
            h("label", { for: name }, t(`hours.night.${name}`)),
            h("input", {
              type: "time",
              id: name,
              name,
              required: true,
              value: kept.night?.[name] ?? { begins: "22:00", ends: "08:00" }[name],
            }),
          ),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("hours.weekdays")),
      h(
        "div",
        { class: "form-grid" },
        WEEKDAYS.map((name, place) =>
          h(
            "div",
            { class: "field-check" },
            h("input", { type: "checkbox", id: name, name, checked: kept.weekdays.includes(name) }),
            h("label", { for: name }, weekdayName(place)),
          ),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("hours.dates")),
      chosen,
      h("div", { class: "field" }, h("label", { for: "date" }, t("hours.date")), day),
      button(t("hours.date.add"), "add-date", () => {
        if (day.value) {
          dates.add(day.value);
          day.value = "";
          list();
        }
      }),
    ),
    h("p", { class: "quiet" }, t("hours.rules")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", "data-act": "save-hours" }, t("hours.save")),
    ),
  );
}

function vacations(hours, draw) {
  const going = hours.vacation;
  const begin = async (form) => {
    const first = form.elements.first.value;
    if (!(await sure(hours, Number(form.elements.days.value), first || today()))) {
      return;
    }
    await change(
      draw,
      async () => (
        await knowZone(),
        post("me/availability/vacation", { days: Number(form.elements.days.value), ...(first ? { first } : {}) })
      ),
    );
  };
  return h(
    "form",
    { class: "panel form", onsubmit: (event) => (event.preventDefault(), begin(event.target)) },
    h("h2", {}, t("hours.vacations")),
    h("p", {}, t("hours.vacations.left", { count: hours.vacation_days })),
    going
      ? [
          h(
            "p",
            { "data-zone": "vacation" },
            t("hours.vacation", { begins: dateInZone(going.begins), ends: dateInZone(going.ends) }),
          ),
          h(
            "div",
            { class: "row" },
            button(t("hours.vacation.end"), "end-vacation", () =>
              change(draw, () => call("DELETE", "me/availability/vacation")),
            ),
          ),
        ]
      : [
          h(
            "div",
            { class: "form-grid" },
            h(
              "div",
              { class: "field" },
              h("label", { for: "days" }, t("hours.vacation.days")),
              h("input", {
                type: "number",
                id: "days",
                name: "days",
                min: "1",
                max: "30",
                step: "1",
                required: true,
                value: "7",
              }),
            ),
            h(
              "div",
              { class: "field" },
              h("label", { for: "first" }, t("hours.vacation.first")),
              h("input", { type: "date", id: "first", name: "first" }),
            ),
          ),
          h("p", { class: "quiet" }, t("hours.vacation.text")),
          h(
            "div",
            { class: "row" },
            h("button", { type: "submit", "data-act": "begin-vacation" }, t("hours.vacation.begin")),
          ),
        ],
  );
}

/** Ask the player to confirm a vacation. The question names its last day and the vacation days left after it. */
async function sure(hours, days, first) {
  const last = new Date(Date.parse(`${first}T00:00:00Z`) + (days - 1) * 86400000).toISOString().slice(0, 10);
  const text = t("hours.vacation.sure.text", { day: dayName(last), count: Math.floor(hours.vacation_days) - days });
  const ways = [
    [t("close"), "close"],
    [t("hours.vacation.begin"), "go"],
  ];
  return (await dialog(t("hours.vacation.sure"), h("p", {}, text), ways)) === "go";
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
