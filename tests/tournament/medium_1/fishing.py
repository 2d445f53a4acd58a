"""Move values of medium-1 in fishing games: sweeps, the seven of diamonds and the sum of cards. Frozen."""

from __future__ import annotations

from typing import Final

from games.engine.cards import cards_in
from games.engine.fishing.cards import DECK, DIAMONDS, RANK_OF, RANKS, SEVENS, SIXES
from games.engine.fishing.declarations import paying_trios
from games.engine.fishing.moves import Cut, Declare, Move, Play
from games.engine.fishing.view import View

SWEEP: Final = 12.0
"""The value of a sweep, which is a point; values of cards are what each adds to the chance of a point."""

_VALUES: Final = tuple(
    1.0
    + 2.0 * bool(1 << card & DIAMONDS)
    + 3.0 * bool(1 << card & SEVENS)
    + 1.5 * bool(1 << card & SIXES)
    + 0.5 * (RANKS[RANK_OF[card]] == "A")
    + 8.0 * (DECK.name(card) == "7D")
    for card in range(DECK.size)
)


def worth(view: View, move: Move) -> float:
    """Return the value of a move, comparable only with other moves of the same turn."""
    if isinstance(move, Play):
        return _worth_of_play(view, move)
    if isinstance(move, Cut):
        return float((view.cut_card is not None and _VALUES[view.cut_card] > 1.0) == move.keep)
    if isinstance(move, Declare):
        ruleset = view.rules.ruleset
        possible = paying_trios(ruleset.announce, ruleset.courts)[move.cards or view.hand]
        return 100.0 + next(one.points for one in possible if one.matta_rank == move.matta)
    return 0.0


def _worth_of_play(view: View, play: Play) -> float:
    bit = 1 << play.card
    if play.capture:
        left = view.table ^ play.capture
        gain = sum(_VALUES[card] for card in cards_in(play.capture | bit)) + (SWEEP if not left else 0.0)
    else:
        left = view.table | bit
        gain = -_VALUES[play.card]
    return gain - SWEEP * _chance_of_sweep(view, left, view.hand ^ bit)


def _chance_of_sweep(view: View, table: int, hand: int) -> float:
    """Return the viewer's estimate of the probability that the next seat can clear the table."""
    if not table:
        return 0.0
    unseen = DECK.full & ~(table | hand)
    for seen in (*view.piles, *view.shown):
        unseen &= ~seen
    count = unseen.bit_count()
    if not count:
        return 0.0
    captures = view.rules.captures[view.matta]
    clearing = sum(any(play.capture == table for play in captures.plays(table, card)) for card in cards_in(unseen))
    in_hand = view.hand_counts[(view.turn + 1) % view.rules.seats]
    return 1.0 - (1.0 - clearing / count) ** in_hand
