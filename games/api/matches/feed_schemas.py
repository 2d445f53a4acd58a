"""Schemas of the feed of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.schema_types import AnyEvent, AnyTable


class FeedEntry(Struct, kw_only=True):
    """One step of the match: what somebody did and what followed, as far as the viewer may see it."""

    version: int
    """The version of the match after it."""
    at: Moment
    """When it happened."""
    seat: int | None
    """Whose step it is; null for chance, and for what concerns the whole table."""
    by: Literal["player", "bot", "timeout", "admin", "plan", "chance"]
    """Who really made it. `plan`: its player had planned it; until the match is over others read `player` there."""
    events: list[AnyEvent]
    """Each has a `type`, and a `shape` that no other game's events have; docs/feed.md lists them with their fields."""
    tables: list[AnyTable | None] | UnsetType = UNSET
    """For each of `events` the table after it, as the viewer may see it; null where nothing on the table changed. Only
    where `tables=true` asks for it."""


class Feed(Struct, kw_only=True):
    """What has happened after a version, without gaps."""

    entries: list[FeedEntry]
    """What has happened, oldest first."""
    version: int
    """The version up to which `entries` go: what to ask for next."""
    more: bool
    """Whether there is more already."""
