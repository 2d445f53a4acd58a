/** Sentences of the page. The files in texts/ are generated from the catalogues of games/texts. */

import { h } from "../parts/dom.js";
import { ENGLISH, languageWanted } from "./language.js";
import { LANGUAGES } from "../texts/index.js";

let code = ENGLISH;
let texts = {};
/** The names of the plural forms in Intl, in the order of the forms: "one", "other". */
let forms = [];
let plural, number, day, hour, conjunction;

/** Return the language of the page. */
export const language = () => code;

/** Load the language that the player has chosen. */
export async function loadTexts() {
  const wanted = languageWanted();
  const { samples, default: said } = await LANGUAGES[wanted].load();
  code = wanted;
  texts = said;
  const locale = `${code}-u-nu-latn`; // the digits of cards and clocks
  plural = new Intl.PluralRules(locale);
  number = new Intl.NumberFormat(locale);
  day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  hour = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    hour: "numeric",
    minute: "numeric",
    timeZoneName: "short",
  });
  conjunction = new Intl.ListFormat(locale, { type: "conjunction" });
  forms = samples.map((count) => plural.select(count));
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].direction;
}

/** Load the texts of rarely opened parts, too. Pages and dialogs with such texts call this first. */
export async function loadLater() {
  texts = { ...texts, ...(await LANGUAGES[code].later()).default };
}

/** Return a text: t("board.round", {round: 3}). `count` selects the plural form. */
export function t(key, values = {}) {
  return pick(key, values).replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

/** Return a text as a list of nodes; its values may be elements. */
export function rich(key, values = {}) {
  return pick(key, values)
    .split(/(\{\w+\})/)
    .filter((part) => part)
    .map((part) => (/^\{\w+\}$/.test(part) ? isolated(written(values[part.slice(1, -1)])) : part));
}

function written(value) {
  return typeof value === "number" ? number.format(value) : (value ?? "");
}

/** Isolate a name, so that it keeps its own direction within a sentence of the other one. */
function isolated(value) {
  return typeof value === "string" && value ? h("bdi", {}, value) : value;
}

/** Return true if the key has a text. */
export function has(key) {
  return Object.hasOwn(texts, key);
}

function pick(key, { count }) {
  const text = texts[key] ?? key;
  return typeof text === "string" ? text : (text[forms.indexOf(plural.select(count))] ?? text.at(-1));
}

/** Join names in the language of the page: "a, b and c". */
export function list(names) {
  return conjunction.format(names);
}

/** Return a text of the server, in its own direction. */
export function served(text) {
  return h("bdi", {}, text);
}

/** Return a duration in its largest units: "3 d 4 h", "25 min", "40 s". */
export function duration(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const days = Math.floor(left / 86400);
  const hours = Math.floor((left % 86400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days) {
    return hours
      ? `${t("time.days", { count: days })} ${t("time.hours", { count: hours })}`
      : t("time.days", { count: days });
  }
  if (hours) {
    return minutes
      ? `${t("time.hours", { count: hours })} ${t("time.minutes", { count: minutes })}`
      : t("time.hours", { count: hours });
  }
  return minutes ? t("time.minutes", { count: minutes }) : t("time.seconds", { count: left });
}

/** Return a moment of the next days with weekday and zone, "Wed 8:00 GMT+1"; a later one as a date. */
export function soon(text) {
  return Date.parse(text) - Date.now() < 6 * 86400000 ? hour.format(new Date(text)) : dateInZone(text);
}

/** Return a date and time in the local format, with the time zone. */
export function dateInZone(text) {
  return new Intl.DateTimeFormat(`${code}-u-nu-latn`, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    timeZoneName: "short",
  }).format(new Date(text));
}

/** Return a date and time in the local format. */
export function date(text) {
  return day.format(new Date(text));
}
