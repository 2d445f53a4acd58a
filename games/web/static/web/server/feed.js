/**
 * The feed of a match: its events as they happen.
 *
 * Callers do not depend on the transport. Today it is long polling: the server holds a request until there are events
 * (docs/feed.md). A stream would be another function with the same arguments and the same result.
 */

import { get, passes, pause, pauseAfter, Problem } from "./api.js";

const HELD = 25;
/** Upper bound of the entries in a response: with their tables, this number costs one request. */
const NEWS = 50;
/** Milliseconds after which a request without a response is given up. */
const LONGEST_ANSWER = 40_000;
/** An empty response that comes sooner, in milliseconds, was not held. Send requests less often then. */
const NOT_HELD = 1000;

/**
 * Follow a match from a version on.
 *
 * `listener` has `news(entries)`, with the entries of the feed in order, none twice; `connected()`; `lost(seconds)`,
 * with the time until the next attempt; `ended(problem)`, when the match cannot be followed any more.
 * Returns an object with `stop()`.
 */
export function follow(matchId, after, listener) {
  const stopping = new AbortController();
  poll(matchId, after, listener, stopping.signal).catch((error) => {
    if (error.name !== "AbortError") {
      listener.ended(error);
    }
  });
  return { stop: () => stopping.abort() };
}

/**
 * Return the part of the feed that `query` asks for, with the table after each event.
 *
 * During an upgrade, a process of the release before may answer. It does not know `tables` and refuses the request.
 * Then the feed comes without tables, and the callers load the match instead.
 */
export async function feedOf(matchId, query, options) {
  try {
    return await get(`matches/${matchId}/events?${query}&tables=true`, options);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 400)) {
      throw error;
    }
    return await get(`matches/${matchId}/events?${query}`, options);
  }
}

async function poll(matchId, after, listener, signal) {
  let failures = 0;
  while (true) {
    const asked = Date.now();
    const request = patience(signal);
    let feed;
    try {
      const wait = failures ? 0 : HELD; // after a failure, learn at once whether the connection is back
      feed = await feedOf(matchId, `after=${after}&limit=${NEWS}&wait=${wait}`, { signal: request.signal });
    } catch (error) {
      const givenUp = error.name === "AbortError"; // by the time limit, unless the signal was aborted
      if (signal.aborted || !(givenUp || passes(error))) {
        throw error;
      }
      const seconds = pauseAfter(error, failures);
      failures += 1;
      listener.lost(seconds);
      await pause(seconds * 1000, signal);
      continue;
    } finally {
      request.done();
    }
    const recovered = failures > 0;
    failures = 0;
    listener.connected();
    after = feed.version;
    if (feed.entries.length) {
      await listener.news(feed.entries);
    } else if (!recovered && Date.now() - asked < NOT_HELD) {
      await pause(2000, signal);
    }
  }
}

/** Return a signal that aborts with the given one, when the connection is lost, or after LONGEST_ANSWER. */
function patience(signal) {
  const giving = new AbortController();
  const giveUp = () => giving.abort();
  const timer = setTimeout(giveUp, LONGEST_ANSWER);
  addEventListener("offline", giveUp);
  signal.addEventListener("abort", giveUp);
  return {
    signal: giving.signal,
    done() {
      clearTimeout(timer);
      removeEventListener("offline", giveUp);
      signal.removeEventListener("abort", giveUp);
    },
  };
}
