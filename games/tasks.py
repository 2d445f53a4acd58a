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

from accounts.devices import networks
from accounts.login.email import account_mails
from games.match_end import jobs
from games.notifications import delivery
from games.services import due_matches
from games.services.bots import bot_jobs, hinting, match_analysis, puzzles
from games.services.dispatch import outages
from games.services.dispatch.bot_pace import Beat, Chosen, Decided
from games.services.dispatch.dispatch import (
    ANALYSE_MATCHES,
    APPLY_HOURS,
    DELETE_ACCOUNT_STEP,
    FIND_HINTS,
    MATCH_SEEK,
    MERGE_STEP,
    PLAY_ON_BEAT,
    RUN_BOT_JOB,
    RUN_DUE_MATCH,
    RUN_DUE_MATCHES,
    RUN_MATCH_END_JOBS,
    SEND_NOTIFICATIONS,
    Due,
    wake_for_hints,
    wake_for_look_backs,
    wake_thinkers,
    wake_worker_for_alias,
    wake_worker_for_departure,
    wake_worker_for_due,
    wake_worker_for_follow_ups,
    wake_worker_for_hours,
    wake_worker_on_beat,
)
from games.services.matchmaking import seek_matching, substitutes
from games.services.notifications import vacations
from games.services.privacy import account_deletion, cleanup, merge_jobs
from games.services.ratings import ratings
from games.services.turns import availability, planned_moves

logger = structlog.get_logger(__name__)

SWEEP: Final = "games.sweep"
SLICE: Final = 0.1
"""Seconds for which one task plays for bots before it yields to other tasks."""
ROUND_THE_TABLE: Final = 8
"""Moves that one task plays for a waiting person, even beyond SLICE: enough for all bots of a table."""
LONGEST_THOUGHT: Final = 90
"""Seconds after which Celery kills a process that hangs in a bot's search, in workers with processes."""
PLANS_AT_ONCE: Final = 1_000
"""The most plans that one sweep looks at again."""
VACATIONS_AT_ONCE: Final = 1_000
"""The most players that one sweep notifies of the end of their vacation."""
SEATS_AT_ONCE: Final = 100
"""The most matches at which one sweep opens seats to substitutes."""
SEEKS_AT_ONCE: Final = 100
"""The most seeks that one sweep matches."""
DELIVERIES_AT_ONCE: Final = 50
"""The most deliveries of a channel that one sender takes at once."""
SIGN: Final = 5.0
"""Seconds between two signs of life of a worker process."""


@dataclass
class _Noted:
    at: float = -inf
    """The time of this process's last sign of life, by ``time.monotonic``."""


_noted = _Noted()


@task_prerun.connect
def note_work(**signal: Any) -> None:
    """Record a sign of life, at most every SIGN seconds.

    A worker that only runs bot jobs records none: it plays for no absent player. If the database is away, the task
    itself fails too, and logs it.
    """
    if settings.WORKER_BOTS != "only" and time.monotonic() - _noted.at >= SIGN:
        _noted.at = time.monotonic()
        with suppress(DatabaseError):
            outages.note_work(timezone.now())


@shared_task(name=RUN_DUE_MATCH)
def run_due_match(match_id: str) -> None:
    """Do the due work of a match: moves of bots and of the clock. Other tasks continue a long series of moves."""
    with _beat() as beat:
        if _play(UUID(match_id), ROUND_THE_TABLE, beat):
            wake_worker_for_due(Due.RUN)


@shared_task(name=PLAY_ON_BEAT)
def play_on_beat(chosen: list[Any], kind: str | None = None) -> None:
    """Play chosen moves of bots, and choose the next ones. An error at one match does not stop the others."""
    with _beat(Due(kind) if kind else None) as beat:
        for one in msgspec.convert(chosen, list[Chosen | Decided]):
            try:
                if due_matches.play_chosen(one, timezone.now()) and _play(one.match, ROUND_THE_TABLE, beat):
                    wake_worker_for_due(Due.RUN)
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
    """Do due work at any match for SLICE seconds, then queue another task for the rest."""
    due, begin = Due(kind), time.monotonic()
    at_least = ROUND_THE_TABLE if due is Due.DEADLINE else 1
    with _beat(due) as beat:
        while waiting := due_matches.waiting(due, timezone.now()):
            for one in waiting:
                if due_matches.take(due, one, timezone.now()):
                    _play(one.match_id, at_least, beat)
                if time.monotonic() - begin > SLICE:
                    if time.time() < until:
                        wake_worker_for_due(due, until)
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


