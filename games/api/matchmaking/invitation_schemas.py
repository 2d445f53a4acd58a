"""Schemas of invitations and counter-offers."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.lobby_schemas import Invitee
from games.api.schema_types import SeedCommitment
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.table_events.kind import AgreedOptions


class Invite(Struct, kw_only=True, forbid_unknown_fields=True):
    """The players to invite to a match."""

    players: Annotated[list[Invitee], Meta(min_length=1, max_length=7)]
    """The players. If one of them cannot be invited, none is."""


class OfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A counter-offer: other terms for the match."""

    game: str
    """The game: a key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """The number of seats. If left out, the match's own number if the game allows it, else the fewest."""
    options: AgreedOptions = {}
    """Options that differ from the game's defaults."""
    control: AnyControl | UnsetType = UNSET
    """The time control; if left out, it stays as it is."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """Seconds for each move, instead of `control`."""
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """Your commitment for the shuffle of the new match, if you are the invited player (docs/fair-shuffles.md)."""


class Offer(Struct, kw_only=True):
    """A counter-offer that waits for an answer."""

    game: GameName
    """The game: key, name and direction of play."""
    seats: int
    """The number of seats."""
    options: AgreedOptions
    """The value of every option."""
    control: AnyControl
    """The time control of the offer."""
    control_text: Text
    """The time control in words."""
    yours: bool
    """True: you made the offer, and the other player has not answered yet."""


class Invitation(Struct, kw_only=True):
    """An invitation of a player to a match."""

    player: UUID
    """The id of the invited player."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    seat: int | None
    """The seat reserved for the player; null when it is no longer reserved."""
    state: Literal["open", "accepted", "declined", "withdrawn", "over"]
    """`over`: another player took the seat, or the match has begun or was cancelled."""
    at: Moment
    """The time of the invitation."""
    offer: Offer | None
    """The open counter-offer, or null."""


class Invitations(Struct, kw_only=True):
    """Invitations to a match."""

    invitations: list[Invitation]
    """The invitations, oldest first. The creator of the match gets all of them, every other player only their own."""
