"""Jobs of bots that take time: rows with a lease, for dedicated bot workers.

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
from games.due_work import HANDS, DueWork
from games.models import BotJob, Match, Seat, Status
from games.seat_control import Bot, StandIn
from games.services.bots import bot_choice
from games.services.dispatch.bot_pace import Beat, is_paced, wake_worker_on_beat

logger = structlog.get_logger(__name__)

LEASE: Final = timedelta(seconds=3)
"""The time for which a worker has a job for itself, after each renewal."""
TURNS_LAST: Final = timedelta(days=1)
"""The time for which the row of a bot job is kept. Long before, a quick bot has moved or the turn is over."""
RENEWED: Final = 1.0
"""Seconds between two renewals of the lease."""
TRIES: Final = 2
"""The number of attempts with the level. After them a quick bot moves."""
PATIENCE: Final = timedelta(seconds=60)
"""The time without any bot worker after which a quick bot moves."""
GRACE: Final = 1.0
"""Seconds after the end of its budget for which a level may still run without checking its time."""

BOT_JOBS: Final = DueWork(
    BotJob,
    lease=LEASE,
    claims="tries",
    fair_to="match__creator_id",
    task="games.run_bot_job",
    queue="CELERY_BOTS_QUEUE",
    names_row=False,
    at_once=HANDS,
    ended_at="asked_at",
    lasts=TURNS_LAST,
)


class Late(Exception):
    """Raised when the turn is over, or another worker has the job."""


@dataclass(frozen=True)
class Job:
    """The turn of a bot that this worker has taken."""

    match_id: UUID
    version: int
    tries: int
    """The number of attempts, including this one. The job belongs to this worker while the row has the same number."""

    def renew(self, now: datetime) -> bool:
        """Renew the lease. Return whether the job still belongs to this worker."""
        mine = BotJob.objects.filter(match_id=self.match_id, version=self.version, tries=self.tries)
        return bool(BOT_JOBS.hold(mine, now))

    def forget(self) -> None:
        """Delete the job, which is done or no longer needed."""
        BotJob.objects.filter(match_id=self.match_id, version=self.version).delete()


# --- leases -----------------------------------------------------------------------------------------------------------


def leave_to_thinkers(match: Match, now: datetime) -> bool:
    """Create a job for the turn of a bot that takes time, unless there is one. Return whether to wait for it.

    It returns False if no worker has taken the job for a long time. Until then the match is due again later.
    """
    with transaction.atomic():
        here = Match.objects.select_for_update().filter(pk=match.pk, version=match.version, status=Status.RUNNING)
        if not here.exists():
            return True  # another process was faster and plays on
        turn = BotJob.objects.filter(match_id=match.pk).first()
        if turn is None or turn.version != match.version:
            new = {"version": match.version, "asked_at": now, "wake_at": now, "tries": 0}
            turn, _ = BotJob.objects.update_or_create(match_id=match.pk, defaults=new)
            BOT_JOBS.wake_after_commit()
        elif turn.asked_at + PATIENCE <= now and turn.wake_at <= now:
            turn.delete()
            return False
        Match.objects.filter(pk=match.pk).update(wake_at=max(turn.asked_at + PATIENCE, now + LEASE))
    return True


def take_next(now: datetime) -> Job | None:
    """Take the next waiting job, if any, with a lease."""
    turn = BOT_JOBS.take_next(now)
    return Job(turn.match_id, turn.version, turn.tries) if turn else None


# --- thinking ---------------------------------------------------------------------------------------------------------


def think(job: Job) -> None:
    """Play the move of the level, or of a quick bot if it fails. Do nothing if the match has gone on."""
    asked = _asked(job)
    if asked is None:
        job.forget()
        return
    loaded, seat, level = asked
    began = monotonic()
    try:
        one = bot_choice.written(loaded, _chosen(job, loaded, seat, level))
    except Late:
        return
    if not is_paced(loaded):
        bot_choice.play(one, timezone.now())
        return
    beat = Beat()
    beat.add(one, began)
    if job.renew(timezone.now() + timedelta(seconds=beat.seconds)):  # until then no other worker takes it
        wake_worker_on_beat(beat)


def _chosen(job: Job, loaded: log.Loaded, seat: Seat, level: str) -> bot_choice.Choice:
    """Return the move of a level, or of a quick bot if it fails. Raises Late when this worker has lost the job."""
    if job.tries > TRIES:
        return bot_choice.fall_back(loaded, seat, level, bot_choice.KILLED)
    try:
        with _renewed_lease(job, loaded, seat, level) as check:
            return bot_choice.chosen(loaded, seat, LEVELS[level], check)
    except bot_choice.OverBudget:
        return bot_choice.fall_back(loaded, seat, level, bot_choice.OVER_BUDGET)
    except (Late, DatabaseTrouble):
        raise  # not the fault of the level: the job is taken again after the lease
    except Exception:
        logger.exception("a bot failed", match=str(job.match_id), version=job.version, level=level)
        return bot_choice.fall_back(loaded, seat, level, bot_choice.FAILED)


def _asked(job: Job) -> tuple[log.Loaded, Seat, str] | None:
    """Return the match of a job, the seat to act and its level; None if there is nothing to do."""
    match = Match.objects.filter(pk=job.match_id, version=job.version, status=Status.RUNNING, paused_at=None).first()
    if match is None or not log.has_rules(match):
        return None
    loaded = log.load(match)
    seat = loaded.seats[loaded.game.to_act(loaded.state)]
    match seat.responder:
        case Bot(level) | StandIn(level) if bot_choice.thinks(level):
            return loaded, seat, level
    return None


@contextmanager
def _renewed_lease(job: Job, loaded: log.Loaded, seat: Seat, level: str) -> Iterator[Any]:
    """Renew the lease in a thread while the bot thinks. Yield a check that raises Late or OverBudget.

    If a level does not call the check in time, the thread lets a quick bot move instead.
    """
    budget = LEVELS[level].budget
    ends = monotonic() + (budget.seconds if budget else 0.0)
    done, lost = Event(), Event()

    def keep() -> None:
        try:
            while not done.wait(min(RENEWED, max(0.0, ends + GRACE - monotonic()))):
                if monotonic() >= ends + GRACE:
                    choice = bot_choice.fall_back(loaded, seat, level, bot_choice.OVER_BUDGET)
                    bot_choice.play(bot_choice.written(loaded, choice), timezone.now())
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
            raise bot_choice.OverBudget

    thread = Thread(target=keep, name=f"lease of {job.match_id}", daemon=True)
    thread.start()
    try:
        yield check
    finally:
        done.set()
        thread.join()


def _renewed(job: Job) -> bool:
    """Renew the lease. If the database is away for a moment, the bot goes on thinking."""
    try:
        return job.renew(timezone.now())
    except DatabaseTrouble:
        logger.warning("the lease of a turn could not be renewed", match=str(job.match_id), version=job.version)
        connection.close()
        return True
