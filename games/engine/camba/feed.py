"""The schemas of Čamba's events in the feed: the results of ``showing.visible``, with ``shape``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct, field

from games.engine.camba.calls import Call
from games.engine.camba.moves import CardName, ClassNumber, ColourName
from games.engine.view_annotations import BY_SEAT, SEATS, SeatOfEvent


class CambaShuffledEvent(Struct, kw_only=True, tag_field="shape", tag="camba_shuffled"):
    """The server shuffled the cards for a game."""

    type: Literal["shuffled"]
    round: int
    """The number of the game, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""


class CambaDealtEvent(Struct, kw_only=True, tag_field="shape", tag="camba_dealt"):
    """The server dealt the hands and turned the first card up."""

    type: Literal["dealt"]
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards that were dealt, per seat."""
    turned: CardName
    """The first card of the discard pile."""
    bottom: CardName | None
    """The last card of the draw deck; null if it was not shown."""


class CambaPlayedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_played"):
    """A player discarded a card."""

    type: Literal["played"]
    seat: SeatOfEvent
    card: CardName
    """The card that the player discarded."""
    call: Call
    """The function that the player gave to the discarded card."""
    colour: ColourName | None
    """The colour asked for, with the call `changes`; else null."""
    class_: ClassNumber | None = field(name="class")
    """The class asked for, with the call `vojadzr`; else null."""


class CambaExchangedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_exchanged"):
    """Every player who has not finished handed their cards to the next one."""

    type: Literal["exchanged"]
    given: list[CardName] | None
    """The cards that the viewer gave away; null for a spectator."""
    taken: list[CardName] | None
    """The cards that the viewer got; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards in hand after the exchange, per seat."""


class CambaDrewEvent(Struct, kw_only=True, tag_field="shape", tag="camba_drew"):
    """A player drew cards, or found none."""

    type: Literal["drew"]
    seat: SeatOfEvent
    count: int
    """The number of cards that the player drew."""
    cards: list[CardName] | None
    """The cards; null if the viewer may not see them."""
    owed: int
    """The number of cards still to be drawn, after a reshuffle."""


class CambaReshuffledEvent(Struct, kw_only=True, tag_field="shape", tag="camba_reshuffled"):
    """The discard pile became the draw deck."""

    type: Literal["reshuffled"]
    draw: int
    """The number of cards in the new draw deck."""


class CambaKeptEvent(Struct, kw_only=True, tag_field="shape", tag="camba_kept"):
    """A player kept the card just drawn."""

    type: Literal["kept"]
    seat: SeatOfEvent


class CambaSkippedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_skipped"):
    """An oktáva skipped a player who holds cards."""

    type: Literal["skipped"]
    seat: SeatOfEvent


class CambaWentOutEvent(Struct, kw_only=True, tag_field="shape", tag="camba_went_out"):
    """A seat has finished this game."""

    type: Literal["went_out"]
    seat: SeatOfEvent
    place: int
    """The place of the seat in this game, from 1."""


class CambaRoundEndedEvent(Struct, kw_only=True, tag_field="shape", tag="camba_round_ended"):
    """A game is over and counted."""

    type: Literal["round_ended"]
    round: int
    """The number of the game, from 0."""
    places: Annotated[list[int], SEATS]
    """The seats, first place first; the loser is last."""
    totals: Annotated[list[int], BY_SEAT]
    """The points of the match so far, per seat."""


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
