"""Schemas of requests before the first deal: create, change and join a match."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.options_schema import AgreedOptions
from games.api.schema_types import (
    A_DAY,
    LeastReliability,
    Level,
    SeatKey,
    SeatNumber,
    SeatSeed,
    SeedCommitment,
    SubstitutesAfter,
    TermsVersion,
    Visibility,
)
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds


class LateBotsRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """When a match shall begin with bots on the seats that are free by then."""

    at: Moment
    """When: from a minute ahead until two weeks after the match was made."""
    level: Level
    """The level of the bots."""


class Invitee(Struct, kw_only=True, forbid_unknown_fields=True):
    """Somebody who is to be invited: by `player` or by `name`."""

    player: UUID | UnsetType = UNSET
    """The player's id: of a friend, or of whom one has met at a table."""
    name: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Their unique name (`claimName`), as people type it."""
    seat: SeatNumber | UnsetType = UNSET
    """Their seat; if left out, the first free one."""


Invitees = Annotated[list[Invitee], Meta(max_length=7)]


class MatchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the creator of a match wants."""

    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """What differs from the defaults of the game."""
    visibility: Visibility = "public"
    """`public`: in the lobby list, and anybody may watch. `private`: by room code alone."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time; left out, a day for each move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    seat: SeatNumber = 0
    """Where you sit."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each of these seats, as `{"1": "medium"}`."""
    autostart: bool = False
    """Whether the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType = UNSET
    """When bots sit down where nobody has by then, and the match begins; left out, never."""
    substitutes_after: SubstitutesAfter | UnsetType = UNSET
    """Seconds on autopilot after which the seat of a player is offered to anybody; left out, never."""
    bot_accounts: bool | UnsetType = UNSET
    """Whether bot accounts may sit down, players that are programs; left out, they may not, unless you are one."""
    free_text: bool = False
    """Whether players may write to one another what they like, where all who sit there allow it (docs/chat.md)."""
    rated: bool = False
    """Whether it changes ratings: only who plays rated matches sits down, and no bots (docs/ratings.md)."""
    least_reliability: LeastReliability | UnsetType = UNSET
    """How reliable who sits down must be, in percent; left out, whoever it is."""
    undo: bool | UnsetType = UNSET
    """Whether a move can be taken back where all agree (`offerUndo`); left out, it can, unless the match is rated: then
    it never can."""
    hints: bool | UnsetType = UNSET
    """True: the player to move can ask for a hint (`requestHint`). Left out, they can where all others are bots. Never
    in a rated match."""
    bots_give_way: bool = False
    """True: a player who joins before the start may take a bot's seat if no other is free."""
    invite: Invitees = []
    """The invited players. A seat is reserved for each."""
    again: UUID | UnsetType = UNSET
    """A match that is over, at which you sat: who sat there with you is invited, as far as they can be and there are
    seats, around you as they sat then."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""
    though_away: bool = False
    """True: you sit down although you are on vacation. The others wait until it ends."""


class UpdateMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change before the start; what is left out stays."""

    options: AgreedOptions | UnsetType = UNSET
    """What is to differ from the defaults; options that are not named stay."""
    visibility: Visibility | UnsetType = UNSET
    """Who may see it."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    autostart: bool | UnsetType = UNSET
    """Whether the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType | None = UNSET
    """When bots sit down where nobody has by then, and the match begins; null: never."""
    substitutes_after: SubstitutesAfter | UnsetType | None = UNSET
    """Seconds on autopilot after which the seat of a player is offered to anybody; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """Whether bot accounts may sit down; one that sits there stays."""
    seed: SeatSeed | UnsetType = UNSET
    """Your own seed."""


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    """Where to sit down."""

    seat: SeatNumber | UnsetType = UNSET
    """Left out: the first free one."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""
    though_away: bool = False
    """True: you sit down although you are on vacation. The others wait until it ends."""
    terms_version: TermsVersion | UnsetType = UNSET
    """`terms_version` of the match as you have read it: if its creator has changed the terms since, you don't sit down
    (409 `terms_changed`). Left out: you agree to the present terms."""


class AgreeToTerms(Struct, kw_only=True, forbid_unknown_fields=True):
    """The terms to which you agree."""

    terms_version: TermsVersion
    """`terms_version` of the match as you have read it."""


class OwnSeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your part of the shuffle of the match that you join; none if both are left out."""

    though_away: bool = False
    """True: you sit down although you are on vacation. The others wait until it ends."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""


class ChangeSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """The other seat."""

    seat: SeatNumber
    """The seat."""


class ShuffleSeedRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you add to the shuffle: one of the two."""

    commitment: SeedCommitment | UnsetType = UNSET
    """Before the seats are sealed: you will tell the seed later."""
    seed: SeatSeed | UnsetType = UNSET
    """The seed that you have committed to, once the seats are sealed; or a plain one, before."""


class JoinByCode(Join, kw_only=True, forbid_unknown_fields=True):
    """Which table to sit down at."""

    code: Annotated[str, Meta(max_length=40)]
    """The room code, in any case, with or without spaces and dashes."""
    substitute: bool = False
    """Whether you take a seat that is offered where the match has begun (`takeOverSeat`)."""
    dry_run: bool = False
    """True: you do not sit down; the answer shows the match, so that you can read its terms first."""


class TakeOverSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which seat to take."""

    seat: SeatNumber | UnsetType = UNSET
    """Left out: the first one that is offered."""
    though_away: bool = False
    """True: you sit down although you are on vacation. The others wait until it ends."""


class SetBots(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which seats bots take."""

    fill: Level | UnsetType = UNSET
    """A level for every free seat."""
    seats: dict[SeatKey, Level | None] = {}
    """A level for each of these seats; null lets the bot there get up."""


class DealAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """The bots that play the deal again."""

    level: Level = "expert"
    """The level of the bots on all other seats, your partner's, too."""
