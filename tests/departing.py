"""What workers do for players who have left, done here and now."""

from __future__ import annotations

from datetime import datetime

from games.services import leaving
from tests.eventually import drain


def depart(now: datetime) -> None:
    """Do all that is due for players who have left, to the end."""
    for at in (now, now + leaving.IN_FLIGHT):
        for departure_id in leaving.due(at, 100):
            drain(leaving.go_on, departure_id, at)
