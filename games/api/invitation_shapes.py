"""What the API tells of invitations, and what it is told."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.options import AgreedOptions
from games.api.shapes import GameName, Invitee, SeedCommitment
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text


class Invite(Struct, kw_only=True, forbid_unknown_fields=True):
    """Who is to be invited."""

    players: Annotated[list[Invitee], Meta(min_length=1, max_length=7)]
    """All of them, or none where one cannot be."""


class OfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What one would rather play."""

    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, as many as there are, or the fewest that the game allows."""
    options: AgreedOptions = {}
    """What differs from the defaults of the game."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time; left out, as it is."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """Where you are invited: what you add to the shuffle of the match that comes of it (docs/fair-shuffles.md)."""


class Offer(Struct, kw_only=True):
    """What one of the two would rather play."""

    game: GameName
    """The game."""
    seats: int
    """How many players there are."""
    options: AgreedOptions
    """The value of every option."""
    control: AnyControl
    """What is agreed on about time."""
    control_text: Text
    """The same in words."""
    yours: bool
    """Whether it is yours, and the other one has yet to answer."""


class Invitation(Struct, kw_only=True):
    """Somebody was invited to a match."""

    player: UUID
    """Who."""
    name: Text
    """What they are called."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    seat: int | None
    """The seat that is kept for them; null where none is any more."""
    state: Literal["open", "accepted", "declined", "withdrawn", "over"]
    """`over`: somebody else has the seat, or the match has begun or was cancelled."""
    at: Moment
    """When they were invited."""
    offer: Offer | None
    """What one of the two would rather play; null where nothing is to be answered."""


class Invitations(Struct, kw_only=True):
    """Invitations to a match."""

    invitations: list[Invitation]
    """The first one first: all of them to the creator of the match, their own to everybody else."""
