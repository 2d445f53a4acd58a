"""Schemas of the events of a lobby: players and bots come and go, and the terms change."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from games.api.matches.match_schemas import LateBots
from games.api.matches.options_schema import AgreedOptions
from games.api.matches.table_events.reasons import ReasonOfStaff
from games.clock.controls import AnyControl


class MatchCreatedEvent(Struct, kw_only=True, tag_field="shape", tag="match_created"):
    """The match was created; `seat` of the entry is the creator's."""

    type: Literal["created"]
    late_bots: LateBots | UnsetType = UNSET
    """The time at which bots take the free seats and the match starts; left out for never."""
    substitutes_after: int | UnsetType = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; left out for never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join. Left out: they may not."""


class MatchJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_joined"):
    """A player joined the match."""

    type: Literal["joined"]


class MatchLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_left"):
    """A player left the match before its start."""

    type: Literal["left"]


class MatchBotJoinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_joined"):
    """A bot took a seat: the creator or the clock added it, or the staff gave it the seat of a player."""

    type: Literal["bot_joined"]
    level: str
    """The level of the bot."""
    reason: ReasonOfStaff = UNSET


class MatchBotLeftEvent(Struct, kw_only=True, tag_field="shape", tag="match_bot_left"):
    """A bot left its seat: for the creator, for a player who joined, or because the staff gave the seat back."""

    type: Literal["bot_left"]
    level: str | None
    """Null: there is no bot any more."""
    reason: ReasonOfStaff = UNSET


class MatchChangedEvent(Struct, kw_only=True, tag_field="shape", tag="match_changed"):
    """The creator changed the match. The fields that are there are new."""

    type: Literal["changed"]
    options: AgreedOptions | UnsetType = UNSET
    """The new value of every option."""
    visibility: Literal["public", "private"] | UnsetType = UNSET
    """The players who can find the match."""
    control: AnyControl | UnsetType = UNSET
    """The new time control."""
    turn_seconds: int | UnsetType = UNSET
    """Seconds that a first move may take."""
    autostart: bool | UnsetType = UNSET
    """True: the match starts by itself when the last seat is taken."""
    late_bots: LateBots | UnsetType | None = UNSET
    """The time at which bots take the free seats and the match starts; null: never."""
    substitutes_after: int | UnsetType | None = UNSET
    """Seconds on autopilot after which a player's seat opens to substitutes; null: never."""
    bot_accounts: bool | UnsetType = UNSET
    """True: bot accounts may join."""


class MatchTermsAgreedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_agreed"):
    """A player agreed to the changed terms."""

    type: Literal["terms_agreed"]
