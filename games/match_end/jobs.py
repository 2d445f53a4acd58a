"""Jobs after the end of a match: a worker runs each step once, in the background.

A job is a row (``MatchEndJob``), written with the end of the match and found by the sweep. It stores the finished
steps. If a step fails, the others run anyway, and the job repeats it after longer and longer waits.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from games.due_work import Backoff, DueWork
from games.match_end.steps import STEPS
from games.models import Match, MatchEndJob

logger = structlog.get_logger(__name__)

MATCH_END_JOBS: Final = DueWork(
    MatchEndJob,
    lease=timedelta(minutes=1),
    failures="failures",
    backoff=Backoff(first=timedelta(minutes=1)),  # the longest wait lasts some seventeen hours
    task="games.run_match_end_jobs",
    names_row=False,
    at_once=1,
)


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
        MATCH_END_JOBS.put_off(left, now, done=left.done)
