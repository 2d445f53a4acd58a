"""The cards of Haggis: ranks 2 to 10 in four or five suits; a jack, a queen and a king for each seat (haggis.md 1).

Face cards of different seats share their names and numbers, since it never matters which seat a face card came from. A
set of cards that one hand can hold is a mask. Captured cards may hold a face card more than once, so they are a tuple.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import Deck, cards_in

SUITS: Final = "ROYGB"
SUIT_KEYS: Final = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue"}
SUITS_OF: Final = {2: "ROYG", 3: "ROYGB"}
"""The suits in play, by the number of seats."""

LOWEST: Final = 2
HIGHEST: Final = 10
"""The lowest and the highest rank of the number cards."""

FACE_RANKS: Final = {"J": 11, "Q": 12, "K": 13}

HAND: Final = 17
"""The number of cards in a hand at the start of a round: 14 number cards, and the seat's own three face cards."""
NUMBERS_DEALT: Final = HAND - len(FACE_RANKS)

DECK: Final = Deck(
    [f"{rank}{suit}" for rank in range(LOWEST, HIGHEST + 1) for suit in SUITS] + list(FACE_RANKS), SUIT_KEYS
)
"""The different cards; a shuffled deck holds the number cards of the suits in play."""


def _rank(name: str) -> int:
    return FACE_RANKS[name] if name in FACE_RANKS else int(name[:-1])


RANK_OF: Final = tuple(_rank(name) for name in DECK.names_in_order)
"""The rank of each card: 2 to 10, jack 11, queen 12, king 13."""

RANK_MASKS: Final = {
    rank: sum(1 << card for card in range(DECK.size) if RANK_OF[card] == rank) for rank in range(LOWEST, 14)
}
"""The cards of each rank."""

SUIT_MASKS: Final = {suit: DECK.mask(name for name in DECK.names_in_order if name.endswith(suit)) for suit in SUITS}
"""The number cards of each suit."""

FACES: Final = DECK.mask(FACE_RANKS)
NUMBERS: Final = DECK.full ^ FACES

NUMBER_CARDS: Final = {
    seats: tuple(card for card, name in enumerate(DECK.names_in_order) if name[-1] in suits)
    for seats, suits in SUITS_OF.items()
}
"""The cards to shuffle, by the number of seats: 36 or 45."""


def in_rank_order(cards: int) -> list[int]:
    """Return the cards of a set from the lowest rank to the highest."""
    return sorted(cards_in(cards), key=RANK_OF.__getitem__)
