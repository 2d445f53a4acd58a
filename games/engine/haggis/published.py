"""The rules of Haggis as data, for clients."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.engine.haggis.cards import DECK, FACE_RANKS, HAND, NUMBER_CARDS
from games.engine.haggis.moves import BETS, CardName
from games.engine.haggis.rules import Scoring
from games.engine.haggis.scoring import CARD_POINTS, POINTS_PER_CARD
from games.engine.messages import Message, Text, say

BOMBS: tuple[Message | str, ...] = (
    say("haggis.bombs.rainbow"),
    "J Q",
    "J K",
    "Q K",
    "J Q K",
    say("haggis.bombs.suited"),
)
"""The lowest first."""


class HaggisRuleset(Struct, kw_only=True, tag_field="kind", tag="haggis"):
    """The rules of Haggis as data."""

    key: str
    """The key of the game."""
    name: Text
    """What players call it."""
    summary: Text
    """What the game is about."""
    seats: list[int]
    """The numbers of players that it allows."""
    number_cards: dict[str, list[CardName]]
    """For each number of players, the number cards of the deck."""
    face_cards: list[str]
    """The face cards that everybody has."""
    hand: int
    """Number cards that everybody is dealt."""
    bombs: list[Text]
    """The bombs in words, the lowest first."""
    bets: dict[str, int]
    """The points of each bet."""
    points_per_card_left: int
    """What whoever goes out scores for each card that others hold."""
    card_points: dict[str, dict[str, int]]
    """For each value of the option `scoring`, what a card of each rank is worth."""


def published(key: str, name: Message, summary: Message) -> dict[str, Any]:
    """Return the rules as plain JSON: what is dealt, which bombs there are, and what scores."""
    return {
        "kind": "haggis",
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
