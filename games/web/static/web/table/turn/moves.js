/**
 * Legal moves, and the choice of one by tapping cards.
 *
 * This module knows no game. A move may name cards of the hand (`card`, `cards`) and cards of the table (`capture`).
 * Other fields of a move are choices: the page offers buttons for them when the cards are chosen.
 */

import { get } from "../../server/api.js";

const PAGE = 100;
/** Upper bound of parallel requests for pages. A crowded table has up to a hundred pages, a burden for the server. */
const AT_ONCE = 6;

/** Load all legal moves, page by page. */
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

/** Return the cards of a move, from the hand and from the table. */
export function cardsOf({ move }) {
  const hand =
    move.type === "declare" ? [] : move.card !== undefined ? [move.card] : Array.isArray(move.cards) ? move.cards : [];
  return { hand, table: Array.isArray(move.capture) ? move.capture : [] };
}

/** The cards that the player has chosen so far. Of a card that exists twice, both can be chosen. */
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

  /** The moves that contain all chosen cards. */
  get open() {
    return this.openTo(this);
  }

  openTo({ hand, table }) {
    return this.moves.filter((move) => move.hand.length && within(hand, move.hand) && within(table, move.table));
  }

  /** The moves with exactly the chosen cards. */
  get ready() {
    return this.open
      .filter((move) => move.hand.length === this.hand.length && move.table.length === this.table.length)
      .map(({ legal }) => legal);
  }

  /** The moves without cards of the hand: passing, drawing, announcing. */
  get plain() {
    return this.moves.filter((move) => !move.hand.length).map(({ legal }) => legal);
  }

  /** Return the effect of tapping a card: it begins, extends or restarts the choice, or goes back; null for none. */
  effect(zone, card) {
    return this[zone].includes(card) ? "back" : (this.after(zone, card)?.effect ?? null);
  }

  /** Choose a card, or take it back. A card that does not fit the others starts a new choice. */
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

  /** Choose the remaining cards when all open moves have the same ones. */
  complete() {
    for (const zone of ["table", "hand"]) {
      const common = this.common(zone);
      if (!common.length || this.open.some((move) => move[zone].length > common.length)) {
        return;
      }
      this[zone] = common;
    }
  }

  /** Return the choice after tapping a card, and the effect of the tap; undefined when no move has the card. */
  after(zone, card) {
    const { hand, table } = this;
    const starts =
      zone === "hand"
        ? [
            { hand, table },
            { hand: [], table },
            { hand: [], table: [] },
          ]
        : [
            { hand, table },
            { hand, table: [] },
          ];
    for (const start of starts) {
      const chosen = { ...start, [zone]: [...start[zone], card] };
      if (this.openTo(chosen).length) {
        return { chosen, effect: start !== starts[0] ? "restarts" : this.empty ? "begins" : "extends" };
      }
    }
  }

  /** The cards of the table that every open move captures. */
  get certain() {
    return this.hand.length ? this.common("table") : [];
  }

  /** Return the cards that all open moves have. */
  common(zone) {
    const { open } = this;
    return open.length ? open[0][zone].filter((card) => open.every((move) => move[zone].includes(card))) : [];
  }
}

/** Return true if `others` contains all cards of `some`, each as often. */
function within(some, others) {
  const left = [...others];
  return some.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}

/** Return true if the last move is the player's own, which they may want to undo. */
export const movedLast = ({ you, last_moves: moves }) => Boolean(you) && moves.at(-1)?.seat === you.seat;
