"""The pause that the players of a match agree on, as its log tells: offered, accepted, and when it ends.

Like the clock, it folds from rows of the log and is kept with the match.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from games.models import Match, Row, TableEvent


class Pause(msgspec.Struct, frozen=True):
    """A pause that is offered, or goes on."""

    until: datetime
    """When the match goes on by itself; an offer lapses then."""
    offered_by: int
    """The seat that has offered it."""
    agreed: tuple[int, ...]
    """The seats that have agreed to it, the one that has offered it first."""

    def is_open(self, now: datetime) -> bool:
        """Say whether an offer can still be answered."""
        return self.until > now


def pause_of(match: Match) -> Pause | None:
    """Return the pause that is offered or goes on at a match."""
    return msgspec.convert(match.pause, Pause) if match.pause else None


def to_keep(pause: Pause | None) -> dict[str, Any] | None:
    """Return what a match keeps of it, as JSON."""
    return None if pause is None else msgspec.json.decode(msgspec.json.encode(pause))


def folded(pause: Pause | None, rows: Iterable[Row]) -> Pause | None:
    """Return what is left of a pause after rows of the log."""
    for row in rows:
        if isinstance(row, TableEvent):
            pause = _after(pause, row)
    return pause


def _after(pause: Pause | None, row: TableEvent) -> Pause | None:
    match row.type:
        case "pause_offered" if row.seat is not None:
            return Pause(datetime.fromisoformat(json.loads(row.data)["until"]), row.seat, (row.seat,))
        case "pause_accepted" if pause and row.seat is not None:
            return msgspec.structs.replace(pause, agreed=(*pause.agreed, row.seat))
        case "substituted" if pause and row.seat in pause.agreed:  # the newcomer has agreed to nothing
            agreed = tuple(seat for seat in pause.agreed if seat != row.seat)
            return None if row.seat == pause.offered_by else msgspec.structs.replace(pause, agreed=agreed)
        case "paused":
            return pause if "until" in json.loads(row.data) else None  # the staff's own has no end
        case "pause_declined" | "pause_withdrawn" | "resumed" | "finished" | "cancelled":
            return None
    return pause
