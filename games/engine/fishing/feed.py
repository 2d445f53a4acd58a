"""The schemas of a fishing game's events in the feed: the results of ``showing.visible``, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from games.engine.fishing.moves import CardName
from games.engine.messages import Text
from games.engine.view_annotations import BY_SEAT, BY_SIDE, SEATS, SIDES, SeatOfEvent


class FishingShuffledEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_shuffled"):
    """The server shuffled the cards for a deal."""

    type: Literal["shuffled"]
    round: int
    """The number of the round, from 0."""
    attempt: int
    """The number of earlier shuffles in this round."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""


class FishingCutEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_cut"):
    """The first player kept the card drawn at the cut, or laid it on the table."""

    type: Literal["cut"]
    seat: SeatOfEvent
    keep: bool
    """True if the player kept the cut card as the first hand card; false if the card lies on the table."""
    card: CardName | None
    """The card; null if the viewer may not see it. Only the player who drew it sees a card that is kept."""


class FishingDealtEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_dealt"):
    """The server dealt a packet of cards."""

    type: Literal["dealt"]
    first: bool
    """True for the first packet of the round."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards that were dealt, per seat."""
    table: list[CardName]
    """The cards that were laid on the table."""


class FishingVoidedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_voided"):
    """The first table cards void the deal."""

    type: Literal["voided"]
    table: list[CardName]
    """The first table cards, which void the deal."""
    dealer: Annotated[int, SEATS]
    """The seat that deals next."""


class FishingTableBonusEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_table_bonus"):
    """The dealer scores for the first table cards."""

    type: Literal["table_bonus"]
    seat: SeatOfEvent
    capture: list[CardName]
    """The table cards that the dealer takes; empty if the dealer takes none."""
    points: int
    """The points that the dealer scores."""
    key: str
    """The key of the combination: `flor`, `fifteen` or `thirty`."""
    name: Text
    """The name of the combination, in words."""


class FishingDeclaredEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_declared"):
    """A player announced a combination of hand cards."""

    type: Literal["declared"]
    seat: SeatOfEvent
    cards: list[CardName]
    """The announced cards, which all players see now."""
    points: int
    """The points that the announcement scores."""
    matta: int | None
    """The capture value that the 7♥ takes with this announcement, from 1 to 10; null if its value does not change."""
    keys: list[str]
    """The keys of the announced combinations."""
    names: list[Text]
    """The announced combinations, in words."""


class FishingPassedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_passed"):
    """A player announced nothing when asked."""

    type: Literal["passed"]
    seat: SeatOfEvent


class FishingPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_played"):
    """A player played a card."""

    type: Literal["played"]
    seat: SeatOfEvent
    card: CardName
    """The card that the player played from the hand."""
    capture: list[CardName]
    """The table cards that the played card took; empty if the card stays on the table."""
    sweep: int
    """The points for clearing the table; 0 if the play did not clear it, or clearing it pays nothing."""


class FishingCollectedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_collected"):
    """The cards left on the table went to the side that captured last."""

    type: Literal["collected"]
    side: Annotated[int, SIDES]
    """The side that gets the cards."""
    cards: list[CardName]
    """The cards that were left."""


class FishingRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="fishing_round_ended"):
    """A round is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The number of the round, from 0."""
    scores: Annotated[list[int], BY_SIDE]
    """Points of this round, per side."""
    totals: Annotated[list[int], BY_SIDE]
    """The points of the match so far, per side."""
    cappotto: Annotated[int | None, SIDES]
    """The side that won the match at once by all ten diamonds; usually null."""


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
