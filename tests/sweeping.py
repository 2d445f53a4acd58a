"""A sweep, and all that it finds taken up at once, as workers do it one by one."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.services import due_matches
from games.services.dispatch.dispatch import Due


def sweep(now: datetime) -> list[UUID]:
    """Sweep, and return the matches that are due."""
    due_matches.sweep(now)
    return due(now)


def due(now: datetime) -> list[UUID]:
    """Take up everything that is due, and return it in order, deadlines first."""
    return [one.match_id for kind in Due for one in due_matches.waiting(kind, now) if due_matches.take(kind, one, now)]
