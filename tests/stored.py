"""Assertions about what the database holds of a match."""

from __future__ import annotations

from games.models import Match, Notification
from games.services.log.verification import faults_of
from games.services.matches.locked_match import LockedMatch


def verified(made: Match | LockedMatch) -> Match:
    """Return the stored match, after verifying its log."""
    match = Match.objects.get(pk=(made.match if isinstance(made, LockedMatch) else made).pk)
    assert list(faults_of(match)) == []
    return match


def notified_seats(kind: str) -> list[int]:
    """Return the seats that got a notification of a kind, in order."""
    return list(Notification.objects.filter(kind=kind).order_by("pk").values_list("seat", flat=True))
