"""What hand cards are worth when they are announced (4.8, 4.11, 4.17, 4.18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import bits_in, cards_in
from games.engine.fishing.captures import values_of
from games.engine.fishing.cards import DECK, MATTA, RANK_OF, RANKS, SUIT_MASKS
from games.engine.fishing.events import Declared
from games.engine.fishing.moves import Declare
from games.engine.fishing.ruleset import Announce, Courts
from games.engine.fishing.state import State

_MATTA_BIT = 1 << MATTA
_SEVEN = RANKS.index("7")


class Announcement(NamedTuple):
    """What three cards pay."""

    matta_rank: int
    """The rank that a 7♥ among them takes (1 ace … 10 king), or 0 where it is no wild card."""
    points: int
    names: tuple[str, ...]


@cache
def paying_trios(announce: Announce, courts: Courts) -> dict[int, list[Announcement]]:
    """Return all sets of three cards that pay something, with all that each may be announced as."""
    values = values_of(courts)
    paying: dict[int, list[Announcement]] = {}
    for trio in combinations(bits_in(DECK.full), 3):
        cards = sum(trio)
        for matta_rank in range(1, 11) if announce is Announce.KNOCK and cards & _MATTA_BIT else (0,):
            points, names = _worth(cards, values, announce, matta_rank)
            if points:
                paying.setdefault(cards, []).append(Announcement(matta_rank, points, names))
    return paying


def _worth(cards: int, values: tuple[int, ...], announce: Announce, matta_rank: int = 0) -> tuple[int, tuple[str, ...]]:
    """Return the points of three hand cards and the names of what they are; (0, ()) when they pay nothing."""
    ranks = sorted(matta_rank - 1 if card == MATTA and matta_rank else RANK_OF[card] for card in cards_in(cards))
    total = sum(values[_card_of_rank(rank)] for rank in ranks)
    if announce is Announce.KNOCK:
        return _knock(ranks, total)
    return _iberian(cards, ranks, total, values, announce)


def _card_of_rank(rank: int) -> int:
    return RANK_OF.index(rank)


def _knock(ranks: list[int], total: int) -> tuple[int, tuple[str, ...]]:
    if len(set(ranks)) == 1:
        return 10, ("three of a rank",)
    if total <= 9:
        return 3, ("nine or less",)
    return 0, ()


def _iberian(
    cards: int, ranks: list[int], total: int, values: tuple[int, ...], announce: Announce
) -> tuple[int, tuple[str, ...]]:
    heights = sorted(values[card] for card in cards_in(cards))
    found = []
    if any(cards & suit == cards for suit in SUIT_MASKS):
        found.append((3, "flor"))
    if heights[0] + 2 == heights[1] + 1 == heights[2]:
        found.append((3, "escalera"))
    if announce is Announce.CHORIZO:
        if total == 9:
            found.append((3, "tres de nueva"))
        if total <= 7:
            found.append((2, "dos de miseria"))
    elif total <= 9:
        found.append((3, "báciga y pares") if len(set(ranks)) == 2 else (2, "báciga"))
    if len(set(ranks)) == 1:
        found.append((20, "chorizo"))
    return sum(points for points, _ in found), tuple(name for _, name in found)


def declarations_of(state: State, seat: int) -> Iterator[tuple[Declare, Declared]]:
    """Yield every declaration that pays a seat now, with what follows from it."""
    ruleset = state.rules.ruleset
    paying = paying_trios(ruleset.announce, ruleset.courts)
    hand = state.hands[seat]
    trios = map(sum, combinations(bits_in(hand), 3)) if ruleset.announce_in_turn else (hand,)
    for cards in trios:
        for rank, points, names in paying.get(cards, ()):
            value = state.rules.captures[0].values[_card_of_rank(rank - 1)] if rank else 0
            declared = Declared(seat, cards, points, 0 if rank - 1 == _SEVEN else value, names)
            yield Declare(cards if ruleset.announce_in_turn else 0, rank), declared


def best_declaration(state: State, seat: int) -> Declared | None:
    """Return what scores most, by the lowest value of the 7♥ among equals (decision 4), or None."""
    declared = [event for _, event in declarations_of(state, seat)]
    return min(declared, key=lambda event: (-event.points, event.matta or 7), default=None)
