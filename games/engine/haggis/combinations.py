"""Readings of cards as sets, runs and bombs, and the readings that each beats (haggis.md 2 and 3.2)."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import msgspec

from games.engine.haggis.cards import DECK, HIGHEST, LOWEST, NUMBERS, RANK_MASKS, RANK_OF, SUIT_MASKS, SUITS


class Reading(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One reading of some cards. Readings of the same shape (width and length) compare by value."""

    width: int
    """The cards of each rank: the size of a set, 1 for a run of single cards, 2 for a run of pairs; 0 for a bomb."""
    length: int
    """The number of ranks in a row: 1 for a set, 0 for a bomb."""
    value: int
    """The rank of a set, the top rank of a run (jack 11, queen 12, king 13), or the bomb's place from 1 to 6."""


NO_READING: Final = Reading(-1, -1, -1)
"""The reading of a move that names no reading of its cards."""

BOMB_RANKS: Final = (3, 5, 7, 9)
RAINBOW: Final = Reading(0, 0, 1)
SUITED: Final = Reading(0, 0, 6)


def _bombs() -> dict[int, Reading]:
    """Return the reading of every bomb, by its cards (2.3)."""
    bombs = {}
    for suits in permutations(SUITS, 4):
        bombs[DECK.mask(f"{rank}{suit}" for rank, suit in zip(BOMB_RANKS, suits, strict=True))] = RAINBOW
    for value, faces in enumerate(("JQ", "JK", "QK", "JQK"), start=2):
        bombs[DECK.mask(faces)] = Reading(0, 0, value)
    for suit in SUITS:
        bombs[DECK.mask(f"{rank}{suit}" for rank in BOMB_RANKS)] = SUITED
    return bombs


BOMBS: Final = _bombs()

_SINGLES_AND_BOMBS: Final = BOMBS | {1 << card: Reading(1, 1, rank) for card, rank in enumerate(RANK_OF)}
"""Single cards and bombs, by their cards. They have one reading; face cards alone have no other."""


def is_bomb(reading: Reading) -> bool:
    """Return whether a reading is a bomb."""
    return reading.width == 0


def beats(reading: Reading, highest: Reading) -> bool:
    """Return whether a reading beats the highest combination of a trick (3.2)."""
    if reading.width == highest.width and reading.length == highest.length:
        return reading.value > highest.value
    return is_bomb(reading)


def shortest_run(width: int) -> int:
    """Return the fewest ranks of a run: three of single cards, two of pairs or more (2.2)."""
    return 3 if width == 1 else 2


def readings_of(cards: int) -> tuple[Reading, ...]:
    """Return all readings of a set of cards: none, one or several (2.4)."""
    if cards in _SINGLES_AND_BOMBS:
        return (_SINGLES_AND_BOMBS[cards],)
    numbers = cards & NUMBERS
    if not numbers:
        return ()
    ranks = [rank for rank in range(LOWEST, HIGHEST + 1) if numbers & RANK_MASKS[rank]]
    suits = sum(1 for suit in SUITS if numbers & SUIT_MASKS[suit])
    size = cards.bit_count()
    readings = [Reading(size, 1, ranks[0])] if len(ranks) == 1 else []
    # Wild cards fill every gap in the suits of a run, so its size and width alone give its length.
    for width in range(suits, size // 2 + 1):
        length, left = divmod(size, width)
        if not left and length >= shortest_run(width) and ranks[-1] < ranks[0] + length:
            readings.append(Reading(width, length, ranks[0] + length - 1))
    return tuple(readings)


def reading_name(reading: Reading) -> str:
    """Return the name of a reading in moves: ``set:5``, ``run:1:7`` (width and top) or ``bomb:2``."""
    if is_bomb(reading):
        return f"bomb:{reading.value}"
    if reading.length == 1:
        return f"set:{reading.value}"
    return f"run:{reading.width}:{reading.value}"
