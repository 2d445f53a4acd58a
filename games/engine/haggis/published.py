"""The rules of Haggis as data, for clients."""

from __future__ import annotations

from typing import Any

from games.engine.haggis.cards import DECK, FACE_RANKS, HAND, NUMBER_CARDS
from games.engine.haggis.moves import BETS
from games.engine.haggis.rules import Scoring
from games.engine.haggis.scoring import CARD_POINTS, POINTS_PER_CARD

BOMBS = (
    "3 5 7 9 in four different suits",
    "J Q",
    "J K",
    "Q K",
    "J Q K",
    "3 5 7 9 in one suit",
)
"""The lowest first."""


def published(key: str, name: str, summary: str) -> dict[str, Any]:
    """Return the rules as plain JSON: what is dealt, which bombs there are, and what scores."""
    return {
        "key": key,
        "name": name,
        "summary": summary,
        "seats": list(NUMBER_CARDS),
        "number_cards": {str(seats): [DECK.name(card) for card in cards] for seats, cards in NUMBER_CARDS.items()},
        "face_cards": list(FACE_RANKS),
        "hand": HAND,
        "bombs": list(BOMBS),
        "bets": BETS,
        "points_per_card_left": POINTS_PER_CARD,
        "card_points": {scoring.value: _by_class(scoring) for scoring in Scoring},
    }


def _by_class(scoring: Scoring) -> dict[str, int]:
    """Return the points of a card of each rank, by the rank's name."""
    return {DECK.name(card).rstrip("ROYGB"): points for card, points in enumerate(CARD_POINTS[scoring])}
