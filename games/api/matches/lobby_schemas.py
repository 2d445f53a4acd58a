"""Schemas of requests before the first deal: create, change and join a match."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.schema_types import (
    A_DAY,
    LeastReliability,
    Level,
    SeatKey,
    SeatNumber,
    SeatSeed,
    SeedCommitment,
    SeedCommitmentInstead,
    SubstitutesAfter,
    TermsVersion,
    Visibility,
)
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.table_events.kind import AgreedOptions


class LateBotsRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The time at which bots take the free seats and the match starts."""

    at: Moment
    """The time: at least a minute from now, and within two weeks after the match was created."""
    level: Level
    """The level of the bots."""


class Invitee(Struct, kw_only=True, forbid_unknown_fields=True):
    """A player to invite, either by `player` or by `name`."""

    player: UUID | UnsetType = UNSET
    """The id of the player: a friend, or a player that you have met in a match."""
    name: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Their unique name (`claimName`), as people type it."""
    seat: SeatNumber | UnsetType = UNSET
    """The seat for the player; left out, the first free one."""


Invitees = Annotated[list[Invitee], Meta(max_length=7)]


class MatchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new match."""

    game: str
    """The key of the game (`listGames`)."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """The number of seats; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """The options that differ from the defaults of the game."""
    visibility: Visibility = "public"
    """`public`: in the lobby list, and everyone may watch. `private`: by room code or invitation only."""
    control: AnyControl | UnsetType = UNSET
    """The time control; left out, a day for each move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """Instead of `control`: seconds for each move."""
    seat: SeatNumber = 0
    """The seat that you take."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each seat with a bot, by the number of the seat, for example `{"1": "medium"}`."""
    autostart: bool = False
    """True: the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType = UNSET
    """The time at which bots take the free seats and the match starts; left out, never."""
    substitutes_after: SubstitutesAfter | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out, never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts, players that are programs, may join. Left out: only if you are one."""
    free_text: bool = False
    """True: players may write free text in the chat, if all players of the match allow it (docs/chat.md)."""
    rated: bool = False
    """True: the match changes ratings. Only players who play rated matches may join, and no bots (docs/ratings.md)."""
    least_reliability: LeastReliability | UnsetType = UNSET
    """The lowest reliability of players who may join, in percent; left out, any."""
    undo: bool | UnsetType = UNSET
    """True: a move can be undone if all agree (`offerUndo`). Left out: true, but a rated match never allows it."""
    hints: bool | UnsetType = UNSET
    """True: the player to move can ask for a hint (`requestHint`). Left out: only if all others are bots. Never in a
    rated match."""
    bots_give_way: bool = False
    """True: a player who joins before the start may take a bot's seat if no other is free."""
    invite: Invitees = []
    """The players to invite. The server reserves a seat for each."""
    again: UUID | UnsetType = UNSET
    """A finished match at which you sat. The server invites its other players to the seats around you, in the same
    order, as far as they can be invited and there are seats."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitmentInstead | UnsetType = UNSET
    despite_vacation: bool = False
    """True: you join although you are on vacation. The others wait until your vacation ends."""


class UpdateMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes to a match before its start. Fields that are left out stay."""

    options: AgreedOptions | UnsetType = UNSET
    """The options to change; the others stay."""
    visibility: Visibility | UnsetType = UNSET
    """The players who can find the match."""
    control: AnyControl | UnsetType = UNSET
    """The new time control."""
    turn_seconds: TurnSeconds | UnsetType = UNSET
    """Instead of `control`: seconds for each move."""
    autostart: bool | UnsetType = UNSET
    """True: the match starts by itself when the last seat is taken."""
    late_bots: LateBotsRequest | UnsetType | None = UNSET
    """The time at which bots take the free seats and the match starts; null: never."""
    substitutes_after: SubstitutesAfter | UnsetType | None = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. False: those that have joined stay."""
    seed: SeatSeed | UnsetType = UNSET
    """Your own seed for the shuffle."""


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    """The seat that you take, your seed, and the terms to which you agree."""

    seat: SeatNumber | UnsetType = UNSET
    """The seat that you take; left out, the first free one."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitmentInstead | UnsetType = UNSET
    despite_vacation: bool = False
    """True: you join although you are on vacation. The others wait until your vacation ends."""
    terms_version: TermsVersion | UnsetType = UNSET
    """The `terms_version` of the match that you have read. If the creator has changed the terms since, you do not join
    (409 `terms_changed`). Left out: you agree to the present terms."""


class AgreeToTerms(Struct, kw_only=True, forbid_unknown_fields=True):
    """The terms to which you agree."""

    terms_version: TermsVersion
    """The `terms_version` of the match that you have read."""


class OwnSeed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your seed for the shuffle of the rematch; none if both fields are left out."""

    despite_vacation: bool = False
    """True: you join although you are on vacation. The others wait until your vacation ends."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitmentInstead | UnsetType = UNSET


class ChangeSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """The seat to which you want to move."""

    seat: SeatNumber
    """The number of that seat."""


class ShuffleSeedRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your part of the shuffle: one of the two fields."""

    commitment: SeedCommitment | UnsetType = UNSET
    """Before the seats are sealed: the commitment to a seed that you reveal later."""
    seed: SeatSeed | UnsetType = UNSET
    """When the seats are sealed: the seed to which you have committed. Before: a plain seed."""


class JoinByCode(Join, kw_only=True, forbid_unknown_fields=True):
    """The room code of a match, and how you want to join it."""

    code: Annotated[str, Meta(max_length=40)]
    """The room code, in upper or lower case, with or without spaces and dashes."""
    substitute: bool = False
    """True: if the match has started, you take a seat that is open to substitutes (`takeOverSeat`)."""
    dry_run: bool = False
    """True: you do not join. The response shows the match, so that you can read its terms first."""


class TakeOverSeat(Struct, kw_only=True, forbid_unknown_fields=True):
    """The seat that you take over."""

    seat: SeatNumber | UnsetType = UNSET
    """The number of the seat; left out, the first one that is open to substitutes."""
    despite_vacation: bool = False
    """True: you join although you are on vacation. The others wait until your vacation ends."""


class SetBots(Struct, kw_only=True, forbid_unknown_fields=True):
    """Seats for bots to take or to leave."""

    fill: Level | UnsetType = UNSET
    """The level of a bot for every free seat."""
    seats: dict[SeatKey, Level | None] = {}
    """The level of a bot for a seat, by the number of the seat; null removes the bot. Other seats stay as they are."""


class DealAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """The bots that play the deal again."""

    level: Level = "expert"
    """The level of the bots on all other seats, your partner's, too."""
