"""Rules of thumb for fishing games: take sweeps, the seven of diamonds and other good cards, and leave none."""

from __future__ import annotations

from typing import Final

from games.engine.cards import cards_in
from games.engine.fishing.cards import DECK, DIAMONDS, RANK_OF, RANKS, SEVENS, SIXES
from games.engine.fishing.declarations import paying_trios
from games.engine.fishing.moves import Cut, Declare, Move, Play
from games.engine.fishing.ruleset import Ace, Capture
from games.engine.fishing.view import View

SWEEP: Final = 12.0
"""The value of a sweep, which is a point at once. A card has as value what it adds to the chance of a point."""

VALUES: Final = tuple(
    1.0
    + 2.0 * bool(1 << card & DIAMONDS)
    + 3.0 * bool(1 << card & SEVENS)
    + 1.5 * bool(1 << card & SIXES)
    + 0.5 * (RANKS[RANK_OF[card]] == "A")
    + 8.0 * (DECK.name(card) == "7D")
    for card in range(DECK.size)
)
"""The value of each card to the side that captures it."""

LEFT: Final = 0.6
"""The value of a card left to the next player, relative to one taken: that player can make only one capture."""
_WORTH_LEAVING: Final = sum(1 << card for card, value in enumerate(VALUES) if value > 1.0)
"""The cards that a player should not leave on the table."""


def worth(view: View, move: Move) -> float:
    """Return how good a move looks; only values of the same moment can be compared."""
    if isinstance(move, Play):
        return _worth_of_play(view, move)
    if isinstance(move, Cut):
        return float((view.cut_card is not None and VALUES[view.cut_card] > 1.0) == move.keep)
    if isinstance(move, Declare):
        ruleset = view.rules.ruleset
        possible = paying_trios(ruleset.announce, ruleset.courts)[move.cards or view.hand]
        return 100.0 + next(one.points for one in possible if one.matta_rank == move.matta)
    return 0.0


def _worth_of_play(view: View, play: Play) -> float:
    return gain(view, play) - left_to_next(view, table_after(view, play), view.hand ^ 1 << play.card)


def gain(view: View, play: Play) -> float:
    """Return the immediate gain of a play; a card that is laid down is lost."""
    if not play.capture:
        return -VALUES[play.card]
    swept = SWEEP if play.capture == view.table else 0.0
    return sum(VALUES[card] for card in cards_in(play.capture | 1 << play.card)) + swept


def table_after(view: View, play: Play) -> int:
    """Return the table cards after a play."""
    return view.table ^ play.capture if play.capture else view.table | 1 << play.card


def unseen_by(view: View, table: int, hand: int) -> int:
    """Return the cards that the viewer cannot see, with this table and this hand."""
    unseen = DECK.full & ~(table | hand)
    for seen in (*view.piles, *view.shown):
        unseen &= ~seen
    return unseen


def left_to_next(view: View, table: int, hand: int) -> float:
    """Return the expected gain of the next seat from the table, as far as the viewer can tell.

    The gain is that of a sweep, or of the best card that a card of some value can take.
    """
    if not table:
        return 0.0
    unseen = unseen_by(view, table, hand)
    count = unseen.bit_count()
    if not count:
        return 0.0
    captures = view.rules.captures[view.matta]
    in_hand = view.hand_counts[(view.turn + 1) % view.rules.seats]
    clearing = sum(captures.may_take(table, card, table) for card in cards_in(unseen))
    swept = _at_least_one(clearing / count, in_hand)
    cards = [(captures.values[card], VALUES[card]) for card in cards_in(table & _WORTH_LEAVING)]
    if not cards:
        return SWEEP * swept
    losses = []
    sums = {value: _sums(captures.values, table, value) for value, _ in cards}
    lying = {captures.values[card] for card in cards_in(table)}
    for value in range(1, 11):
        held = (unseen & captures.same_value[value]).bit_count()
        best = max((worth for of, worth in cards if _takes(view, value, of, sums[of], lying)), default=0.0)
        if held and best:
            losses.append((best, _at_least_one(held / count, in_hand)))
    lost, nothing_yet = 0.0, 1.0
    for best, chance in sorted(losses, reverse=True):
        lost += best * chance * nothing_yet
        nothing_yet *= 1.0 - chance
    return SWEEP * swept + LEFT * lost


def _at_least_one(chance: float, tries: int) -> float:
    """Return the probability that one of several tries succeeds. No powers: machines differ in their last bit."""
    none = 1.0
    for _ in range(tries):
        none *= 1.0 - chance
    return 1.0 - none


def _sums(values: tuple[int, ...], table: int, without: int) -> int:
    """Return the totals of the table cards without one of this value: bit *n* for a total of *n*."""
    sums = 1
    for card in cards_in(table):
        if values[card] == without:
            without = 0
        else:
            sums |= sums << values[card]
    return sums


def _takes(view: View, value: int, of: int, sums: int, lying: set[int]) -> bool:
    """Return whether a card of one value can take a table card of another; ``sums`` are of the other table cards."""
    ruleset = view.rules.ruleset
    if value == 1 and ruleset.ace is not Ace.PLAIN:
        return of == 1 or 1 not in lying
    if ruleset.capture is Capture.RANK_BEFORE_SUM:
        return value == of if value in lying else _reaches(sums, value - of)
    if ruleset.capture is Capture.FIFTEEN:
        return _reaches(sums, 15 - value - of)
    if ruleset.capture is Capture.FIFTEENS:
        return any(_reaches(sums, total - value - of) for total in range(15, 230, 15))
    return value == of or _reaches(sums, value - of) or _reaches(sums, 15 - value - of)


def _reaches(sums: int, total: int) -> bool:
    return total >= 0 and bool(sums >> total & 1)
