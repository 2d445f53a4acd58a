"""Until when a match waits before it starts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from games.clock.control import Control

LASTS: Final = timedelta(days=14)
"""After that a match that has not started is cancelled."""
LONGEST_WAIT_FOR_SEEDS: Final = timedelta(days=1)


class LateBots(msgspec.Struct, frozen=True):
    """When a match begins with bots on the seats that are free by then."""

    at: datetime
    level: str


def ends_at(created_at: datetime) -> datetime:
    """Return when a match is cancelled that was made at a moment and has not started."""
    return created_at + LASTS


def seeds_due_at(control: Control, now: datetime) -> datetime:
    """Return until when seeds are awaited: as long as a move may take, or a day if that is less."""
    return now + wait_for_seeds(control.turn_seconds)


def wait_for_seeds(turn_seconds: int) -> timedelta:
    """Return for how long seeds are awaited where a move may take so many seconds."""
    return min(LONGEST_WAIT_FOR_SEEDS, timedelta(seconds=turn_seconds))
