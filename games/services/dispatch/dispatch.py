"""Messages that tell workers that work is due. If one gets lost, the sweep finds the work.

There are five queues. The sweep has one of its own, so that it never waits. Requests send messages about one match to
the first queue, so that its players get an answer soon. Messages in the second queue (deadlines) and the third one
(turns of bots, account deletions, finished matches) name no match: the worker chooses the next match when it gets the
message, in an order that is fair to all players. The last queue is for bots that take time. It has its own workers, so
that no other work waits for a bot.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final
from uuid import UUID

import msgspec
from celery import current_app
from django.conf import settings
from django.db import transaction

from accounts.models import AccountDeletion
from games.services.dispatch.bot_pace import Beat

logger = logging.getLogger(__name__)

RUN_DUE_MATCH = "games.run_due_match"
RUN_DUE_MATCHES = "games.run_due_matches"
PLAY_ON_BEAT = "games.play_on_beat"
SEND_NOTIFICATIONS = "games.send_notifications"
DELETE_ACCOUNT_STEP = "games.delete_account_step"
MERGE_STEP = "games.merge_step"
RUN_MATCH_END_JOBS = "games.run_match_end_jobs"
RUN_BOT_JOB = "games.run_bot_job"
FIND_HINTS = "games.find_hints"
ANALYSE_MATCHES = "games.analyse_matches"
APPLY_HOURS = "games.apply_hours"
MATCH_SEEK = "games.match_seek"
LEASE: Final = timedelta(seconds=5)
"""The time for which a worker has a match for itself."""
GOES_ON: Final = 10.0
"""Seconds for which a task queues its successor while work is due. Later work waits for the next sweep."""


class Due(StrEnum):
    """The kinds of due work of a match."""

    DEADLINE = "deadline"
    """The time of a player, or of a lobby, is up."""
    RUN = "run"
    """Bots have to move, and no message made a worker do it: it was lost, or all players are away."""


def wake_worker_after_commit(match_id: UUID) -> None:
    """Tell a worker to play a match on after the commit."""
    transaction.on_commit(partial(wake_worker, match_id))


def deliver_after_commit() -> None:
    """Tell a worker to send notifications after the commit."""
    transaction.on_commit(partial(_send, SEND_NOTIFICATIONS))


def deliver_for_account(**signal: Any) -> None:
    """Tell a worker to send a mail about an account after the commit."""
    deliver_after_commit()


def leave_after_commit(*, departure: AccountDeletion, **signal: Any) -> None:
    """Tell a worker to continue account deletions after the commit."""
    transaction.on_commit(partial(wake_worker_for_departure, departure.pk))


def wake_worker_for_departure(departure_id: UUID) -> None:
    """Tell a worker to do one step of an account deletion."""
    _send(DELETE_ACCOUNT_STEP, str(departure_id), queue=settings.CELERY_BACKGROUND_QUEUE)


def go_on_merging_after_commit(alias_id: int) -> None:
    """Tell a worker to continue the merge of a guest after the commit."""
    transaction.on_commit(partial(wake_worker_for_alias, alias_id))


def wake_worker_for_alias(alias_id: int) -> None:
    """Tell a worker to do one step of the merge of a guest."""
    _send(MERGE_STEP, alias_id, queue=settings.CELERY_BACKGROUND_QUEUE)


def apply_hours_after_commit(player_id: UUID) -> None:
    """Tell a worker, after the commit, that the vacation of a player has begun or ended."""
    transaction.on_commit(partial(wake_worker_for_hours, player_id))


def wake_worker_for_hours(player_id: UUID) -> None:
    """Tell a worker to update more turns of a player after a change of their availability."""
    _send(APPLY_HOURS, str(player_id), queue=settings.CELERY_CLOCK_QUEUE)


def look_at_seek_after_commit(seek_id: UUID) -> None:
    """Tell a worker to match a seek after the commit."""
    transaction.on_commit(partial(_send, MATCH_SEEK, str(seek_id)))


def wake_worker(match_id: UUID) -> None:
    """Tell a worker to play a match on at once, since a player waits."""
    _send(RUN_DUE_MATCH, str(match_id))


def wake_worker_for_due(kind: Due, until: float | None = None) -> None:
    """Tell a worker to do due work of a kind, and more of it until a time (seconds since 1970)."""
    _send(RUN_DUE_MATCHES, kind.value, time.time() + GOES_ON if until is None else until, queue=_queue(kind))


def wake_worker_on_beat(beat: Beat, kind: Due | None = None) -> None:
    """Tell a worker to play choices on their beat. With a kind of due work, it uses the queue of that kind."""
    if beat.chosen:
        about = msgspec.to_builtins(beat.chosen), kind and kind.value
        _send(PLAY_ON_BEAT, *about, queue=_queue(kind), countdown=beat.seconds)


def _queue(kind: Due | None) -> str:
    """Return the queue for a kind of due work, or for a match whose player waits."""
    queues = {Due.DEADLINE: settings.CELERY_CLOCK_QUEUE, Due.RUN: settings.CELERY_BACKGROUND_QUEUE}
    return queues[kind] if kind else settings.CELERY_TASK_DEFAULT_QUEUE


def wake_worker_for_follow_ups(until: float | None = None) -> None:
    """Tell a worker to run steps after the end of matches, and more of them until a time (seconds since 1970)."""
    _send(RUN_MATCH_END_JOBS, time.time() + GOES_ON if until is None else until, queue=settings.CELERY_BACKGROUND_QUEUE)


def wake_thinkers_after_commit() -> None:
    """Tell a worker to run a bot job after the commit."""
    transaction.on_commit(wake_thinkers)


def wake_thinkers(until: float | None = None) -> None:
    """Tell a worker to run a bot job, and more of them until a time (seconds since 1970)."""
    _send(RUN_BOT_JOB, time.time() + GOES_ON if until is None else until, queue=settings.CELERY_BOTS_QUEUE)


def wake_for_hints_after_commit() -> None:
    """Tell a worker to compute a hint after the commit."""
    transaction.on_commit(wake_for_hints)


def wake_for_hints(until: float | None = None) -> None:
    """Tell a worker to compute a hint, and more of them until a time (seconds since 1970)."""
    _send(FIND_HINTS, time.time() + GOES_ON if until is None else until, queue=settings.CELERY_BOTS_QUEUE)


def wake_for_look_backs_after_commit() -> None:
    """Tell a worker to analyse a match after the commit."""
    transaction.on_commit(wake_for_look_backs)


def wake_for_look_backs() -> None:
    """Tell a worker to analyse some more moves of a finished match."""
    _send(ANALYSE_MATCHES, queue=settings.CELERY_BOTS_QUEUE)


def _send(task: str, *arguments: Any, **how: Any) -> None:
    """Send a task. If the broker is away, only log a warning, without chosen moves: no request fails for it."""
    try:
        current_app.send_task(task, arguments, retry=False, **how)
    except Exception as error:
        about = " ".join(str(one) for one in arguments if isinstance(one, str | float))
        logger.warning("no wake-up for %s %s, the sweep will find it: %s", task, about, error)
