"""The shapes of the events of Haggis in the feed: what ``showing.visible`` returns, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from games.engine.haggis.moves import BetName, CardName, ReadingName
from games.engine.messages import Text
from games.engine.protocol import BY_SEAT, SEATS, SeatOfEvent


class HaggisDealtEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_dealt"):
    """Cards were dealt."""

    type: Literal["dealt"]
    round: int
    """The round, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """Cards that were dealt, per seat."""
    haggis: int
    """Number cards that were not dealt."""


class HaggisBetEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_bet"):
    """A seat bet on going out first."""

    type: Literal["bet"]
    seat: SeatOfEvent
    bet: BetName
    """The bet."""


class HaggisPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_played"):
    """A combination was played."""

    type: Literal["played"]
    seat: SeatOfEvent
    cards: list[CardName]
    """The cards."""
    reading: ReadingName = field(name="as")
    """What they were played as."""
    text: Text
    """What they were played as, in words."""


class HaggisPassedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_passed"):
    """A seat played nothing this time."""

    type: Literal["passed"]
    seat: SeatOfEvent


class HaggisWentOutEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_went_out"):
    """A seat has played its last card."""

    type: Literal["went_out"]
    seat: SeatOfEvent
    points: int
    """What it scores for the cards that others hold."""


class HaggisTrickEndedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_trick_ended"):
    """Nobody beats the trick."""

    type: Literal["trick_ended"]
    winner: Annotated[int, SEATS]
    """The seat whose combination stands."""
    taker: Annotated[int, SEATS]
    """The seat that captures the cards: not the winner, where a bomb won."""
    cards: list[CardName]
    """The cards of the trick."""
    leader: Annotated[int | None, SEATS]
    """The seat that leads the next trick; null when the round is over."""


class HaggisCollectedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_collected"):
    """At the end of the round the last hand and the haggis were captured."""

    type: Literal["collected"]
    taker: Annotated[int, SEATS]
    """The seat that captures them."""
    last: Annotated[int, SEATS]
    """The seat whose hand was left."""
    hand: list[CardName]
    """That hand."""
    haggis: list[CardName]
    """The number cards that were not dealt."""


class HaggisRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_round_ended"):
    """A round is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The round, from 0."""
    scores: Annotated[list[int], BY_SEAT]
    """Points of this round, per seat."""
    totals: Annotated[list[int], BY_SEAT]
    """Points so far, per seat."""


HaggisEvent = (
    HaggisDealtEvent
    | HaggisBetEvent
    | HaggisPlayedEvent
    | HaggisPassedEvent
    | HaggisWentOutEvent
    | HaggisTrickEndedEvent
    | HaggisCollectedEvent
    | HaggisRoundEndedEvent
)
