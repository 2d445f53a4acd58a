/** Which language is spoken here. */

import * as store from "./store.js";
import { LANGUAGES } from "./texts/index.js";

export const ENGLISH = "en";

/** Return a language as the player's profile holds it: null for one that the server does not speak. */
export const profiled = (chosen) => (LANGUAGES[chosen]?.spoken ? chosen : null);

/** Return the language that the player has chosen: at any device, in this browser, or by the browser's own settings. */
export function languageWanted() {
  const chosen = [store.me.get()?.language, store.language.get()].find((one) => Object.hasOwn(LANGUAGES, one ?? ""));
  return chosen ?? navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find((one) => Object.hasOwn(LANGUAGES, one) && profiled(one)) ?? ENGLISH;
}
