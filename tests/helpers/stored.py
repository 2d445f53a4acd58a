"""Assertions about what the database holds of a match, and cases that leave nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from games.models import Match, Notification
from games.services.log.verification import faults_of
from games.services.matches.locked_match import LockedMatch
from tests.conftest import forget_requests


@contextmanager
def undone() -> Iterator[None]:
    """Undo all that a case writes, and forget its requests, so that the next case finds the same world."""
    forget_requests()
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        forget_requests()


def verified(made: Match | LockedMatch) -> Match:
    """Return the stored match, after verifying its log."""
    match = Match.objects.get(pk=(made.match if isinstance(made, LockedMatch) else made).pk)
    assert list(faults_of(match)) == []
    return match


def notified_seats(kind: str) -> list[int]:
    """Return the seats that got a notification of a kind, in order."""
    return list(Notification.objects.filter(kind=kind).order_by("pk").values_list("seat", flat=True))
