"""Schemas of table events in the feed, made from their kinds (``games.table_events``)."""

from __future__ import annotations

from inspect import cleandoc
from typing import Literal

import msgspec
from msgspec import Struct

from games.table_events import KINDS
from games.table_events.kind import EventKind


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
