/** What went wrong, in plain words. */

import { Offline, Problem } from "./api.js";
import { has, t } from "./texts.js";

/** Return a sentence: ours for the codes that players meet, the server's own for all others. */
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
