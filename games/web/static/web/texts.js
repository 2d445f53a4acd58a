/** The words of the page. Every text stands in texts/, in one file for each language. */

import en from "./texts/en.js";
import { h } from "./dom.js";
import { language } from "./store.js";

/** The languages, by their own names. */
export const LANGUAGES = { en: "English", ar: "العربية (تجربة)" };

let texts = en;
let code = "en";

/** Take the language that the player chose. What it has no text for is said in English. */
export async function loadTexts() {
  code = LANGUAGES[language.get()] ? language.get() : "en";
  if (code === "ar") {
    texts = { ...en, ...(await import("./texts/ar.js")).default };
  }
  document.documentElement.lang = code;
  document.documentElement.dir = code === "ar" ? "rtl" : "ltr";
}

/** Return a text: t("table.round", {number: 3}). A text with "one" and "other" depends on `count`. */
export function t(key, values = {}) {
  return pick(key, values).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Return a text in which values may be elements, as a list of nodes. */
export function rich(key, values = {}) {
  return pick(key, values)
    .split(/(\{\w+\})/)
    .filter((part) => part)
    .map((part) => (/^\{\w+\}$/.test(part) ? isolated(values[part.slice(1, -1)] ?? "") : part));
}

/** A name keeps its own direction within a sentence of the other one. */
function isolated(value) {
  return code === "ar" && typeof value === "string" && value ? h("bdi", {}, value) : value;
}

/** Say whether there is a text. */
export function has(key) {
  return key in texts;
}

function pick(key, values) {
  const text = texts[key] ?? key;
  return typeof text === "string" ? text : text[new Intl.PluralRules(code).select(Number(values.count))] ?? text.other;
}

/** Return "a, b and c"; the parts may be elements. */
export function list(parts) {
  const joined = [];
  parts.forEach((part, index) => {
    if (index) {
      joined.push(index === parts.length - 1 ? t("and") : t("comma"));
    }
    joined.push(part);
  });
  return joined;
}

/** A text of the server, which speaks English; its direction is its own. */
export function served(text) {
  return h("bdi", code === "en" ? {} : { lang: "en" }, text);
}

/** Return a length of time in the largest unit that fits: "3 d 4 h", "25 min", "40 s". */
export function duration(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const days = Math.floor(left / 86400);
  const hours = Math.floor((left % 86400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days) {
    return hours ? `${t("time.days", { count: days })} ${t("time.hours", { count: hours })}` : t("time.days", { count: days });
  }
  if (hours) {
    return minutes ? `${t("time.hours", { count: hours })} ${t("time.minutes", { count: minutes })}` : t("time.hours", { count: hours });
  }
  return minutes ? t("time.minutes", { count: minutes }) : t("time.seconds", { count: left });
}

/** Return a date as people write it here. */
export function date(text) {
  return new Intl.DateTimeFormat(code, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
}
