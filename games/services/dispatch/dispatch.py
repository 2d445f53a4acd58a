"""Messages that tell workers that work is due. If one gets lost, the sweep finds the work.

There are five queues. The sweep has one of its own, so that it never waits. Requests send messages about one match to
the first queue, so that its players get an answer soon. Messages in the second queue (deadlines) and the third one
(turns of bots, account deletions, finished matches) name no match: the worker chooses the next match when it gets the
message, in an order that is fair to all players. The last queue is for bots that take time. It has its own workers, so
that no other work waits for a bot.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from games.due_work import send

RUN_DUE_MATCH = "games.run_due_match"
RUN_DUE_MATCHES = "games.run_due_matches"
SEND_NOTIFICATIONS = "games.send_notifications"
MATCH_SEEK = "games.match_seek"


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
    transaction.on_commit(partial(send, SEND_NOTIFICATIONS))


def deliver_for_account(**signal: Any) -> None:
    """Tell a worker to send a mail about an account after the commit."""
    deliver_after_commit()


def look_at_seek_after_commit(seek_id: UUID) -> None:
    """Tell a worker to match a seek after the commit."""
    transaction.on_commit(partial(send, MATCH_SEEK, str(seek_id)))


def wake_worker(match_id: UUID) -> None:
    """Tell a worker to play a match on at once, since a player waits."""
    send(RUN_DUE_MATCH, str(match_id))
