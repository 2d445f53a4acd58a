"""What Celery runs. A task translates, calls one service, and may come twice, late, or never."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.services import clock, telling, tidying
from games.services.hints import TASK, TELL, hint

SWEEP: Final = "games.sweep"
MOVES_AT_ONCE: Final = 60
"""Moves that one task makes for bots before others get their turn."""
NOTICES_AT_ONCE: Final = 50
"""Notices that one sender takes up."""


@shared_task(name=TASK)
def wake(match_id: str) -> None:
    """Do what is due at a match: let its bots move, or the clock for who is absent."""
    for _ in range(MOVES_AT_ONCE):
        if not clock.wake(UUID(match_id), timezone.now()):
            return
    hint(UUID(match_id))


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find what is due, whether or not somebody was told of it."""
    for match_id in clock.sweep(timezone.now(), clock.DUE_AT_ONCE):
        hint(match_id)


@shared_task(name=TELL)
def tell() -> None:
    """Send what players must be told."""
    while telling.send_due(timezone.now(), NOTICES_AT_ONCE):
        pass


@shared_task(name="games.tidy")
def tidy() -> None:
    """Forget what nobody needs any more."""
    tidying.forget_old_answers(timezone.now())
    tidying.forget_expired_tokens(timezone.now())
