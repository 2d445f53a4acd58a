/**
 * Secrets of this browser that go into shuffles, as docs/fair-shuffles.md says: the server gets the fingerprint when one
 * sits down, and the secret itself when every seat is sealed. They are kept here by their fingerprints.
 */

import { get, post } from "./api.js";
import * as store from "./store.js";

const BYTES = 24;
/** So many secrets are kept: for matches that are played, and for checking them when they are over. */
const MOST = 500;

/** Whether this page may work out fingerprints: browsers allow it on a safe connection only. */
export const able = Boolean(globalThis.crypto?.subtle);

/** Draw a secret, keep it, and return its fingerprint. */
export async function newCommitment() {
  const seed = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES)))).replaceAll("+", "-").replaceAll("/", "_");
  const { fingerprint } = await import("./shuffle.js");
  const commitment = await fingerprint(seed);
  store.secrets.set(store.withLatest(store.secrets.get(), commitment, seed, MOST));
  return commitment;
}

/** Return what a player adds who did so in the match before: a new secret, or nothing. */
export async function addedAgain(match) {
  return secretOf(match.you?.seed_commitment) ? { seed_commitment: await newCommitment() } : {};
}

/** Add a secret to the shuffle of a match at which one sits. */
export async function commit(matchId) {
  return post(`matches/${matchId}/shuffle-seed`, { commitment: await newCommitment() });
}

/** Return the secret with a fingerprint, if it is of this browser. */
export function secretOf(commitment) {
  return store.secrets.get()[commitment];
}

/** Secrets that are being told, or were. */
const told = new Set();

/**
 * Tell the secret that a match waits for, if it is the player's and of this browser. The next look tries again.
 *
 * What every seat has fixed is noted before, for the check: neither the server nor anybody else may change it afterwards.
 */
export async function tellAwaited(match) {
  const mine = match.seats.find(({ player }) => player === store.me.get()?.id);
  const seed = match.seeds_due_at ? secretOf(mine?.seed_commitment) : null;
  if (seed && !told.has(seed)) {
    told.add(seed);
    try {
      const sealed = await sealing(match.id);
      if (sealed?.commitments[mine.number] === mine.seed_commitment) {
        if (!(match.id in store.sealings.get())) { // the first one counts
          store.sealings.set(store.withLatest(store.sealings.get(), match.id, sealed, MOST));
        }
        await post(`matches/${match.id}/shuffle-seed`, { seed });
      }
    } catch {
      told.delete(seed);
    }
  }
}

/** Return what every seat has fixed, {commitments, seeds}, as the last sealing of a match says. */
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
