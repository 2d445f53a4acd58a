"""Celery tasks. A task translates its arguments and calls one service. It may run twice, late, or never."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog
from celery import shared_task
from celery.signals import task_prerun
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from accounts.login.email import account_mails
from games import row_kinds
from games.due_work import DueWork
from games.match_end import jobs
from games.notifications import delivery
from games.services import due_matches
from games.services.bots import bot_jobs, hinting, match_analysis, puzzles
from games.services.dispatch import outages
from games.services.dispatch.bot_pace import PLAY_ON_BEAT, Beat, Chosen, Decided, wake_worker_on_beat
from games.services.dispatch.dispatch import (
    MATCH_SEEK,
    RUN_DUE_MATCH,
    RUN_DUE_MATCHES,
    SEND_NOTIFICATIONS,
    Due,
)
from games.services.due_matches import DUE_MATCHES
from games.services.matchmaking import seek_matching

logger = structlog.get_logger(__name__)

SWEEP: Final = "games.sweep"
SLICE: Final = 0.1
"""Seconds for which one task plays for bots before it yields to other tasks."""
ROUND_THE_TABLE: Final = 8
"""Moves that one task plays for a waiting person, even beyond SLICE: enough for all bots of a table."""
LONGEST_THOUGHT: Final = 90
"""Seconds after which Celery kills a process that hangs in a bot's search, in workers with processes."""
DELIVERIES_AT_ONCE: Final = 50
"""The most deliveries of a sender that one worker takes at once."""
SIGN: Final = 5.0
"""Seconds between two signs of life of a worker process."""


@dataclass
class SignOfLife:
    """The last sign of life that this process recorded."""

    at: float = -inf
    """The time of this process's last sign of life, by ``time.monotonic``."""


sign_of_life: Final = SignOfLife()


@task_prerun.connect
def note_work(**signal: Any) -> None:
    """Record a sign of life, at most every SIGN seconds.

    A worker that only runs bot jobs records none, since deadlines need a worker that plays for absent players. Without
    the database the task itself fails, too, and logs the error.
    """
    if settings.WORKER_BOTS != "only" and time.monotonic() - sign_of_life.at >= SIGN:
        sign_of_life.at = time.monotonic()
        with suppress(DatabaseError):
            outages.note_work(timezone.now())


@shared_task(name=RUN_DUE_MATCH)
def run_due_match(match_id: str) -> None:
    """Do the due work of a match: moves of bots and of the clock. Other tasks continue a long series of moves."""
    with _beat() as beat:
        if _play(UUID(match_id), ROUND_THE_TABLE, beat):
            DUE_MATCHES[Due.RUN].wake()


@shared_task(name=PLAY_ON_BEAT)
def play_on_beat(chosen: list[Any], kind: str | None = None) -> None:
    """Play chosen moves of bots, and choose the next ones. An error in one match does not stop the others."""
    with _beat(Due(kind) if kind else None) as beat:
        for one in msgspec.convert(chosen, list[Chosen | Decided]):
            try:
                if due_matches.play_chosen(one, timezone.now()) and _play(one.match, ROUND_THE_TABLE, beat):
                    DUE_MATCHES[Due.RUN].wake()
            except Exception:
                logger.exception("cannot play the chosen move", match=str(one.match), version=one.version)


@contextmanager
def _beat(kind: Due | None = None) -> Iterator[Beat]:
    """Collect the choices of a task. At its end, send them in one message, to be played on the beat."""
    beat = Beat()
    try:
        yield beat
    finally:
        wake_worker_on_beat(beat, kind)


