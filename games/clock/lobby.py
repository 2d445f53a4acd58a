"""Deadlines of a match before it starts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec

LASTS: Final = timedelta(days=14)
"""The server cancels a match that has not started after this time."""
LONGEST_WAIT_FOR_SEEDS: Final = timedelta(days=1)


class LateBots(msgspec.Struct, frozen=True):
    """The time at which bots take the free seats and the match starts."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    """The time of the start."""
    level: str
    """The level of the bots."""


def ends_at(created_at: datetime) -> datetime:
    """Return the moment at which the server cancels a match that has not started."""
    return created_at + LASTS


def wait_for_seeds(turn_seconds: int) -> timedelta:
    """Return the time for which a match waits for seeds: as long as a move may take, at most a day."""
    return min(LONGEST_WAIT_FOR_SEEDS, timedelta(seconds=turn_seconds))
