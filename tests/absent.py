"""Players who are away."""

from __future__ import annotations

from datetime import datetime

from games.models import Match
from games.services import staff_actions


def put_on_autopilot(match: Match, seat: int, now: datetime) -> None:
    """Have the server play for a seat; the log says so."""
    staff_actions.set_autopilot(match.pk, staff_actions.Order(match.creator, "Away.", now), seat)
