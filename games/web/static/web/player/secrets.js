/**
 * Secret seeds of this browser for shuffles (docs/fair-shuffles.md). The server gets the fingerprint when the player
 * joins, and the secret when every seat is sealed. The browser stores the secrets by their fingerprints.
 */

import { get, post } from "../server/api.js";
import * as store from "../browser/store.js";

const BYTES = 24;
/** Upper bound of stored secrets, for running matches and for checks of finished ones. */
const MOST = 500;

/** True if this page can compute fingerprints; browsers allow it on secure connections only. */
export const able = Boolean(globalThis.crypto?.subtle);

/** Create a random secret, store it, and return its fingerprint. */
export async function newCommitment() {
  const seed = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  const { fingerprint } = await import("./shuffle.js");
  const commitment = await fingerprint(seed);
  store.secrets.set(store.withLatest(store.secrets.get(), commitment, seed, MOST));
  return commitment;
}

/** Return the seed field for a next match: a new commitment if the player had one in this match, else nothing. */
export async function addedAgain(match) {
  return secretOf(match.you?.seed_commitment) ? { seed_commitment: await newCommitment() } : {};
}

/** Add a secret to the shuffle of a match that the player has joined. */
export async function commit(matchId) {
  return post(`matches/${matchId}/shuffle-seed`, { commitment: await newCommitment() });
}

/** Return the secret with a fingerprint, if this browser has it. */
export function secretOf(commitment) {
  return store.secrets.get()[commitment];
}

/** Secrets that were sent, or are being sent. */
const sent = new Set();

/**
 * Send the secret that a match waits for, if this browser has it. After an error, the next call tries again.
 *
 * Before, store the commitments and seeds of every seat. The check finds any later change by the server or a player.
 */
export async function sendAwaited(match) {
  const mine = match.seats.find(({ player }) => player === store.me.get()?.id);
  const seed = match.seeds_due_at ? secretOf(mine?.seed_commitment) : null;
  if (!seed || sent.has(seed)) {
    return;
  }
  sent.add(seed);
  try {
    const sealed = await sealing(match.id);
    if (sealed?.commitments[mine.number] === mine.seed_commitment) {
      keepFirst(match.id, sealed);
      await post(`matches/${match.id}/shuffle-seed`, { seed });
    }
  } catch {
    sent.delete(seed);
  }
}

/** Store what was sealed, unless this browser has an earlier answer: the check compares with the first one. */
function keepFirst(matchId, sealed) {
  if (!(matchId in store.sealings.get())) {
    store.sealings.set(store.withLatest(store.sealings.get(), matchId, sealed, MOST));
  }
}

/** Return {commitments, seeds} of every seat from the last `sealed` event of a match. */
async function sealing(matchId) {
  let after = 0;
  let sealed = null;
  while (true) {
    const { entries } = await get(`matches/${matchId}/events?after=${after}&limit=200`);
    for (const { version, events } of entries) {
      after = version;
      const event = events.find(({ type }) => type === "sealed");
      sealed = event ? { commitments: event.commitments, seeds: event.seeds } : sealed;
    }
    if (!entries.length) {
      return sealed;
    }
  }
}
