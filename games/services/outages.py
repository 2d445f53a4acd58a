"""Times in which nobody swept count for nobody: whatever deadline ran then is put off by as much of it as it ran.

The sweep notes an outage in a row of its own and puts deadlines off in batches, each with the place that it has reached
in one transaction: a sweeper may die at any moment, and no deadline is put off twice or not at all. Until that is done,
``deadline`` says what a deadline is going to be.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from games.models import Match, Move, Outage, Round, Status, Sweep, TableEvent

logger = structlog.get_logger(__name__)

OUTAGE: Final = timedelta(seconds=30)
"""Without a sweep for so long, the server was away."""
BATCH: Final = 500
"""Deadlines that are put off in one transaction."""
AT_ONCE: Final = 1.0
"""Seconds for which one sweep puts deadlines off, before it looks for what is due."""
SET_DEADLINES: Final = ("started", "resumed", "extended", "autopilot_off", "bot_left")
"""What around the game sets a deadline."""


def note_sweep(now: datetime) -> None:
    """Note that the sweep runs, and the outage before it where there was one."""
    with transaction.atomic():
        last = Sweep.objects.select_for_update().first()
        if last is None:
            Sweep.objects.create(pk=1, at=now)
        elif now > last.at:
            if now - last.at > OUTAGE:
                Outage.objects.create(began_at=last.at, ended_at=now)
                logger.warning("nobody swept for %s; deadlines are put off by it", now - last.at)
            Sweep.objects.filter(pk=last.pk).update(at=now)


def put_deadlines_off() -> None:
    """Make up for outages, for a moment; the next sweep goes on where this one ends."""
    begin = time.monotonic()
    while time.monotonic() - begin < AT_ONCE and _put_batch_off():
        pass


def _put_batch_off() -> bool:
    """Put some deadlines off and note how far that went; return whether there may be more."""
    if not Outage.objects.filter(done=False).exists():
        return False
    with transaction.atomic():
        outage = Outage.objects.select_for_update(skip_locked=True).filter(done=False).first()
        if outage is None:  # another sweeper is at it
            return False
        running = Match.objects.filter(status=Status.RUNNING, due_at__gt=outage.began_at)
        if outage.done_to is not None:
            running = running.filter(pk__gt=outage.done_to)
        batch = list(running.order_by("pk").select_for_update().values_list("pk", flat=True)[:BATCH])
        set_later = _set_after(outage.began_at, batch)
        _put_off([match for match in batch if match not in set_later], outage.ended_at - outage.began_at)
        for match, since in set_later.items():
            if since < outage.ended_at:
                _put_off([match], outage.ended_at - since)
        outage.done_to = batch[-1] if batch else outage.done_to
        outage.done = len(batch) < BATCH
        outage.save(update_fields=["done_to", "done"])
    return True


def _put_off(matches: list[UUID], lost: timedelta) -> None:
    later = F("due_at") + lost
    Match.objects.filter(pk__in=matches).update(due_at=later, wake_at=later, touched=F("touched") + 1)


def _set_after(began_at: datetime, matches: list[UUID]) -> dict[UUID, datetime]:
    """Return when the deadlines were set that were set after an outage began, by what came last at their matches.

    All others ran when it began. Where something else came last, they count as if they had, for the player's good.
    """
    last = {"match_id__in": matches, "version": F("match__version"), "at__gt": began_at}
    found = [
        Move.objects.filter(**last).values_list("match_id", "at"),
        Round.objects.filter(**last).values_list("match_id", "at"),
        TableEvent.objects.filter(**last, type__in=SET_DEADLINES).values_list("match_id", "at"),
    ]
    return {match: at for rows in found for match, at in rows}


def deadline(match: Match, now: datetime) -> datetime | None:
    """Return when the time of the seat to act is up, with what outages have taken of it and is not made up for yet.

    What is read last is the deadline itself: should it be put off meanwhile, it seems later than it is, never earlier.
    """
    last = Sweep.last_at()
    pending = list(Outage.objects.filter(done=False))
    due_at = Match.objects.filter(pk=match.pk).values_list("due_at", flat=True).first()
    if due_at is None:
        return None
    for outage in pending:
        if outage.done_to is None or match.pk > outage.done_to:
            due_at += _lost(match, due_at, outage.began_at, outage.ended_at)
    if last is not None and now - last > OUTAGE:
        due_at += _lost(match, due_at, last, now)
    return due_at


def _lost(match: Match, due_at: datetime, began_at: datetime, ended_at: datetime) -> timedelta:
    """Return how much of an outage a deadline ran."""
    if due_at <= began_at:
        return timedelta(0)
    since = _set_after(began_at, [match.pk]).get(match.pk, began_at)
    return max(ended_at - since, timedelta(0))
