/** Requests to the API: JSON, the player's token, problem documents, and retries. */

import { ROOT, headersIn, takePrefetched } from "./prefetch.js";
import * as store from "../browser/store.js";
import { language } from "../language/texts.js";

const LONGEST_PAUSE = 30;

/** An error response. Its `code` is stable, see docs/problems.md. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || "");
    this.status = status;
    this.code = document.code || "unknown";
    this.document = document;
  }
}

/** An error for a request without a response. */
export class Offline extends Error {}

let ahead = 0;

/** Return the time of the server in milliseconds. Clocks of phones may be wrong. */
export function serverTime() {
  return Date.now() + ahead;
}

/** Return the seconds until a moment that the server has sent, by the server's clock. */
export function secondsUntil(moment) {
  return (Date.parse(moment) - serverTime()) / 1000;
}

/** Send a request and return the JSON. Throws Problem, Offline, or AbortError when the signal aborts. */
export async function call(method, path, body, { signal, headers = {} } = {}) {
  let response;
  try {
    const asked = method === "GET" ? takePrefetched(path) : undefined;
    response = await (asked ??
      fetch(path.startsWith("/") ? path : ROOT + path, {
        method,
        signal,
        headers: {
          ...headersIn(language()), // the language that the page shows, so that languages do not mix
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }));
    signal?.throwIfAborted(); // a prefetched request has no signal
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
    throw new Offline(); // a page of a gateway, or a response that was cut off
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
/** Send a POST. If the player is on vacation, ask whether to join all the same. */
export const post = (path, body = {}, options) =>
  call("POST", path, body, options).catch(async (error) => {
    if (
      error.code === "on_vacation" &&
      (await (await import("../pages/notifications/vacation.js")).joins(error.document))
    ) {
      return call("POST", path, { ...body, despite_vacation: true }, options);
    }
    throw error;
  });
export const patch = (path, body) => call("PATCH", path, body);

/**
 * Retry an action until the server has answered, without a limit of time. Use it only for requests that may be sent
 * twice: reads, and requests with an idempotency key. `waiting` gets the seconds of each pause before it, and 0 at the
 * end.
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

/** Return true if a retry may help: no response came, or the server is busy. */
export function passes(error) {
  return error instanceof Offline || (error instanceof Problem && (error.status >= 500 || error.status === 429));
}

/** Return the seconds until the next attempt: from Retry-After, else doubled after each earlier failure. */
export function pauseAfter(error, before) {
  return error.document?.retry_after || Math.min(LONGEST_PAUSE, 2 ** before) * (0.75 + Math.random() / 2);
}

/** Wait, at most until the connection is back. */
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

/** Return a new idempotency key. (Browsers have no randomUUID on plain HTTP.) */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
