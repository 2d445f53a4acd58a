"""The Čamba deck: classes 1 to 8, from prima to oktáva, in four colours (camba.md 1)."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Deck

COLOURS: Final = "BGRY"
"""The letters of the colours, in the order of their numbers."""

COLOUR_KEYS: Final = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}

PRIMA: Final = 1
SEKUNDA: Final = 2
TERCIE: Final = 3
KVARTA: Final = 4
KVINTA: Final = 5
SEXTA: Final = 6
SEPTIMA: Final = 7
OKTAVA: Final = 8

CLASSES: Final = range(PRIMA, OKTAVA + 1)

DECK: Final = Deck((f"{colour}{number}" for colour in COLOURS for number in CLASSES), COLOUR_KEYS)

COLOUR_OF: Final = tuple(COLOURS.index(name[0]) for name in DECK.names_in_order)
"""The index of each card's colour in COLOURS."""

CLASS_OF: Final = tuple(int(name[1]) for name in DECK.names_in_order)
"""The class of each card, 1 to 8."""

NO_CARD: Final = -1

Cards = tuple[int, ...]
"""Cards in ascending order; with two decks, a card may occur twice."""


def without(cards: Cards, card: int) -> Cards:
    """Return the cards without one copy of a card that is among them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
