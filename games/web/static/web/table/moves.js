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
    return this.openTo(this);
  }

  openTo({ hand, table }) {
    return this.moves.filter((move) => move.hand.length && within(hand, move.hand) && within(table, move.table));
  }

  /** Moves that are exactly what is chosen. */
  get ready() {
    return this.open.filter((move) => move.hand.length === this.hand.length && move.table.length === this.table.length).map(({ legal }) => legal);
  }

  /** Moves without cards: passing, drawing, announcing. */
  get plain() {
    return this.moves.filter((move) => !move.hand.length).map(({ legal }) => legal);
  }

  /** What tapping a card does: it begins, extends or restarts what is chosen, or is taken back; null: it leads nowhere. */
  effect(zone, card) {
    return this[zone].includes(card) ? "back" : this.after(zone, card)?.effect ?? null;
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
    Object.assign(this, this.after(zone, card)?.chosen);
    this.complete();
  }

  /** Choose the rest where one capture alone is left: what all open moves take, and the cards of the hand that all name. */
  complete() {
    for (const zone of ["table", "hand"]) {
      const common = this.common(zone);
      if (!common.length || this.open.some((move) => move[zone].length > common.length)) {
        return;
      }
      this[zone] = common;
    }
  }

  /** What is chosen after tapping a card, and the effect of the tap; undefined when no move has it. */
  after(zone, card) {
    const { hand, table } = this;
    const starts = zone === "hand" ? [{ hand, table }, { hand: [], table }, { hand: [], table: [] }] : [{ hand, table }, { hand, table: [] }];
    for (const start of starts) {
      const chosen = { ...start, [zone]: [...start[zone], card] };
      if (this.openTo(chosen).length) {
        return { chosen, effect: start !== starts[0] ? "restarts" : this.empty ? "begins" : "extends" };
      }
    }
  }

  /** The cards of the table that are certain to be taken by what is chosen. */
  get certain() {
    return this.hand.length ? this.common("table") : [];
  }

  /** The cards that all open moves name. */
  common(zone) {
    const { open } = this;
    return open.length ? open[0][zone].filter((card) => open.every((move) => move[zone].includes(card))) : [];
  }
}

/** Whether all of some cards are among others, as often as they are named. */
function within(some, others) {
  const left = [...others];
  return some.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}
