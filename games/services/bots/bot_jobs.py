"""Jobs of bots that think: rows with a lease, for workers that do nothing else.

The row (``BotJob``) is the job; a message only wakes a worker. A worker takes the job, renews its lease while the bot
thinks outside of any transaction, and answers at the version of the turn. An answer that comes too late has no effect.
If a worker dies, its lease ends and another worker takes the job. If a level fails, exceeds its budget or was killed
too often, a quick bot moves (``games.services.bots.bot_choice``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Thread
from time import monotonic
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import Error as DatabaseTrouble
from django.db import connection, transaction
from django.utils import timezone

from games import log
from games.bots import LEVELS
from games.models import BotJob, Match, Seat, Status
from games.seat_control import Bot, StandIn
from games.services.bots.bot_choice import FAILED, KILLED, OVER_BUDGET, Choice, chosen, fall_back, thinks
from games.services.bots.bot_moves import play, written
from games.services.dispatch import jobs
from games.services.dispatch.bot_pace import Beat, is_paced
from games.services.dispatch.dispatch import wake_thinkers_after_commit, wake_worker_on_beat

logger = structlog.get_logger(__name__)

LEASE: Final = timedelta(seconds=3)
"""For how long others leave a turn alone whose lease was renewed."""
RENEWED: Final = 1.0
"""Seconds between two renewals."""
TRIES: Final = 2
"""So often a turn is thought about; if it had to be taken up again after that, a quick bot moves."""
PATIENCE: Final = timedelta(seconds=60)
"""After so long without any worker that thinks, a quick bot moves."""
GRACE: Final = 1.0
"""Seconds after which a level is not waited for that does not look whether its time is up."""


class Late(Exception):
    """The turn is over, or another worker has it."""


class OverBudget(Exception):
    """The level has had all its time."""


@dataclass(frozen=True)
class Job:
    """A turn that this worker has taken up."""

    match_id: UUID
    version: int
    tries: int
    """How often it was taken up, this time included: it is this worker's as long as the row says so."""

    def renew(self, now: datetime) -> bool:
        """Say that the turn is still thought about; return whether it is this worker's."""
        mine = BotJob.objects.filter(match_id=self.match_id, version=self.version, tries=self.tries)
        return bool(mine.update(wake_at=now + LEASE))

    def forget(self) -> None:
        """Delete the job: it is done or no longer needed."""
        BotJob.objects.filter(match_id=self.match_id, version=self.version).delete()


# --- who has it -------------------------------------------------------------------------------------------------------


def leave_to_thinkers(match: Match, now: datetime) -> bool:
    """Create a job for the turn of a bot that thinks, unless there is one; return whether to wait for it.

    It is false if no worker has taken the job for a long time. Until then the match is due again later.
    """
    with transaction.atomic():
        here = Match.objects.select_for_update().filter(pk=match.pk, version=match.version, status=Status.RUNNING)
        if not here.exists():
            return True  # whoever was faster sees to it
        turn = BotJob.objects.filter(match_id=match.pk).first()
        if turn is None or turn.version != match.version:
            new = {"version": match.version, "asked_at": now, "wake_at": now, "tries": 0}
            turn, _ = BotJob.objects.update_or_create(match_id=match.pk, defaults=new)
            wake_thinkers_after_commit()
        elif turn.asked_at + PATIENCE <= now and turn.wake_at <= now:
            turn.delete()
            return False
        Match.objects.filter(pk=match.pk).update(wake_at=max(turn.asked_at + PATIENCE, now + LEASE))
    return True


def due(now: datetime, limit: int) -> int:
    """Return how many turns wait for a worker, counted up to a limit."""
    return jobs.count_due(BotJob, now, limit)


def take_next(now: datetime) -> Job | None:
    """Return the turn that comes next, if any waits, and put it off by a lease."""
    turn = jobs.take_next(BotJob, "match__creator_id", now, LEASE)
    return Job(turn.match_id, turn.version, turn.tries) if turn else None


# --- thinking ---------------------------------------------------------------------------------------------------------


def think(job: Job) -> None:
    """Answer a turn: by its level, or by a quick bot where that fails; not at all where the match has gone on."""
    asked = _asked(job)
    if asked is None:
        job.forget()
        return
    loaded, seat, level = asked
    began = monotonic()
    try:
        one = written(loaded, _chosen(job, loaded, seat, level))
    except Late:
        return
    if not is_paced(loaded):
        play(one, timezone.now())
        return
    beat = Beat()
    beat.add(one, began)
    if job.renew(timezone.now() + timedelta(seconds=beat.seconds)):  # till then nobody else takes it up
        wake_worker_on_beat(beat)


def _chosen(job: Job, loaded: log.Loaded, seat: Seat, level: str) -> Choice:
    """Return the move of a level, or of a quick bot where that fails. Raises Late when the job is no longer ours."""
    if job.tries > TRIES:
        return fall_back(loaded, seat, level, KILLED)
    try:
        with _kept(job, loaded, seat, level) as check:
            return chosen(loaded, seat, LEVELS[level], check)
    except OverBudget:
        return fall_back(loaded, seat, level, OVER_BUDGET)
    except (Late, DatabaseTrouble):
        raise  # no fault of the level; the turn is taken up again when its lease is over
    except Exception:
        logger.exception("a bot failed", match=str(job.match_id), version=job.version, level=level)
        return fall_back(loaded, seat, level, FAILED)


def _asked(job: Job) -> tuple[log.Loaded, Seat, str] | None:
    """Return the match of a job with the seat that is to act and its level; None where there is nothing to think of."""
    match = Match.objects.filter(pk=job.match_id, version=job.version, status=Status.RUNNING, paused_at=None).first()
    if match is None or not log.has_rules(match):
        return None
    loaded = log.load(match)
    seat = loaded.seats[loaded.game.to_act(loaded.state)]
    match seat.responder:
        case Bot(level) | StandIn(level) if thinks(level):
            return loaded, seat, level
    return None


@contextmanager
def _kept(job: Job, loaded: log.Loaded, seat: Seat, level: str) -> Iterator[Any]:
    """Renew the lease in a thread while the bot thinks; yield a check that raises Late or OverBudget.

    If a level does not call the check in time, the thread lets a quick bot move instead.
    """
    budget = LEVELS[level].budget
    ends = monotonic() + (budget.seconds if budget else 0.0)
    done, lost = Event(), Event()

    def keep() -> None:
        try:
            while not done.wait(min(RENEWED, max(0.0, ends + GRACE - monotonic()))):
                if monotonic() >= ends + GRACE:
                    play(written(loaded, fall_back(loaded, seat, level, OVER_BUDGET)), timezone.now())
                    lost.set()
                elif not _renewed(job):
                    lost.set()
                if lost.is_set():
                    return
        finally:
            connection.close()

    def check() -> None:
        if lost.is_set():
            raise Late
        if monotonic() > ends:
            raise OverBudget

    thread = Thread(target=keep, name=f"lease of {job.match_id}", daemon=True)
    thread.start()
    try:
        yield check
    finally:
        done.set()
        thread.join()


def _renewed(job: Job) -> bool:
    """Renew the lease; a database that is away for a moment is no reason to stop thinking."""
    try:
        return job.renew(timezone.now())
    except DatabaseTrouble:
        logger.warning("the lease of a turn could not be renewed", match=str(job.match_id), version=job.version)
        connection.close()
        return True
