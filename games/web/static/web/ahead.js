/**
 * Answers that are there, or on their way, before a page asks for them: an answer takes long to begin on a slow line.
 *
 * Each is given once, to who asked, and is forgotten when the page that it was meant for is shown.
 */

import { languageWanted } from "./language.js";
import * as store from "./store.js";

export const ROOT = "/api/v1/";

const answers = new Map();
const key = (path) => `${store.token.get()} ${path}`;

/** What goes with every request: who asks, and in which language. */
export function headersIn(language) {
  const token = store.token.get();
  return { "Accept-Language": language, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** Ask the server for something that will be wanted. */
export function askAhead(path) {
  const answer = fetch(ROOT + path, { headers: headersIn(languageWanted()) });
  answer.catch(() => {}); // whoever wants it hears of it
  answers.set(key(path), answer);
}

/** Keep an answer: what the server has just told in another answer. */
export function knowAhead(path, document) {
  answers.set(key(path), Promise.resolve(Response.json(document)));
}

/** Take the answer to a question that was asked ahead: a promise of a response, or undefined. */
export function takeAhead(path) {
  const answer = answers.get(key(path));
  answers.delete(key(path));
  return answer;
}

export const forgetAhead = () => answers.clear();
