"""Table events: events around a game, such as a player who joins, an offer, the start and the end of a match.

A kind of event is declared once, in one of the lists here: its payload, its sentence, its notifications, its effect on
the clock, and its private fields. Log, feed, schema, notifications, verification and the admin read the declaration.
docs/adding-a-table-event.md shows how to add a kind.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.models import TableEvent
from games.table_events.around import AROUND
from games.table_events.kind import EventKind
from games.table_events.lobby import LOBBY
from games.table_events.offers import OFFERS
from games.table_events.play import PLAY

KINDS: Final = {kind.type: kind for kind in (*LOBBY, *PLAY, *OFFERS, *AROUND)}
"""All kinds of table events by type, in the order of the schema. The server writes no other events."""


def kind_of(type: str) -> EventKind:
    """Return the kind of a type. An unknown type, from another release, makes moves stale and does nothing else."""
    return KINDS.get(type) or EventKind(type, sentence=type, changes_game=True)


def event_of(row: TableEvent) -> Any:
    """Return the payload of a row. Raises msgspec.ValidationError if the row does not hold one of its kind."""
    return msgspec.json.decode(row.data, type=kind_of(row.type).payload)


def changes_game(type: str) -> bool:
    """Return whether an event of this type makes earlier decided moves stale. An unknown type does."""
    return kind_of(type).changes_game
