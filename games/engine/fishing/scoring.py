"""Scoring of a round: the lines of the score sheet, and whether the match is won."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.engine.cards import cards_in
from games.engine.fishing.cards import DECK, DIAMONDS, RANK_OF, RANKS, SEVENS, SIXES, SUIT_MASKS
from games.engine.fishing.events import Line
from games.engine.fishing.ruleset import BY_OPTION, Count, MajorityCategory, Prize, Ruleset, Straight, Tie
from games.engine.fishing.state import NO_SIDE, State

SWEEPS: Final = "sweeps"
BONUS: Final = "bonus"
"""The keys of the two lines that every sheet may have."""

_COUNTED: Final = {Count.CARDS: DECK.full, Count.DIAMONDS: DIAMONDS, Count.SEVENS: SEVENS, Count.SIXES: SIXES}
"""The quantities that are numbers of cards, with the cards that count."""

_BEST_OF_SUITS: Final = {
    Count.PRIMIERA: (16, 12, 13, 14, 15, 18, 21, 10, 10, 10),
    Count.SETENTA: (1, 2, 3, 4, 5, 6, 7, 0, 0, 0),
}
"""The quantities that add up the best card of each suit, with the value of each rank, from the ace on."""


def score_sheet(state: State) -> tuple[Line, ...]:
    """Return the lines of a finished round, from the piles, sweeps and bonuses of the state."""
    ruleset = state.rules.ruleset
    lines = []
    for score in ruleset.scores:
        if isinstance(score, MajorityCategory):
            lines.append(_most(score, state.piles, ruleset))
        elif isinstance(score, Prize):
            lines.append(_prize(score, state.piles))
        else:
            lines.append(_straight(score, state.piles, ruleset))
    lines.append(Line(SWEEPS, state.sweeps, state.sweeps))
    if state.rules.pays_bonus:
        lines.append(Line(BONUS, state.bonus, state.bonus))
    return tuple(lines)


def _most(score: MajorityCategory, piles: tuple[int, ...], ruleset: Ruleset) -> Line:
    counts = tuple([counted(score.count, pile, ruleset) for pile in piles])
    ties: tuple[int, ...] = ()
    best = _side_with_most(counts, score.tie)
    if best == NO_SIDE and score.tie is Tie.SIXES:
        highest = max(counts)
        ties = tuple(
            counted(Count.SIXES, pile, ruleset) if count == highest else 0
            for pile, count in zip(piles, counts, strict=True)
        )
        best = _side_with_most(ties, Tie.NOBODY)
    points = [score.points if side == best else 0 for side in range(len(piles))]
    if score.holding_bonus:
        at = ruleset.many_cards if score.holding_bonus.at == BY_OPTION else score.holding_bonus.at
        for side, count in enumerate(counts):
            if count >= at:
                points[side] = score.holding_bonus.points + (0 if score.holding_bonus.instead else points[side])
    return Line(score.key, tuple(points), counts, ties)


def _side_with_most(counts: tuple[int, ...], tie: Tie) -> int:
    """Return the side that has most, or NO_SIDE; a count of 0 is never most."""
    values = [count for count in counts if count > 0]
    if tie is Tie.LONE:
        values = [value for value in values if values.count(value) == 1]
    highest = max(values, default=0)
    return counts.index(highest) if highest and counts.count(highest) == 1 else NO_SIDE


def counted(count: Count, pile: int, ruleset: Ruleset) -> int:
    """Return the count of one quantity in a pile."""
    cards = _COUNTED.get(count)
    if cards is not None:
        return (pile & cards).bit_count()
    if count is Count.PRIMIERA and ruleset.primiera_needs_all_suits and not all(pile & suit for suit in SUIT_MASKS):
        return 0
    return sum([_best(pile & suit, count) for suit in SUIT_MASKS])


@cache
def _best(cards: int, count: Count) -> int:
    """Return the value of the best of these cards of one suit; a suit has about a thousand such sets."""
    return max((_BEST_OF_SUITS[count][RANK_OF[card]] for card in cards_in(cards)), default=0)


def _prize(score: Prize, piles: tuple[int, ...]) -> Line:
    cards = _mask(score.cards)
    counts = tuple([(pile & cards).bit_count() for pile in piles])
    points = tuple([score.points if count == len(score.cards) else 0 for count in counts])
    return Line(score.key, points, counts)


_mask = cache(DECK.mask)


def _straight(score: Straight, piles: tuple[int, ...], ruleset: Ruleset) -> Line:
    """Return the line of Cirulla's piccola (4.8).

    A 2 3 of diamonds pay 3 points, each next card one more, up to 6 (or 7).
    """
    counts = tuple(_unbroken_diamonds(pile) for pile in piles)
    most = ruleset.piccola_most if score.most == BY_OPTION else score.most
    points = tuple(min(count, most) if count >= score.least else 0 for count in counts)
    return Line(score.key, points, counts)


def _unbroken_diamonds(pile: int) -> int:
    return next((length for length, card in enumerate(_DIAMONDS_IN_ORDER) if not pile & card), len(RANKS))


_DIAMONDS_IN_ORDER: Final = tuple(DECK.mask([rank + "D"]) for rank in RANKS)


def all_diamonds(pile: int) -> bool:
    """Return whether a pile holds all ten diamonds."""
    return pile & DIAMONDS == DIAMONDS


def match_is_won(totals: tuple[int, ...], ruleset: Ruleset) -> bool:
    """Return whether the highest total reaches the target and leads by the margin (section 1, rule 8)."""
    best, second = sorted(totals, reverse=True)[:2]
    return best >= ruleset.target and best - second >= ruleset.margin
