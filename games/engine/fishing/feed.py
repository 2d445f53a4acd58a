"""The shapes of the events of a fishing game in the feed: what ``showing.visible`` returns, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from games.engine.fishing.moves import CardName
from games.engine.messages import Text
from games.engine.protocol import BY_SEAT, BY_SIDE, SEATS, SIDES, SeatOfEvent


class FishingShuffledEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_shuffled"):
    """Cards were shuffled for a deal."""

    type: Literal["shuffled"]
    round: int
    """The round, from 0."""
    attempt: int
    """How often cards were shuffled in this round before."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""


class FishingCutEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_cut"):
    """The first player decided about the card of the cut."""

    type: Literal["cut"]
    seat: SeatOfEvent
    keep: bool
    """Whether it was kept as the first hand card; else it lies on the table."""
    card: CardName | None
    """The card, as far as the viewer may see it: the cutter does, and everybody when it lies on the table."""


class FishingDealtEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_dealt"):
    """Cards were dealt."""

    type: Literal["dealt"]
    first: bool
    """Whether it is the first packet of the round."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """Cards that were dealt, per seat."""
    table: list[CardName]
    """Cards that were laid on the table."""


class FishingVoidedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_voided"):
    """The first table cards void the deal."""

    type: Literal["voided"]
    table: list[CardName]
    """The table cards."""
    dealer: Annotated[int, SEATS]
    """The seat that deals next."""


class FishingTableBonusEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_table_bonus"):
    """The dealer scores for the first table cards."""

    type: Literal["table_bonus"]
    seat: SeatOfEvent
    capture: list[CardName]
    """The table cards that the dealer takes."""
    points: int
    """What they bring."""
    key: str
    """What the cards are, as a key."""
    name: Text
    """What the cards are, in words."""


class FishingDeclaredEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_declared"):
    """A combination of hand cards was announced."""

    type: Literal["declared"]
    seat: SeatOfEvent
    cards: list[CardName]
    """The cards, which everybody sees now."""
    points: int
    """What they bring."""
    matta: int | None
    """The value that the 7♥ has now, from 1 to 10; null where it is not wild."""
    keys: list[str]
    """What was announced, as keys."""
    names: list[Text]
    """What was announced, in words."""


class FishingPassedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_passed"):
    """Somebody announced nothing."""

    type: Literal["passed"]
    seat: SeatOfEvent


class FishingPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_played"):
    """A card was played."""

    type: Literal["played"]
    seat: SeatOfEvent
    card: CardName
    """The card from the hand."""
    capture: list[CardName]
    """What it took; empty where it stays on the table."""
    sweep: int
    """Points for clearing the table; 0 where it was not cleared, or that pays nothing."""


class FishingCollectedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_collected"):
    """What was left on the table went to the side that captured last."""

    type: Literal["collected"]
    side: Annotated[int, SIDES]
    """That side."""
    cards: list[CardName]
    """What was left."""


class FishingRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_round_ended"):
    """A round is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The round, from 0."""
    scores: Annotated[list[int], BY_SIDE]
    """Points of this round, per side."""
    totals: Annotated[list[int], BY_SIDE]
    """Points so far, per side."""
    cappotto: Annotated[int | None, SIDES]
    """The side that won the match at once by all ten diamonds; mostly null."""


FishingEvent = (
    FishingShuffledEvent
    | FishingCutEvent
    | FishingDealtEvent
    | FishingVoidedEvent
    | FishingTableBonusEvent
    | FishingDeclaredEvent
    | FishingPassedEvent
    | FishingPlayedEvent
    | FishingCollectedEvent
    | FishingRoundEndedEvent
)
