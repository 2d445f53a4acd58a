/** Errors in the language of the player. */

import { Offline, Problem } from "./api.js";
import { tell } from "../frame.js";
import { has, t } from "../language/texts.js";

/** Return the sentence of the page for the code of an error, else that of the server. */
export function wordsOf(error) {
  if (error instanceof Offline) {
    return t("error.offline");
  }
  if (error instanceof Problem) {
    const key = `problem.${error.code}`;
    return has(key) ? t(key, error.document) : error.message || t("error.unknown");
  }
  return error.message || t("error.unknown");
}

/** Run an action and report its error. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.name !== "AbortError") {
      tell(wordsOf(error));
    }
  }
}