@shared_task(name=RUN_DUE_MATCHES)
def run_due_matches(kind: str, until: float) -> None:
    """Do due work in any match for SLICE seconds, then queue another task for the rest."""
    due, begin = Due(kind), time.monotonic()
    at_least = ROUND_THE_TABLE if due is Due.DEADLINE else 1
    with _beat(due) as beat:
        while waiting := DUE_MATCHES[due].waiting(timezone.now()):
            for one in waiting:
                if due_matches.take(due, one, timezone.now()):
                    _play(one.pk, at_least, beat)
                if time.monotonic() - begin > SLICE:
                    if time.time() < until:
                        DUE_MATCHES[due].wake(until=until)
                    return


def _play(match_id: UUID, at_least: int, beat: Beat) -> bool:
    """Do the due work of a match for SLICE seconds, and at least ``at_least`` moves. Return whether there is more."""
    begin, moves = time.monotonic(), 0
    while due_matches.wake(match_id, timezone.now(), beat):
        moves += 1
        if moves >= at_least and time.monotonic() - begin > SLICE:
            due_matches.leave_to_others(match_id, timezone.now())
            return True
    return False


@shared_task(name=bot_jobs.BOT_JOBS.task, time_limit=LONGEST_THOUGHT)
def run_bot_job(until: float) -> None:
    """Work on the next bot job, then queue another task for the rest."""
    if job := bot_jobs.take_next(timezone.now()):
        bot_jobs.think(job)
        if time.time() < until:
            bot_jobs.BOT_JOBS.wake(until=until)


@shared_task(name=hinting.HINTS.task, time_limit=LONGEST_THOUGHT)
def find_hints(until: float) -> None:
    """Work out the next hint, then queue another task for the rest."""
    if job := hinting.HINTS.take_next(timezone.now()):
        hinting.work_out(job)
        if time.time() < until:
            hinting.HINTS.wake(until=until)


@shared_task(name=match_analysis.ANALYSES.task, time_limit=LONGEST_THOUGHT)
def analyse_matches() -> None:
    """Analyse some moves of a finished match, then queue another task for the rest."""
    if (job := match_analysis.ANALYSES.take_next(timezone.now())) and match_analysis.go_on(job):
        match_analysis.ANALYSES.wake()


@shared_task(name="games.make_puzzles", time_limit=LONGEST_THOUGHT)
def make_puzzles() -> None:
    """Create missing puzzles of today and tomorrow."""
    puzzles.prepare(timezone.now())


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find due work, also where the message that announced it was lost."""
    due_matches.sweep(timezone.now())
    row_kinds.sweep(timezone.now())


def add_step_task(work: DueWork[Any]) -> None:
    """Add the task that does one step of a row of due work. The next step queues behind other work."""

    @shared_task(name=work.task)
    def step(row: str | int) -> None:
        if work.go_on(row, timezone.now()):
            work.wake(row)


for _work in row_kinds.all_due_work():
    if _work.task and _work.names_row:
        add_step_task(_work)


@shared_task(name=MATCH_SEEK)
def match_seek(seek_id: str) -> None:
    """Find matches for a seek."""
    seek_matching.look(UUID(seek_id), timezone.now())


@shared_task(name=SEND_NOTIFICATIONS)
def send_notifications() -> None:
    """Send notifications, and mails with links to confirm an address or log in."""
    while account_mails.send_due(timezone.now(), DELIVERIES_AT_ONCE):
        pass
    while delivery.send_due(timezone.now(), DELIVERIES_AT_ONCE):
        pass


@shared_task(name=jobs.MATCH_END_JOBS.task)
def run_match_end_jobs(until: float) -> None:
    """Run the steps after the end of matches for SLICE seconds, then queue another task for the rest."""
    begin = time.monotonic()
    while job := jobs.MATCH_END_JOBS.take_next(timezone.now()):
        jobs.follow_up(job.pk, timezone.now())
        if time.monotonic() - begin > SLICE:
            if time.time() < until:
                jobs.MATCH_END_JOBS.wake(until=until)
            return


@shared_task(name="games.clean_up")
def clean_up() -> None:
    """Delete data that is no longer needed."""
    row_kinds.clean_up(timezone.now())
