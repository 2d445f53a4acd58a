"""Jobs after the end of a match: a worker takes each step once, in the background.

A job is a row (``MatchEndJob``), written with the end of the match and found by the sweep. It stores which steps are
done. If a step fails, the others are taken all the same, and the job tries it again after ever longer waits.
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
"""For how long others leave a match alone that somebody has taken up."""
FIRST_WAIT: Final = timedelta(minutes=1)
"""Before what failed is tried again; each wait after it is twice as long."""
DOUBLINGS: Final = 10
"""After so many every wait is the longest: some seventeen hours."""


def is_due(now: datetime) -> bool:
    """Say whether anything is to be done."""
    return MatchEndJob.objects.filter(wake_at__lte=now).exists()


def take_next(now: datetime) -> UUID | None:
    """Return the match that has waited longest, if any waits, and put it off by a lease."""
    with transaction.atomic():
        due = MatchEndJob.objects.select_for_update(skip_locked=True).filter(wake_at__lte=now)
        match_id = due.order_by("wake_at").values_list("pk", flat=True).first()
        MatchEndJob.objects.filter(pk=match_id).update(wake_at=now + LEASE)
    return match_id


def follow_up(match_id: UUID, now: datetime) -> None:
    """Do the remaining follow-up work of a finished match. Calling it several times is harmless."""
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
