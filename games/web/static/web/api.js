/** Talking to the server: JSON, the player's token, problem documents, and trying again. */

import { ROOT, headersIn, takeAhead } from "./ahead.js";
import * as store from "./store.js";
import { language } from "./texts.js";

const LONGEST_PAUSE = 30;

/** An answer that refuses; `code` is stable, see docs/problems.md. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || "");
    this.status = status;
    this.code = document.code || "unknown";
    this.document = document;
  }
}

/** No answer came. */
export class Offline extends Error {}

let ahead = 0;

/** The time of the server, in milliseconds: clocks of phones are wrong. */
export function serverTime() {
  return Date.now() + ahead;
}

/** Return how many seconds are left until a moment that the server has named, by its own time. */
export function secondsUntil(moment) {
  return (Date.parse(moment) - serverTime()) / 1000;
}

/** Ask the server. Throws Problem, Offline, or AbortError when the signal aborts. */
export async function call(method, path, body, { signal, headers = {} } = {}) {
  let response;
  try {
    const asked = method === "GET" ? takeAhead(path) : undefined;
    response = await (asked ?? fetch(path.startsWith("/") ? path : ROOT + path, {
      method,
      signal,
      headers: {
        ...headersIn(language()), // half a sentence in another language would help nobody
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }));
    signal?.throwIfAborted(); // what was asked ahead knows no signal
  } catch (error) {
    throw error.name === "AbortError" ? error : new Offline();
  }
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (date && Math.abs(date + 500 - serverTime()) > 1500) {
    ahead = date + 500 - Date.now();
  }
  return answer(response);
}

async function answer(response) {
  if (response.status === 204) {
    return null;
  }
  let document;
  try {
    document = await response.json();
  } catch (error) {
    if (error.name === "AbortError") {
      throw error;
    }
    throw new Offline(); // a gateway's own page, or an answer that broke off
  }
  if (response.status === 401 && store.token.get()) {
    globalThis.dispatchEvent?.(new Event("refused"));
  }
  if (!response.ok) {
    throw new Problem(response.status, { ...document, retry_after: Number(response.headers.get("Retry-After")) || 0 });
  }
  return document;
}

export const get = (path, options) => call("GET", path, undefined, options);
/** Post something. A player on vacation is asked whether to sit down all the same. */
export const post = (path, body = {}, options) => call("POST", path, body, options).catch(async (error) =>
  error.code === "on_vacation" ? (await import("./pages/away.js")).again(error, path, body, options) : Promise.reject(error),
);
export const patch = (path, body) => call("PATCH", path, body);

/**
 * Do something until the server has answered, however long that takes. Only for what may be asked twice: reading, and
 * what carries an idempotency key. `waiting` hears before each pause how many seconds it takes, and 0 when it is over.
 */
export async function untilAnswered(action, { signal, waiting = () => {} } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await action();
      waiting(0);
      return result;
    } catch (error) {
      if (!passes(error)) {
        waiting(0);
        throw error;
      }
      const seconds = pauseAfter(error, attempt);
      waiting(seconds);
      await pause(seconds * 1000, signal);
    }
  }
}

/** Whether what went wrong may be over when it is tried again: no answer came, or the server is busy. */
export function passes(error) {
  return error instanceof Offline || (error instanceof Problem && (error.status >= 500 || error.status === 429));
}

/** Seconds until it is tried again: what the server says, or twice as long each time; `before` failures came before. */
export function pauseAfter(error, before) {
  return error.document?.retry_after || Math.min(LONGEST_PAUSE, 2 ** before) * (0.75 + Math.random() / 2);
}

/** Wait, but no longer than until the connection is back. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", aborted);
    };
    const done = () => {
      stop();
      resolve();
    };
    const aborted = () => {
      stop();
      reject(new DOMException("aborted", "AbortError"));
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal?.addEventListener("abort", aborted);
    if (signal?.aborted) {
      aborted();
    }
  });
}

/** A name for a request that must happen once. (randomUUID is not there on plain HTTP.) */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
