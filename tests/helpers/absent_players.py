"""Helpers for players who are away."""

from __future__ import annotations

from datetime import datetime

from games.models import Match
from games.services.staff import match_actions


def put_on_autopilot(match: Match, seat: int, now: datetime) -> None:
    """Put a seat on autopilot, and write that to the log."""
    match_actions.set_autopilot(match.pk, match_actions.Order(match.creator, "Away.", now), seat)
