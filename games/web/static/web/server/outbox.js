/**
 * The outbox of moves. The browser stores each move until the server has answered, also when the page is closed.
 *
 * A move names the version of the match and gets its idempotency key when it is made, so it happens at most once.
 */

import { newKey, post, untilAnswered } from "./api.js";
import * as store from "../browser/store.js";

/** Store a move that answers a version of the match. */
export function put(matchId, move, version) {
  store.moves.set({ ...store.moves.get(), [matchId]: { key: newKey(), body: { move, expected_version: version } } });
}

/** Return the stored move for a match, or null. */
export function waitingMove(matchId) {
  return store.moves.get()[matchId]?.body.move ?? null;
}

/** Errors that are temporary: a pause ends, and the server may accept the token again (refused.js). */
const PASSING = ["paused", "unauthenticated"];

/**
 * Send the stored move for a match until the server answers. Throws Problem when the server refuses it.
 *
 * A refused move is dropped, except after a temporary error.
 */
export async function send(matchId, options) {
  const { key, body } = store.moves.get()[matchId];
  try {
    const sent = () =>
      post(`matches/${matchId}/moves?tables=true`, body, {
        signal: options.signal,
        headers: { "Idempotency-Key": key },
      });
    const answer = await untilAnswered(sent, options);
    drop(matchId, key);
    return answer;
  } catch (error) {
    if (error.name !== "AbortError" && !PASSING.includes(error.code)) {
      drop(matchId, key);
    }
    throw error;
  }
}

function drop(matchId, key) {
  const { [matchId]: move, ...others } = store.moves.get();
  if (move?.key === key) {
    store.moves.set(others);
  }
}
