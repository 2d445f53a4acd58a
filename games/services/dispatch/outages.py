"""Outages: times without a sign of life of any worker. They postpone all deadlines that ran meanwhile.

A sweep is a sign of life, and so is any other task: a busy server is not down, however late its sweep comes. The first
task after an outage stores it in a row, and postpones in the same transaction all columns that
``games.services.dispatch.deadlines`` lists. The sweep postpones the clocks of running matches in batches. Each batch is
one transaction with the place that it has reached. So a sweep may die at any moment, and no deadline is postponed twice
or forgotten. Until a batch is done, ``deadline`` computes the new deadline. ``games.clock.outages`` has the arithmetic.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Case, F, When

from games import match_clock
from games.clock import outages
from games.clock.closures import measure
from games.clock.outages import Away
from games.clock.state import Clock
from games.models import LastSweep, Match, Outage, Status
from games.services.dispatch import deadlines

logger = structlog.get_logger(__name__)

BATCH: Final = 500
"""The most deadlines that one transaction postpones."""
AT_ONCE: Final = 1.0
"""Seconds for which one sweep postpones deadlines before it looks for due work."""


def note_sweep(now: datetime) -> None:
    """Record a sweep, and the outage before it, if any."""
    _record("at", now)


def note_work(now: datetime) -> None:
    """Record that a worker works, and the outage before it, if any."""
    _record("worked_at", now)


def _record(what: str, now: datetime) -> None:
    with transaction.atomic():
        last = LastSweep.objects.select_for_update().first()
        if last is None:  # the server begins with its first sweep
            if what == "at":
                LastSweep.objects.create(pk=1, at=now)
            return
        if away := outages.between(last.sign, now):
            Outage.objects.create(began_at=away.began_at, ended_at=away.ended_at)
            deadlines.put_off(away)
            logger.warning("no worker did anything for %s; deadlines are put off by it", now - away.began_at)
        LastSweep.objects.filter(pk=last.pk).update(**{what: max(now, getattr(last, what) or now)})


def put_deadlines_off() -> None:
    """Postpone deadlines because of outages, for AT_ONCE seconds. The next sweep continues."""
    begin = time.monotonic()
    while time.monotonic() - begin < AT_ONCE and put_batch_off():
        pass


def put_batch_off() -> bool:
    """Postpone the next batch of deadlines and record its end. Return whether there may be more."""
    if not Outage.objects.filter(done=False).exists():
        return False
    with transaction.atomic():
        outage = Outage.objects.select_for_update(skip_locked=True).filter(done=False).first()
        if outage is None:  # another sweep has it
            return False
        running = Match.objects.filter(status=Status.RUNNING, due_at__gt=outage.began_at)
        if outage.done_to is not None:
            running = running.filter(pk__gt=outage.done_to)
        batch = list(running.defer("snapshot", "options").order_by("pk").select_for_update()[:BATCH])
        for lost, matches in _lost(batch, outage).items():
            put_matches_off(matches, lost)
        outage.done_to = batch[-1].pk if batch else outage.done_to
        outage.done = len(batch) < BATCH
        outage.save(update_fields=["done_to", "done"])
    return True


def _lost(matches: Sequence[Match], outage: Outage) -> dict[timedelta, list[UUID]]:
    """Return matches by the time by which an outage postpones their deadlines further, beyond other outages."""
    clocks = {match.pk: match_clock.clock_of(match) for match in matches}
    since = min((clock.since for clock in clocks.values() if clock.since), default=outage.began_at)
    others = list(Outage.objects.filter(ended_at__gt=since).exclude(pk=outage.pk))
    lost = defaultdict(list)
    for match in matches:
        counted = [other.away for other in others if other.is_made_up_for(match.pk)]
        deadline = clocks[match.pk].deadline([*counted, outage.away])
        if deadline and match.due_at and deadline > match.due_at:
            lost[deadline - match.due_at].append(match.pk)
    return lost


def put_matches_off(matches: list[UUID], lost: timedelta) -> None:
    """Postpone deadlines, and the time of their warnings if those were not sent yet."""
    later = F("due_at") + lost
    wake_at = Case(When(wake_at__lt=F("due_at"), then=F("wake_at") + lost), default=later)
    Match.objects.filter(pk__in=matches).update(due_at=later, wake_at=wake_at, touched=F("touched") + 1)


def deadline(clock: Clock, now: datetime) -> datetime | None:
    """Return the deadline of the seat to act, with all outages; None if no time runs."""
    return None if clock.since is None else clock.deadline(known_since(clock.since, now))


def known_since(moment: datetime, now: datetime) -> list[Away]:
    """Return the outages since a moment, including a present one that is not stored yet.

    The last sign is read first. In the other order, an outage that is stored meanwhile could be missed.
    """
    last = LastSweep.last_sign()
    known = match_clock.outages_since(moment)
    if last is not None and (going_on := outages.between(last, now)) and all(last != one.began_at for one in known):
        known.append(going_on)
    return known


def is_going_on(now: datetime) -> bool:
    """Return whether no worker has given a sign of life for long. Deadlines will be postponed, so no time is up."""
    last = LastSweep.last_sign()
    return last is not None and outages.between(last, now) is not None


def put_off_by_outages(due_at: datetime, since: datetime, now: datetime) -> datetime:
    """Return a deadline that runs since a moment, postponed by the outages since then."""
    return outages.put_off(due_at, since, known_since(since, now))


def time_left(match: Match, clock: Clock, now: datetime) -> timedelta | None:
    """Return the time left of the seat to act; None if no time runs."""
    due_at = deadline(clock, now)
    return None if due_at is None else measure(clock.closed, now, due_at)


def is_late(match: Match, now: datetime) -> bool:
    """Return whether the time of the seat to act is up. Outages do not count, also before they are stored."""
    due_at = deadline(match_clock.clock_of(match), now)
    return due_at is not None and now > due_at
