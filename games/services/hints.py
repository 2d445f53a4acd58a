"""Telling a worker to look at a match now. A hint may get lost: the sweep finds what is due anyway.

There are three queues, from which workers take by turns. What follows from a request goes to the first one, so that
whoever plays is answered soon; deadlines that the sweep finds go to the second one, long runs of bots to the third one,
slice by slice.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import transaction

from accounts.models import Departure

logger = logging.getLogger(__name__)

TASK = "games.wake"
TELL = "games.tell"
LEAVE = "games.leave"
STALE_AFTER: Final = 10.0
"""Seconds after which a hint of the third queue is dropped: the sweep has hinted at the match again by then."""


def hint_after_commit(match_id: UUID) -> None:
    """Have a worker look at a match once what was written is committed."""
    transaction.on_commit(partial(hint, match_id))


def tell_after_commit() -> None:
    """Have a worker send what players must be told once it is committed."""
    transaction.on_commit(partial(_send, TELL))


def departure_after_commit(*, departure: Departure, **signal: Any) -> None:
    """Have a worker give up the seats of a player who leaves, once that is committed."""
    transaction.on_commit(partial(hint_departure, departure.pk))


def hint_departure(departure_id: UUID) -> None:
    """Have a worker do a step of a departure."""
    _send(LEAVE, str(departure_id), queue=settings.CELERY_BACKGROUND_QUEUE)


def hint(match_id: UUID) -> None:
    """Have a worker look at a match on behalf of somebody who waits."""
    _send(TASK, str(match_id))


def hint_for_clock(match_id: UUID) -> None:
    """Have a worker look at a match at which the time of a player is up."""
    _send(TASK, str(match_id), queue=settings.CELERY_CLOCK_QUEUE, expires=6 * STALE_AFTER)


def hint_in_background(match_id: UUID, version: int | None = None) -> None:
    """Have a worker look at a match when those who wait have had their turn.

    With a version, only if the match is still there: so a run of bots that somebody else has taken up ends here.
    """
    _send(TASK, str(match_id), version, True, queue=settings.CELERY_BACKGROUND_QUEUE, expires=STALE_AFTER)


def _send(task: str, *arguments: str | int | None, **how: Any) -> None:
    """Send a task. A broker that is away is no reason to refuse a move."""
    try:
        current_app.send_task(task, arguments, retry=False, **how)
    except Exception as error:
        logger.warning("no hint to %s %s, the sweep will find it: %s", task, " ".join(map(str, arguments)), error)
