/**
 * Legal moves, and how tapping cards finds one of them.
 *
 * Nothing here knows a game: a move may name cards of one's hand (`card`, `cards`) and cards of the table (`capture`);
 * whatever else it says is a choice that is offered as a button when the cards are chosen.
 */

import { get } from "../api.js";

const PAGE = 100;
/** Pages that are asked for at once: a crowded table has up to a hundred, and the server is there for others, too. */
const AT_ONCE = 6;

/** Return all legal moves, however many there are. */
export async function allMoves(matchId, signal) {
  const page = (offset) => get(`matches/${matchId}/legal-moves?limit=${PAGE}&offset=${offset}`, { signal });
  const pages = [await page(0)];
  while (pages.length * PAGE < pages[0].count) {
    const left = Math.ceil(pages[0].count / PAGE) - pages.length;
    const next = Array.from({ length: Math.min(left, AT_ONCE) }, (_, index) => page((pages.length + index) * PAGE));
    pages.push(...(await Promise.all(next)));
  }
  return pages.flatMap(({ moves }) => moves);
}

/** Return the cards that a move names: those of the hand, and those of the table. */
export function cardsOf({ move }) {
  const hand = move.type === "declare" ? [] : move.card !== undefined ? [move.card] : Array.isArray(move.cards) ? move.cards : [];
  return { hand, table: Array.isArray(move.capture) ? move.capture : [] };
}

/** What the player has chosen so far. Where a card is there twice, each of them can be chosen. */
export class Choice {
  constructor(moves) {
    this.moves = moves.map((legal) => ({ legal, ...cardsOf(legal) }));
    this.clear();
  }

  clear() {
    this.hand = [];
    this.table = [];
  }

  get empty() {
    return !this.hand.length && !this.table.length;
  }

  /** Moves that can still come of what is chosen. */
  get open() {
    return this.moves.filter((move) => move.hand.length && within(this.hand, move.hand) && within(this.table, move.table));
  }

  /** Moves that are exactly what is chosen. */
  get ready() {
    return this.open.filter((move) => move.hand.length === this.hand.length && move.table.length === this.table.length).map(({ legal }) => legal);
  }

  /** Moves without cards: passing, drawing, announcing. */
  get plain() {
    return this.moves.filter((move) => !move.hand.length).map(({ legal }) => legal);
  }

  /** Whether tapping a card leads anywhere. */
  leads(zone, card) {
    return this[zone].includes(card) || this.after(zone, card) !== null;
  }

  /** Tap a card: choose it, or take it back. A card that does not go with the others begins a new choice. */
  tap(zone, card) {
    if (this[zone].includes(card)) {
      this[zone] = this[zone].filter((chosen) => chosen !== card);
      if (zone === "hand" && !this.hand.length) {
        this.table = [];
      }
      return;
    }
    const next = this.after(zone, card);
    if (next) {
      [this.hand, this.table] = next;
    }
  }

  /** What is chosen after tapping a card, or null when no move has it. */
  after(zone, card) {
    const tries = [[{ hand: this.hand, table: this.table }, false]];
    if (zone === "hand") {
      tries.push([{ hand: [], table: this.table }, true], [{ hand: [], table: [] }, true]);
    } else {
      tries.push([{ hand: this.hand, table: [] }, true]);
    }
    for (const [start] of tries) {
      const chosen = { hand: [...start.hand], table: [...start.table] };
      chosen[zone].push(card);
      if (this.moves.some((move) => move.hand.length && within(chosen.hand, move.hand) && within(chosen.table, move.table))) {
        return [chosen.hand, chosen.table];
      }
    }
    return null;
  }

  /** The cards of the table that are certain to be taken by what is chosen. */
  get certain() {
    const open = this.hand.length ? this.open : [];
    return open.length ? open[0].table.filter((card) => open.every((move) => move.table.includes(card))) : [];
  }
}

/** Whether all of some cards are among others, as often as they are named. */
function within(some, others) {
  if (some.length > others.length) {
    return false;
  }
  const left = [...others];
  return some.every((card) => {
    const place = left.indexOf(card);
    if (place >= 0) {
      left.splice(place, 1);
    }
    return place >= 0;
  });
}
