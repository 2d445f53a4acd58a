/** Possible plans by the kind of table: the open cards, all cards of the game, and the ways to play. */

const each = (suits, ranks, name) => [...suits].flatMap((suit) => ranks.map((rank) => name(rank, suit)));

const KINDS = {
  fishing: {
    open: ({ table }) => table,
    cards: () => each("DHSC", ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"], (rank, suit) => rank + suit),
    ways: ["cards", "take", "lay", "safe"],
  },
  camba: {
    open: ({ top }) => (top ? [top] : []),
    cards: () => each("BGRY", [1, 2, 3, 4, 5, 6, 7, 8], (number, colour) => colour + number),
    ways: ["cards", "draw", "safe"],
  },
  haggis: {
    open: ({ trick }) => trick.at(-1)?.cards ?? [],
    cards: (ruleset, seats) => (ruleset ? [...ruleset.number_cards[seats], ...ruleset.face_cards] : []),
    ways: ["cards", "pass", "safe"],
    several: true,
  },
};
const UNKNOWN = { open: () => [], cards: () => [], ways: ["cards", "safe"], several: true };

/**
 * Return the parts of possible plans at a table.
 *
 * `hand` has the player's cards, and `several` is true if a move may have several of them. `open` has the open cards,
 * the same as on the server. `cards` has all cards of the game, and `ways` the ways to play.
 */
export function plannable({ table, seats }, game) {
  const kind = KINDS[table.kind] ?? UNKNOWN;
  return {
    hand: table.hand ?? [],
    several: Boolean(kind.several),
    open: kind.open(table),
    cards: kind.cards(game?.ruleset, seats.length),
    ways: kind.ways,
  };
}

/** Return the way in which a step plays; null for an unknown one. */
export function wayOf({ type, move }) {
  if (type !== "move") {
    return type;
  }
  const taking = move.type === "play" && move.capture && (move.capture.length ? "take" : "lay");
  return taking || (["draw", "pass"].includes(move.type) ? move.type : null);
}

/** Return the play of a step from its way, the cards of the hand, and those to capture; null if cards are missing. */
export function played(way, hand, taken) {
  const [card] = hand;
  switch (way) {
    case "safe":
      return { type: "safe" };
    case "cards":
      return card ? { type: "cards", cards: hand } : null;
    case "take":
      return card && taken.length ? { type: "move", move: { type: "play", card, capture: taken } } : null;
    case "lay":
      return card ? { type: "move", move: { type: "play", card, capture: [] } } : null;
    default:
      return { type: "move", move: { type: way } };
  }
}
