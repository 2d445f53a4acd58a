"""The Italian deck of 40: ranks A 2-7 J Q K in diamonds (coins), hearts (cups), spades (swords) and clubs (batons)."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Deck

RANKS: Final = "A234567JQK"
SUITS: Final = "DHSC"
SUIT_KEYS: Final = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}

DECK: Final = Deck((rank + suit for rank in RANKS for suit in SUITS), SUIT_KEYS)


def _all(letter: str) -> int:
    return DECK.mask(name for name in DECK.names_in_order if letter in name)


SUIT_MASKS: Final = tuple(_all(suit) for suit in SUITS)
"""The cards of each suit, in the order of SUITS."""

RANK_MASKS: Final = tuple(_all(rank) for rank in RANKS)
"""The cards of each rank, in the order of RANKS."""

RANK_OF: Final = tuple(RANKS.index(name[0]) for name in DECK.names_in_order)
"""The index of each card's rank in RANKS."""

DIAMONDS: Final = SUIT_MASKS[SUITS.index("D")]
ACES: Final = RANK_MASKS[RANKS.index("A")]
SIXES: Final = RANK_MASKS[RANKS.index("6")]
SEVENS: Final = RANK_MASKS[RANKS.index("7")]
KINGS: Final = RANK_MASKS[RANKS.index("K")]

MATTA: Final = DECK.mask(["7H"]).bit_length() - 1
"""The seven of hearts, which may stand for any rank in Cirulla."""
