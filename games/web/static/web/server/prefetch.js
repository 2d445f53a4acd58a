/**
 * Prefetched responses: requests that are sent before a page needs them, since slow connections have a high latency.
 *
 * Each response is used once, by the same player. All are dropped when the page is shown.
 */

import { languageWanted } from "../language/language.js";
import * as store from "../browser/store.js";

export const ROOT = "/api/v1/";

const answers = new Map();
const key = (path) => `${store.token.get()} ${path}`;

/** Return the headers of every request: the language and the player's token. */
export function headersIn(language) {
  const token = store.token.get();
  return { "Accept-Language": language, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** Prefetch a path of the API. */
export function prefetch(path) {
  const answer = fetch(ROOT + path, { headers: headersIn(languageWanted()) });
  answer.catch(() => {}); // the caller of takePrefetched gets the error
  answers.set(key(path), answer);
}

/** Store a document that the server has just sent in another response. */
export function keepPrefetched(path, document) {
  answers.set(key(path), Promise.resolve(Response.json(document)));
}

/** Take a prefetched response: a promise, or undefined. */
export function takePrefetched(path) {
  const answer = answers.get(key(path));
  answers.delete(key(path));
  return answer;
}

export const dropPrefetched = () => answers.clear();
