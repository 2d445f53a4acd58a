"""Cards as numbers, sets of cards as bit masks, and the conversion to and from card names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

SETS_NAMED: Final = 4096
"""The size of each deck's cache for the names of a set of cards; the same sets are shown again and again."""


class Deck:
    """The different cards of a game, numbered in the alphabetical order of their names.

    Card ``n`` is bit ``1 << n`` of a mask. Ascending numbers are therefore ascending names, and "canonical order" means
    both.
    """

    def __init__(self, names: Iterable[str], suits: Mapping[str, str]) -> None:
        self.names_in_order = tuple(sorted(names))
        self.suits = tuple(
            next((suit for letter, suit in suits.items() if letter in name), None) for name in self.names_in_order
        )
        """The suit of each card, such as ``diamonds`` or ``red``, found by its letter in the card's name; None without
        a suit."""
        self.size = len(self.names_in_order)
        self.full = (1 << self.size) - 1
        self._numbers = {name: number for number, name in enumerate(self.names_in_order)}
        self._named = lru_cache(SETS_NAMED)(lambda mask: tuple(self.names_in_order[card] for card in cards_in(mask)))

    def name(self, card: int) -> str:
        """Return the name of a card from its id."""
        return self.names_in_order[card]

    def card(self, name: object) -> int | None:
        """Return the id of a card from its name: its index in ``names_in_order``. None if there is no such card."""
        return self._numbers.get(name) if isinstance(name, str) else None

    def mask(self, names: Iterable[str]) -> int:
        """Return the named cards as a mask. Raises KeyError for a name that is no card."""
        return mask_of(self._numbers[name] for name in names)

    def names(self, mask: int) -> list[str]:
        """Return the names of a set of cards, sorted."""
        return list(self._named(mask))

    def names_of(self, cards: Iterable[int]) -> list[str]:
        """Return the names of cards, sorted; a card that occurs twice is named twice."""
        return [self.names_in_order[card] for card in sorted(cards)]


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards of a set in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def bits_in(mask: int) -> list[int]:
    """Return the cards of a set in ascending order, each as a mask with one bit."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
