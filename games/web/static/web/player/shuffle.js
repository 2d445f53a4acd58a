/**
 * A check that the decks of a finished match follow from its seeds: `chkobba-shuffle-v1` of docs/fair-shuffles.md.
 *
 * It needs only the record from the server, and WebCrypto for SHA-256 and HMAC.
 */

export const VERSION = "chkobba-shuffle-v1";

const text = new TextEncoder();

function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the SHA-256 of a seed, both in hexadecimal. */
export async function commitmentOf(seed) {
  return hex(await crypto.subtle.digest("SHA-256", bytes(seed)));
}

/** Return the SHA-256 of a text, in hexadecimal: the commitment that a seat publishes before its own seed. */
export async function fingerprint(seed) {
  return hex(await crypto.subtle.digest("SHA-256", text.encode(seed)));
}

/** Yield the random 32-bit numbers of a label. */
async function* words(seed, label) {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, text.encode(`${label}|${block}`)));
    for (let start = 0; start < 32; start += 4) {
      yield digest.getUint32(start);
    }
  }
}

/** Return an unbiased number from 0 to limit - 1. */
async function below(limit, numbers) {
  const end = 2 ** 32 - (2 ** 32 % limit);
  while (true) {
    const { value } = await numbers.next();
    if (value < end) {
      return value % limit;
    }
  }
}

/** Sort cards by name and shuffle them with a seed and a label. */
export async function shuffled(cards, seed, label) {
  const deck = [...cards].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const numbers = words(seed, label);
  for (let place = deck.length - 1; place > 0; place -= 1) {
    const other = await below(place + 1, numbers);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** Return the seat of the first dealer. */
export async function firstDealer(seats, seed, match, salts) {
  return below(seats, words(seed, `${VERSION}|${match}|dealer|${salts.join(",")}`));
}

/** Return the label of a shuffle, by round, attempt and the players' seeds. */
export function labelOf(match, round, attempt, salts) {
  return `${VERSION}|${match}|${round}|${attempt}|${salts.join(",")}`;
}

/** Return true if the seeds in a record agree with {commitments, seeds} from before any secret was sent. */
export function isSealed({ seats }, { commitments, seeds }) {
  return seats.every(
    (seat, number) =>
      commitments[number] === seat.seed_commitment && seeds[number] === (seat.seed_commitment ? "" : seat.seed),
  );
}

/**
 * Check a record and yield the results: {what, right, name, round, attempt}.
 *
 * `what` is "commitment", "seed", "sealed", "dealer", "named" or "deck".
 */
export async function* checks(record) {
  const { seed, match, commitment, seats, dealer_from: named } = record.about;
  const salts = seats.map((seat) => seat.seed);
  yield { what: "commitment", right: (await commitmentOf(seed)) === commitment };
  for (const { name, seed: revealed, seed_commitment: promised } of seats) {
    if (promised && revealed) {
      yield { what: "seed", right: (await fingerprint(revealed)) === promised, name };
    }
  }
  if (record.about.sealed) {
    yield { what: "sealed", right: isSealed(record.about, record.about.sealed) };
  }
  yield named
    ? { what: "named", right: true }
    : { what: "dealer", right: (await firstDealer(record.seats, seed, match, salts)) === record.dealer };
  for (const [round, { decks, reshuffles }] of record.rounds.entries()) {
    for (const [attempt, deck] of [...decks, ...reshuffles].entries()) {
      const expected = await shuffled(deck, seed, labelOf(match, round, attempt, salts));
      yield { what: "deck", right: expected.join() === deck.join(), round, attempt };
    }
  }
}
