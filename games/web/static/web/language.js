/** Which language is spoken here. */

import * as store from "./store.js";
import { LANGUAGES } from "./texts/index.js";

export const ENGLISH = "en";

/** Return a language that is offered, or null for any other one. */
export const offered = (chosen) => (Object.hasOwn(LANGUAGES, chosen ?? "") ? chosen : null);

/** Return the language that the player has chosen: at any device, in this browser, or by the browser's own settings. */
export function languageWanted() {
  const chosen = [store.me.get()?.language, store.language.get()].find(offered);
  return chosen ?? navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find(offered) ?? ENGLISH;
}
