/** The choice of the language of the page. */

import * as store from "../browser/store.js";
import { LANGUAGES } from "../texts/index.js";

export const ENGLISH = "en";

/** Return the language if the page has it, else null. */
export const offered = (chosen) => (Object.hasOwn(LANGUAGES, chosen ?? "") ? chosen : null);

/** Return the language of the account, else that chosen in this browser, else that of the browser's settings. */
export function languageWanted() {
  const chosen = [store.me.get()?.language, store.language.get()].find(offered);
  return chosen ?? navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find(offered) ?? ENGLISH;
}
