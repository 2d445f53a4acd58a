"""Schemas of invitations."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.lobby_schemas import Invitee
from games.api.matches.options_schema import AgreedOptions
from games.api.schema_types import SeedCommitment
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text


class Invite(Struct, kw_only=True, forbid_unknown_fields=True):
    """The player to invite."""

    players: Annotated[list[Invitee], Meta(min_length=1, max_length=7)]
    """All of them, or none where one cannot be."""


class OfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A counter-offer: other terms for the match."""

    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, as many as there are, or the fewest that the game allows."""
    options: AgreedOptions = {}
    """Options that differ from the game's defaults."""
    control: AnyControl | UnsetType = UNSET
    """The time control; if left out, it stays as it is."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """If you are invited: your commitment for the shuffle of the new match (docs/fair-shuffles.md)."""


class Offer(Struct, kw_only=True):
    """A counter-offer that waits for an answer."""

    game: GameName
    """The game."""
    seats: int
    """How many players there are."""
    options: AgreedOptions
    """The value of every option."""
    control: AnyControl
    """The time control."""
    control_text: Text
    """The same in words."""
    yours: bool
    """True: you made the offer, and the other player has not answered yet."""


class Invitation(Struct, kw_only=True):
    """Somebody was invited to a match."""

    player: UUID
    """Who."""
    name: Text
    """The player's nickname."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    seat: int | None
    """The seat that is kept for them; null where none is any more."""
    state: Literal["open", "accepted", "declined", "withdrawn", "over"]
    """`over`: another player took the seat, or the match has begun or was cancelled."""
    at: Moment
    """When they were invited."""
    offer: Offer | None
    """The open counter-offer, or null."""


class Invitations(Struct, kw_only=True):
    """Invitations to a match."""

    invitations: list[Invitation]
    """The first one first: all of them to the creator of the match, their own to everybody else."""
