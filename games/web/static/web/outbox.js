/**
 * Moves on their way: each is kept until the server has answered, also when the page is closed meanwhile. A move names the
 * version that it answers and has its key from when it was made, so it happens once, or not at all.
 */

import { newKey, post, untilAnswered } from "./api.js";
import * as store from "./store.js";

/** Keep a move. */
export function put(matchId, move, version) {
  store.moves.set({ ...store.moves.get(), [matchId]: { key: newKey(), body: { move, expected_version: version } } });
}

/** Return the move that is kept for a match, if there is one. */
export function waitingMove(matchId) {
  return store.moves.get()[matchId]?.body.move ?? null;
}

/** Refusals that pass: a pause ends, and a server that does not know this browser may know it again. */
const PASSING = ["paused", "unauthenticated"];

/**
 * Send the move that is kept for a match until there is an answer. Throws Problem when it is refused; then it is dropped,
 * unless it may still be played later.
 */
export async function send(matchId, options) {
  const { key, body } = store.moves.get()[matchId];
  try {
    const sent = () => post(`matches/${matchId}/moves?tables=true`, body, { signal: options.signal, headers: { "Idempotency-Key": key } });
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
