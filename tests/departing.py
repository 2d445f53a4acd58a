"""What workers do for players who have left, done here and now."""

from __future__ import annotations

from datetime import datetime

from games.services.privacy import account_deletion
from tests.eventually import drain


def depart(now: datetime) -> None:
    """Do all that is due for players who have left, to the end."""
    for at in (now, now + account_deletion.IN_FLIGHT):
        for departure_id in account_deletion.due(at, 100):
            drain(account_deletion.go_on, departure_id, at)
