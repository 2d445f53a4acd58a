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
"""The names of the bombs, the lowest first."""


class HaggisRuleset(Struct, kw_only=True, tag_field="kind", tag="haggis"):
    """The rules of Haggis as data."""

    key: str
    """The key of the game."""
    name: Text
    """The name of the game, for players."""
    summary: Text
    """A short summary of the game."""
    seats: list[int]
    """The numbers of players that the game allows."""
    number_cards: dict[str, list[CardName]]
    """For each number of players, the number cards of the deck."""
    face_cards: list[str]
    """The face cards that every player has."""
    hand: int
    """The number of cards in a hand at the start of a round, face cards included."""
    bombs: list[Text]
    """The bombs in words, the lowest first."""
    bets: dict[str, int]
    """The points of each bet."""
    points_per_card_left: int
    """The points for going out, for each card of the largest other hand."""
    card_points: dict[str, dict[str, int]]
    """The points of a card of each rank, for each value of the option `scoring`."""


def published(key: str, name: Message, summary: Message) -> dict[str, Any]:
    """Return the rules as plain JSON: the deal, the bombs and the scoring."""
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
