"""The points for announced hand cards (4.8, 4.11, 4.17, 4.18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import bits_in, cards_in
from games.engine.fishing.captures import values_of
from games.engine.fishing.cards import DECK, MATTA, RANK_OF, RANKS, SUIT_MASKS
from games.engine.fishing.events import Combination, Declared
from games.engine.fishing.moves import Declare
from games.engine.fishing.ruleset import Announce, Announcements, Courts, Paying, Trio
from games.engine.fishing.rulesets.announcements import ANNOUNCEMENTS
from games.engine.fishing.state import State

_MATTA_BIT = 1 << MATTA
_SEVEN = RANKS.index("7")


class Announcement(NamedTuple):
    """One way to announce three cards, and its points."""

    matta_rank: int
    """The rank that a 7♥ among them stands for (1 ace … 10 king), or 0 if it is no wild card."""
    points: int
    names: tuple[Combination, ...]


@cache
def paying_trios(announce: Announce, courts: Courts) -> dict[int, list[Announcement]]:
    """Return all sets of three cards that pay something, with every way to announce each."""
    values, announced = values_of(courts), ANNOUNCEMENTS[announce]
    paying: dict[int, list[Announcement]] = {}
    for trio in combinations(bits_in(DECK.full), 3):
        cards = sum(trio)
        for matta_rank in range(1, 11) if announced.wild_seven and cards & _MATTA_BIT else (0,):
            points, names = _worth(cards, values, announced, matta_rank)
            if points:
                paying.setdefault(cards, []).append(Announcement(matta_rank, points, names))
    return paying


def _worth(
    cards: int, values: tuple[int, ...], announced: Announcements, matta_rank: int
) -> tuple[int, tuple[Combination, ...]]:
    """Return the points and the combinations of three hand cards; (0, ()) if they pay nothing."""
    ranks = [matta_rank - 1 if card == MATTA and matta_rank else RANK_OF[card] for card in cards_in(cards)]
    heights = sorted(values[RANK_OF.index(rank)] for rank in ranks)
    found = [paying for paying in announced.paying if _is(paying, cards, len(set(ranks)), heights)]
    if not announced.adds_up:
        found = found[:1]
    return sum(paying.points for paying in found), tuple(paying.name for paying in found)


def _is(paying: Paying, cards: int, different: int, heights: list[int]) -> bool:
    """Return whether three cards are a combination that pays.

    ``different`` is the number of their ranks, ``heights`` are their capture values in ascending order.
    """
    total = sum(heights)
    match paying.trio:
        case Trio.ONE_RANK:
            return different == 1
        case Trio.ONE_SUIT:
            return any(cards & suit == cards for suit in SUIT_MASKS)
        case Trio.IN_A_ROW:
            return heights[0] + 2 == heights[1] + 1 == heights[2]
        case Trio.EXACTLY:
            return total == paying.total
        case Trio.AT_MOST:
            return total <= paying.total
        case Trio.AT_MOST_WITH_A_PAIR:
            return total <= paying.total and different == 2
        case Trio.AT_MOST_WITHOUT_A_PAIR:
            return total <= paying.total and different != 2


def declarations_of(state: State, seat: int) -> Iterator[tuple[Declare, Declared]]:
    """Yield every declaration that pays a seat now, with its event."""
    ruleset = state.rules.ruleset
    paying = paying_trios(ruleset.announce, ruleset.courts)
    hand = state.hands[seat]
    trios = map(sum, combinations(bits_in(hand), 3)) if ruleset.announce_in_turn else (hand,)
    for cards in trios:
        for rank, points, names in paying.get(cards, ()):
            value = state.rules.captures[0].values[RANK_OF.index(rank - 1)] if rank else 0
            declared = Declared(seat, cards, points, 0 if rank - 1 == _SEVEN else value, names)
            yield Declare(cards if ruleset.announce_in_turn else 0, rank), declared


def best_declaration(state: State, seat: int) -> Declared | None:
    """Return the declaration with the most points, or None; among equals, the lowest value of the 7♥ (decision 4)."""
    declared = [event for _, event in declarations_of(state, seat)]
    return min(declared, key=lambda event: (-event.points, event.matta or 7), default=None)
