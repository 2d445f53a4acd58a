"""Schemas of the feed of a match; those of table events are made from their kinds (``games.table_events``)."""

from __future__ import annotations

from inspect import cleandoc
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.schema_types import AnyEvent, AnyTable
from games.table_events import KINDS
from games.table_events.kind import EventKind


class FeedEntry(Struct, kw_only=True):
    """A step of the match: an action and its effects, as far as the viewer may see them."""

    version: int
    """The version of the match after this step."""
    at: Moment
    """The time of the step."""
    seat: int | None
    """The seat of the step; null for chance, and for events that concern the whole match."""
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


def shape_of(type: str) -> str:
    """Return the ``shape`` of a type: unique among the events of all games."""
    return f"match_{type}"


def table_event_types() -> list[type[Struct]]:
    """Return a struct for each kind of table event: ``shape``, ``type``, and the fields of its payload."""
    return [_struct_of(kind) for kind in KINDS.values()]


def _struct_of(kind: EventKind) -> type[Struct]:
    fields = msgspec.structs.fields(kind.payload)
    return msgspec.defstruct(
        f"Match{kind.type.title().replace('_', '')}Event",
        [
            ("type", Literal[kind.type]),
            *((one.name, one.type) if one.required else (one.name, one.type, one.default) for one in fields),
        ],
        namespace={
            "__doc__": kind.description or cleandoc(kind.payload.__doc__ or ""),
            "described_by": kind.payload,
        },
        kw_only=True,
        module=__name__,
        tag_field="shape",
        tag=shape_of(kind.type),
    )
