"""Schemas of the events of the clock: more time, closed hours, and pauses that begin and end."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.matches.table_events.reasons import Reason


class MatchExtendedEvent(Struct, kw_only=True, tag_field="shape", tag="match_extended"):
    """The staff gave the seat more time."""

    type: Literal["extended"]
    reason: Reason
    due_at: Moment
    """The new deadline of the seat."""


class MatchClosedHoursEvent(Struct, kw_only=True, tag_field="shape", tag="match_closed_hours"):
    """Some time does not count for the turn of a seat, by its player's calendar or vacations."""

    type: Literal["closed_hours"]
    seconds_left: float
    """Seconds that the turn has left, not counting closed times."""
    closed: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The closed times from then on, until some days after the deadline. Each has its first moment, and the first one
    after it. Only players at the table see them."""
    vacations: list[Annotated[list[Moment], Meta(min_length=2, max_length=2)]] | UnsetType = UNSET
    """The part of `closed` that is vacation. Only players at the table see it."""


class MatchPausedEvent(Struct, kw_only=True, tag_field="shape", tag="match_paused"):
    """The match is paused, by the staff or by agreement: no player can move, and no time runs."""

    type: Literal["paused"]
    reason: Reason
    until: Moment | UnsetType = UNSET
    """When a pause by agreement ends by itself. Left out in a pause of the staff."""
    seconds_left: float | None
    """Seconds that the seat to act has left; null if no time ran."""


class MatchResumedEvent(Struct, kw_only=True, tag_field="shape", tag="match_resumed"):
    """The match resumes: the pause is over, the staff has ended it, or all have agreed to end it."""

    type: Literal["resumed"]
    reason: Reason
