"""What Celery runs. A task translates, calls one service, and may come twice, late, or never."""

from __future__ import annotations

import time
from typing import Final
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.services import clock, leaving, telling, tidying
from games.services.hints import LEAVE, TASK, TELL, hint_departure, hint_for_clock, hint_in_background

SWEEP: Final = "games.sweep"
SLICE: Final = 0.1
"""Seconds for which one task makes moves for bots before others get their turn."""
ROUND_THE_TABLE: Final = 8
"""Moves that it makes for a person who waits, whatever time they take: those of all bots of a table."""
NOTICES_AT_ONCE: Final = 50
"""Notices that one sender takes up."""


@shared_task(name=TASK)
def wake(match_id: str, version: int | None = None, in_background: bool = False) -> None:
    """Do what is due at a match: let its bots move, or the clock for who is absent.

    With a version, only if the match is still there. What takes long is continued after others have had their turn.
    """
    begin, match = time.monotonic(), UUID(match_id)
    if version is not None and not clock.is_at(match, version):
        return
    moves, at_least = 0, 1 if in_background else ROUND_THE_TABLE
    while clock.wake(match, timezone.now()):
        moves += 1
        if moves >= at_least and time.monotonic() - begin > SLICE:
            left_at = clock.put_off(match, timezone.now())
            hint_in_background(match, left_at)
            return


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find what is due, whether or not somebody was told of it."""
    taken = clock.sweep(timezone.now(), clock.DUE_AT_ONCE)
    runs = clock.runs_of_bots(taken)
    for match_id in taken:
        (hint_in_background if match_id in runs else hint_for_clock)(match_id)
    for departure_id in leaving.due(timezone.now(), leaving.DUE_AT_ONCE):
        hint_departure(departure_id)


@shared_task(name=LEAVE)
def leave(departure_id: str) -> None:
    """Do a step for a player who has left; the next one comes when others have had their turn."""
    if leaving.go_on(UUID(departure_id), timezone.now()):
        hint_departure(UUID(departure_id))


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
    tidying.forget_old_departures(timezone.now())
