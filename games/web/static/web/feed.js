/**
 * Following a match: what happens there, as it happens.
 *
 * Whoever follows knows nothing of how news comes. Today each piece is asked for and the server holds the request until
 * there is one (docs/feed.md); a stream would be another function with the same two arguments and the same answer.
 */

import { get, passes, pause, pauseAfter, Problem } from "./api.js";

const HELD = 25;
/** The most entries of an answer: with their tables, as many cost one request. */
const NEWS = 50;
/** An answer that is not there after so many ms will not come. */
const LONGEST_ANSWER = 40_000;
/** An empty answer that comes sooner than this, in ms, was not held; ask less often then. */
const NOT_HELD = 1000;

/**
 * Follow a match from a version on.
 *
 * `listener` has `news(entries)`, with the entries of the feed in order, none twice; `connected()`; `lost(seconds)`, with
 * the time until it is tried again; `ended(problem)`, when the match cannot be followed any more.
 * Returns `stop()`.
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
 * The part of the feed that `query` asks for, with the table after each event. During an upgrade a process of the release
 * before may answer, which does not know of tables and refuses: it is asked without, and whoever draws takes the match.
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
      const wait = failures ? 0 : HELD; // after a failure, know at once whether the line is there again
      feed = await feedOf(matchId, `after=${after}&limit=${NEWS}&wait=${wait}`, { signal: request.signal });
    } catch (error) {
      const givenUp = error.name === "AbortError"; // by patience, unless nobody follows any more
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

/** A request that is given up when nobody follows any more, when the line is cut, or after far longer than it is held. */
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
