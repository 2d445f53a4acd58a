"""The schemas of Haggis' events in the feed: the results of ``showing.visible``, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from games.engine.haggis.moves import BetName, CardName, ReadingName
from games.engine.messages import Text
from games.engine.view_annotations import BY_SEAT, SEATS, SeatOfEvent


class HaggisDealtEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_dealt"):
    """The server dealt the hands of a round."""

    type: Literal["dealt"]
    round: int
    """The number of the round, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards that were dealt, per seat."""
    haggis: int
    """The number of cards that were not dealt."""


class HaggisBetEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_bet"):
    """A seat bet on going out first."""

    type: Literal["bet"]
    seat: SeatOfEvent
    bet: BetName
    """The size of the bet."""


class HaggisPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_played"):
    """A player played a combination."""

    type: Literal["played"]
    seat: SeatOfEvent
    cards: list[CardName]
    """The cards of the combination."""
    reading: ReadingName = field(name="as")
    """The reading under which they were played."""
    text: Text
    """The reading in words: `the run 5-6-7`."""


class HaggisPassedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_passed"):
    """A player passed in the trick."""

    type: Literal["passed"]
    seat: SeatOfEvent


class HaggisWentOutEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_went_out"):
    """A player has played their last card."""

    type: Literal["went_out"]
    seat: SeatOfEvent
    points: int
    """The points for going out: 5 for each card of the largest other hand."""


class HaggisTrickEndedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_trick_ended"):
    """A trick ended: all others passed, or the round is over."""

    type: Literal["trick_ended"]
    winner: Annotated[int, SEATS]
    """The seat of the highest combination."""
    taker: Annotated[int, SEATS]
    """The seat that captures the cards: not the winner if a bomb won."""
    cards: list[CardName]
    """The cards of the trick."""
    leader: Annotated[int | None, SEATS]
    """The seat that leads the next trick; null when the round is over."""


class HaggisCollectedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_collected"):
    """At the end of the round, the first seat to go out captured the last hand and the haggis."""

    type: Literal["collected"]
    taker: Annotated[int, SEATS]
    """The seat that captures the cards."""
    last: Annotated[int, SEATS]
    """The seat that was left with cards."""
    hand: list[CardName]
    """The cards of that hand."""
    haggis: list[CardName]
    """The number cards that were not dealt."""


class HaggisRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="haggis_round_ended"):
    """A round is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The number of the round, from 0."""
    scores: Annotated[list[int], BY_SEAT]
    """Points of this round, per seat."""
    totals: Annotated[list[int], BY_SEAT]
    """The points of the match so far, per seat."""


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
