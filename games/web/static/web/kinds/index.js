/**
 * The kinds of tables. A table says its `kind`; games that look alike share one. What a kind module has (all but the first two may be left out):
 *
 * - `fold(table, event, view)`: the table after an event, for showing steps and replays;
 * - `middle(table, view, cards)`: what lies between the players;
 * - `seatDetails(table, view, seat, cards)`: what stands at a seat beside name and cards;
 * - `sideDetails(table, view, side, words)`: what stands on the chalkboard beside the total;
 * - `say(event, entry, view, words)`: an event in words, as a list of text and elements; null for what needs none;
 * - `moveLabel(legal)`: a short button for a move, and its name where that says more; null for the sentence;
 * - `callOut(event, words)`: a word that is called over the table;
 * - `order(card)`: how a hand is held;
 * - `sum(choice, words)`: what the chosen cards come to; `travel(event, view)`: which cards go from where to where.
 */

const KINDS = {
  fishing: () => import("./fishing.js"),
  camba: () => import("./camba.js"),
  haggis: () => import("./haggis.js"),
};

/** Return the module for the table of a match, null before there is a table. */
export async function kindOf(view) {
  if (!view.table) {
    return null;
  }
  return (KINDS[view.table.kind] ?? (() => import("./unknown.js")))();
}
