"""Jobs after the end of a match: a worker runs each step once, in the background.

A job is a row (``MatchEndJob``), written with the end of the match and found by the sweep. It stores the finished
steps. If a step fails, the others run anyway, and the job repeats it after longer and longer waits.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from games.match_end import STEPS
from games.models import Match, MatchEndJob

logger = structlog.get_logger(__name__)

LEASE: Final = timedelta(minutes=1)
"""The time for which a worker has a job for itself."""
FIRST_WAIT: Final = timedelta(minutes=1)
"""The wait before the second attempt. Each further wait is twice as long."""
DOUBLINGS: Final = 10
"""The number of doublings after which waits no longer grow: the longest lasts some seventeen hours."""


def is_due(now: datetime) -> bool:
    """Return whether a job is due."""
    return MatchEndJob.objects.filter(wake_at__lte=now).exists()


def take_next(now: datetime) -> UUID | None:
    """Return the match of the job that is overdue longest, or None, and lease the job."""
    with transaction.atomic():
        due = MatchEndJob.objects.select_for_update(skip_locked=True).filter(wake_at__lte=now)
        match_id = due.order_by("wake_at").values_list("pk", flat=True).first()
        MatchEndJob.objects.filter(pk=match_id).update(wake_at=now + LEASE)
    return match_id


def follow_up(match_id: UUID, now: datetime) -> None:
    """Run the remaining steps for a finished match. Repeating it is harmless."""
    left = MatchEndJob.objects.filter(pk=match_id).first()
    if left is None:
        return
    match = Match.objects.get(pk=match_id)
    for step in STEPS:
        if step.key not in left.done:
            try:
                step.follow_up(match)
                left.done.append(step.key)
            except Exception:
                logger.exception("cannot follow up", step=step.key, match=str(match_id))
    if {step.key for step in STEPS} <= set(left.done):
        left.delete()
    else:
        wake_at = now + FIRST_WAIT * 2 ** min(left.failures, DOUBLINGS)
        MatchEndJob.objects.filter(pk=match_id).update(done=left.done, wake_at=wake_at, failures=left.failures + 1)
