"""Schemas of the events of the start and the end of a match, and of its rematch."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from games.api.matches.options_schema import AgreedOptions
from games.api.matches.table_events.reasons import ReasonOfStaff
from games.clock.controls import AnyControl


class StartedSeat(Struct, kw_only=True):
    """The player or bot on a seat at the first deal."""

    player: UUID | None
    """The player; null for a bot."""
    bot: str
    """The level of the bot; an empty text for a player."""


class StartedDealerFrom(Struct, kw_only=True):
    """The previous match, and the seat there that was to deal next."""

    match: UUID
    """The id of the previous match."""
    seat: int
    """The seat there that was to deal next."""


class MatchStartedEvent(Struct, kw_only=True, tag_field="shape", tag="match_started"):
    """The match has started; the first deal follows."""

    type: Literal["started"]
    dealer: int
    """The seat that deals first."""
    options: AgreedOptions
    """The agreed value of every option."""
    control: AnyControl
    """The agreed time control."""
    turn_seconds: int
    """Seconds that a first move may take."""
    seats: list[StartedSeat]
    """The players and bots, by seat."""
    seeds: list[str]
    """The seed of each seat; an empty text for none."""
    dealer_from: StartedDealerFrom | UnsetType = UNSET
    """The previous match, if it names the first dealer; else left out."""
    deal_of: UUID | UnsetType = UNSET
    """The match whose cards are dealt again (`playDealAgain`); else left out."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""
    rated: bool | UnsetType = UNSET
    """True: the match changes ratings (docs/ratings.md). Left out: it does not."""
    undo: bool | UnsetType = UNSET
    """False: a match that is not rated allows no undo. Else left out."""
    hints: bool | UnsetType = UNSET
    """True: the player to move can ask for a hint. False: they cannot. Left out: only if all others are bots."""


class MatchResignedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resigned"):
    """A player resigned from the match."""

    type: Literal["resigned"]


class MatchFinishedEvent(Struct, kw_only=True, tag_field="shape", tag="match_finished"):
    """The match is over."""

    type: Literal["finished"]
    reason: Literal["played", "resigned", "agreed"]
    """`resigned`: the others gave up before the game was over. `agreed`: all agreed to end with the present score."""
    winner: int | None
    """The winning side; null for a draw."""
    places: list[int]
    """The place of each side."""
    totals: list[int]
    """The points of each side in the whole match."""


class MatchCancelledEvent(Struct, kw_only=True, tag_field="shape", tag="match_cancelled"):
    """The match never started, the staff cancelled it, or all players agreed on no result."""

    type: Literal["cancelled"]
    reason: ReasonOfStaff = UNSET
    agreed: bool | UnsetType = UNSET
    """True: the players agreed on it. Else left out."""
    continued_in: UUID | UnsetType = UNSET
    """The match that replaces this one after an accepted counter-offer; otherwise left out."""


class MatchRematchEvent(Struct, kw_only=True, tag_field="shape", tag="match_rematch"):
    """A player has created a rematch."""

    type: Literal["rematch"]
    match: UUID
    """The id of the rematch."""
