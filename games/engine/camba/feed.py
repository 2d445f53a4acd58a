"""The shapes of the events of Čamba in the feed: what ``showing.visible`` returns, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from games.engine.camba.calls import Call
from games.engine.camba.moves import CardName, ClassNumber, ColourName
from games.engine.protocol import BY_SEAT, SEATS, SeatOfEvent


class CambaShuffledEvent(Struct, kw_only=True, tag_field="shape", tag="camba_shuffled"):
    """Cards were shuffled for a game."""

    type: Literal["shuffled"]
    round: int
    """The game, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""


class CambaDealtEvent(Struct, kw_only=True, tag_field="shape", tag="camba_dealt"):
    """Cards were dealt."""

    type: Literal["dealt"]
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """Cards that were dealt, per seat."""
    turned: CardName
    """The first card of the discard pile."""
    bottom: CardName | None
    """The last card of the draw deck, where it was shown."""


class CambaPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_played"):
    """A card was discarded."""

    type: Literal["played"]
    seat: SeatOfEvent
    card: CardName
    """The card."""
    call: Call
    """The function that it was given."""
    colour: ColourName | None
    """The colour asked for, with the call `changes`."""
    class_: ClassNumber | None = field(name="class")
    """The class asked for, with the call `vojadzr`."""


class CambaExchangedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_exchanged"):
    """Everybody handed the own cards on."""

    type: Literal["exchanged"]
    given: list[CardName] | None
    """What the viewer gave away; null for a spectator."""
    taken: list[CardName] | None
    """What the viewer got; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """Cards in hand now, per seat."""


class CambaDrewEvent(Struct, kw_only=True, tag_field="shape", tag="camba_drew"):
    """Cards were drawn."""

    type: Literal["drew"]
    seat: SeatOfEvent
    count: int
    """How many."""
    cards: list[CardName] | None
    """Which; null where the viewer may not see them."""
    owed: int
    """How many are still to be drawn, after a reshuffle."""


class CambaReshuffledEvent(Struct, kw_only=True, tag_field="shape", tag="camba_reshuffled"):
    """The discard pile became the draw deck."""

    type: Literal["reshuffled"]
    draw: int
    """Cards in the new draw deck."""


class CambaKeptEvent(Struct, kw_only=True, tag_field="shape", tag="camba_kept"):
    """Somebody kept the card just drawn."""

    type: Literal["kept"]
    seat: SeatOfEvent


class CambaSkippedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_skipped"):
    """A seat was left out."""

    type: Literal["skipped"]
    seat: SeatOfEvent


class CambaWentOutEvent(Struct, kw_only=True, tag_field="shape", tag="camba_went_out"):
    """A seat has finished this game."""

    type: Literal["went_out"]
    seat: SeatOfEvent
    place: int
    """Its place, from 1."""


class CambaRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_round_ended"):
    """A game is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The game, from 0."""
    places: Annotated[list[int], SEATS]
    """The seats, first place first; the loser stands last."""
    totals: Annotated[list[int], BY_SEAT]
    """Points so far, per seat."""


CambaEvent = (
    CambaShuffledEvent
    | CambaDealtEvent
    | CambaPlayedEvent
    | CambaExchangedEvent
    | CambaDrewEvent
    | CambaReshuffledEvent
    | CambaKeptEvent
    | CambaSkippedEvent
    | CambaWentOutEvent
    | CambaRoundEndedEvent
)
