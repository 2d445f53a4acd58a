"""A sweep that also runs the due jobs at once, as workers do one by one."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.services import due_matches
from games.services.dispatch.dispatch import Due
from games.services.turns import availability
from tests.helpers.eventually import drain


def sweep(now: datetime) -> list[UUID]:
    """Sweep, and return the matches that are due."""
    due_matches.sweep(now)
    return due(now)


def due(now: datetime) -> list[UUID]:
    """Run all due jobs, and return them in order, deadlines first."""
    return [
        one.pk for kind in Due for one in due_matches.DUE_MATCHES[kind].waiting(now) if due_matches.take(kind, one, now)
    ]


def apply_changed_availability(now: datetime) -> None:
    """Apply changed availability to all affected turns."""
    for player_id in availability.CHANGES.due_keys(now, 100):
        drain(availability.CHANGES.go_on, player_id, now)
