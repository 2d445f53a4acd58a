"""The moves of Haggis, in the engine and in the JSON of clients (docs/records.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from games.engine.haggis.cards import DECK
from games.engine.haggis.combinations import NO_READING, Reading, reading_name, readings_of
from games.engine.protocol import convert_move

NO_CARDS: Final = -1
"""Cards that no hand can hold, since one does not exist or is named twice."""

BetName = Literal["none", "little", "big"]

BETS: Final[dict[BetName, int]] = {"none": 0, "little": 15, "big": 30}
"""The points of each bet (4)."""

BET_NAMES: Final[dict[int, BetName]] = {points: name for name, points in BETS.items()}


class Play(msgspec.Struct, frozen=True, gc=False):
    """Play a set of cards; ``reading`` is None if the player leaves it to the trick."""

    cards: int
    reading: Reading | None


class Bet(msgspec.Struct, frozen=True, gc=False):
    """Bet a number of points on going out first."""

    points: int


CardName = Annotated[
    str,
    msgspec.Meta(
        description="A number card: rank 2-10, then suit R O Y G B. Or a face card: J, Q, K.",
        extra_json_schema={"pattern": "^(([2-9]|10)[ROYGB]|[JQK])$"},
    ),
]

ReadingName = Annotated[
    str,
    msgspec.Meta(
        description=(
            "`set:RANK`, `run:WIDTH:TOP` (ranks as numbers, J 11, Q 12, K 13) or `bomb:VALUE` "
            "(1 rainbow, 2 JQ, 3 JK, 4 QK, 5 JQK, 6 suited)."
        ),
        extra_json_schema={"pattern": "^(set:([2-9]|1[0-3])|run:[1-6]:([3-9]|1[0-3])|bomb:[1-6])$"},
    ),
]


class HaggisPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Play a combination. `as` is its reading; you may leave it out if only one reading can be played."""

    cards: list[CardName]
    """The cards from your hand."""
    reading: ReadingName | msgspec.UnsetType = msgspec.field(name="as", default=msgspec.UNSET)
    """The reading of the cards; you may leave it out if only one can be played."""


class HaggisPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Pass: play nothing in this turn."""


class HaggisBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="bet"):
    """Bet that you will go out first: `little` is 15 points, `big` is 30. It stays your turn."""

    bet: Literal["little", "big"]
    """The size of your bet."""


HaggisMove = HaggisPlay | HaggisPass | HaggisBet

Pass = HaggisPass
"""The same move in the engine and in the JSON of clients."""

Move = Play | Pass | Bet


def read_move(data: Mapping[str, Any]) -> Move:
    """Parse a move. Raises RuleViolation ``unknown_move`` for wrong fields.

    Cards that do not exist, cards named twice, and readings that do not fit are well-formed: the rules refuse them.
    """
    wire: HaggisMove = convert_move(data, HaggisMove)
    if isinstance(wire, HaggisPlay):
        cards = _read_cards(wire.cards)
        return Play(cards, None if wire.reading is msgspec.UNSET else _read_reading(wire.reading, cards))
    if isinstance(wire, HaggisBet):
        return Bet(BETS[wire.bet])
    return wire


def _read_cards(names: list[str]) -> int:
    """Return the set of these cards, or NO_CARDS if one does not exist or is named twice."""
    if len(set(names)) < len(names) or any(DECK.card(name) is None for name in names):
        return NO_CARDS
    return DECK.mask(names)


def _read_reading(name: str, cards: int) -> Reading:
    """Return the reading of these cards that has this name, or NO_READING."""
    readings = () if cards == NO_CARDS else readings_of(cards)
    return next((reading for reading in readings if reading_name(reading) == name), NO_READING)


def write_move(move: Move) -> dict[str, Any]:
    """Return the canonical form of a move; a play without a reading has no ``as``."""
    if isinstance(move, Play):
        data: dict[str, Any] = {"type": "play", "cards": DECK.names(move.cards)}
        if move.reading is not None:
            data["as"] = reading_name(move.reading)
        return data
    if isinstance(move, Bet):
        return {"type": "bet", "bet": BET_NAMES[move.points]}
    return {"type": "pass"}
