/**
 * Secrets of this browser that go into shuffles, as docs/fair-shuffles.md says: the server gets the fingerprint when one
 * sits down, and the secret itself when every seat is sealed. They are kept here by their fingerprints.
 */

import { post } from "./api.js";
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

/** Add a secret to the shuffle of a match at which one sits. */
export async function commit(matchId) {
  return post(`matches/${matchId}/seed`, { commitment: await newCommitment() });
}

/** Return the secret with a fingerprint, if it is of this browser. */
export function secretOf(commitment) {
  return store.secrets.get()[commitment];
}

/** Secrets that are being told, or were. */
const told = new Set();

/** Tell the secret that a match waits for, if it is the player's and of this browser. The next look tries again. */
export async function tellAwaited(match) {
  const mine = match.seats.find(({ player }) => player === store.me.get()?.id);
  const seed = match.seeds_due_at ? secretOf(mine?.seed_commitment) : null;
  if (seed && !told.has(seed)) {
    told.add(seed);
    await post(`matches/${match.id}/seed`, { seed }).catch(() => told.delete(seed));
  }
}