@shared_task(name=RUN_BOT_JOB, time_limit=LONGEST_THOUGHT)
def run_bot_job(until: float) -> None:
    """Work on the next bot job, then queue another task for the rest."""
    if job := bot_jobs.take_next(timezone.now()):
        bot_jobs.think(job)
        if time.time() < until:
            wake_thinkers(until)


@shared_task(name=FIND_HINTS, time_limit=LONGEST_THOUGHT)
def find_hints(until: float) -> None:
    """Work out the next hint, then queue another task for the rest."""
    if job := hinting.take_next(timezone.now()):
        hinting.work_out(job)
        if time.time() < until:
            wake_for_hints(until)


@shared_task(name=ANALYSE_MATCHES, time_limit=LONGEST_THOUGHT)
def analyse_matches() -> None:
    """Analyse some moves of a finished match, then queue another task for the rest."""
    if (job := match_analysis.take_next(timezone.now())) and match_analysis.go_on(job):
        wake_for_look_backs()


@shared_task(name="games.make_puzzles", time_limit=LONGEST_THOUGHT)
def make_puzzles() -> None:
    """Create missing puzzles of today and tomorrow."""
    puzzles.prepare(timezone.now())


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find due work, also where the message that announced it was lost."""
    for kind, count in due_matches.sweep(timezone.now()).items():
        for _ in range(count):
            wake_worker_for_due(kind)
    for _ in range(bot_jobs.due(timezone.now(), due_matches.HANDS)):
        wake_thinkers()
    for _ in range(hinting.due(timezone.now(), due_matches.HANDS)):
        wake_for_hints()
    for _ in range(match_analysis.due(timezone.now(), due_matches.HANDS)):
        wake_for_look_backs()
    planned_moves.look_again(timezone.now(), PLANS_AT_ONCE)
    substitutes.offer_seats(timezone.now(), SEATS_AT_ONCE)
    vacations.notify_ended(timezone.now(), VACATIONS_AT_ONCE)
    seek_matching.look_at_due(timezone.now(), SEEKS_AT_ONCE)
    for departure_id in account_deletion.due(timezone.now(), account_deletion.DUE_AT_ONCE):
        wake_worker_for_departure(departure_id)
    for alias_id in merge_jobs.due(timezone.now(), merge_jobs.DUE_AT_ONCE):
        wake_worker_for_alias(alias_id)
    for player_id in availability.due(timezone.now(), due_matches.HANDS):
        wake_worker_for_hours(player_id)
    if jobs.is_due(timezone.now()):
        wake_worker_for_follow_ups()


@shared_task(name=DELETE_ACCOUNT_STEP)
def delete_account_step(departure_id: str) -> None:
    """Do one step of an account deletion. The next step queues behind other work."""
    if account_deletion.go_on(UUID(departure_id), timezone.now()):
        wake_worker_for_departure(UUID(departure_id))


@shared_task(name=MERGE_STEP)
def merge_step(alias_id: int) -> None:
    """Do one step of a merge of accounts. The next step queues behind other work."""
    if merge_jobs.go_on(alias_id, timezone.now()):
        wake_worker_for_alias(alias_id)


@shared_task(name=APPLY_HOURS)
def apply_hours(player_id: str) -> None:
    """Update some turns of a player whose vacation has begun or ended. The next step queues behind other work."""
    if availability.go_on(UUID(player_id), timezone.now()):
        wake_worker_for_hours(UUID(player_id))


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


@shared_task(name=RUN_MATCH_END_JOBS)
def run_match_end_jobs(until: float) -> None:
    """Run the steps after the end of matches for SLICE seconds, then queue another task for the rest."""
    begin = time.monotonic()
    while match_id := jobs.take_next(timezone.now()):
        jobs.follow_up(match_id, timezone.now())
        if time.monotonic() - begin > SLICE:
            if time.time() < until:
                wake_worker_for_follow_ups(until)
            return


@shared_task(name="games.clean_up")
def clean_up() -> None:
    """Delete data that is no longer needed."""
    cleanup.forget_old_answers(timezone.now())
    cleanup.forget_expired_tokens(timezone.now())
    cleanup.forget_ended_sessions(timezone.now())
    cleanup.forget_old_departures(timezone.now())
    cleanup.forget_old_notifications(timezone.now())
    networks.forget_old(timezone.now())
    cleanup.forget_old_turns(timezone.now())
    cleanup.forget_old_hints(timezone.now())
    cleanup.forget_old_look_backs(timezone.now())
    cleanup.forget_old_reports(timezone.now())
    cleanup.forget_old_seeks(timezone.now())
    cleanup.forget_old_removals(timezone.now())
    cleanup.forget_old_sanctions(timezone.now())
    cleanup.forget_old_invitations(timezone.now())
    cleanup.forget_old_messages(timezone.now())
    ratings.forget_of_leavers()
