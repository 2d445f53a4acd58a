"""Schemas of the feed of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.schema_types import AnyEvent, AnyTable


class FeedEntry(Struct, kw_only=True):
    """A step of the match: an action and its effects, as far as the viewer may see them."""

    version: int
    """The version of the match after this step."""
    at: Moment
    """The time of the step."""
    seat: int | None
    """The seat of the step; null for chance, and for events that concern the whole table."""
    by: Literal["player", "bot", "timeout", "admin", "plan", "chance"]
    """The actual author of the step. `plan`: its player had planned it. Until the match is over, others read `player`
    instead."""
    events: list[AnyEvent]
    """The events. Each has a `type`, and a `shape` that is unique across games. docs/feed.md lists them with their
    fields."""
    tables: list[AnyTable | None] | UnsetType = UNSET
    """The table after each of `events`, as the viewer may see it; null if nothing on the table changed. Only with
    `tables=true`."""


class Feed(Struct, kw_only=True):
    """The entries of a feed after a version, without gaps."""

    entries: list[FeedEntry]
    """The entries, the oldest first."""
    version: int
    """The version up to which `entries` go. Use it as `after` of the next request."""
    more: bool
    """True: there are more entries already."""
