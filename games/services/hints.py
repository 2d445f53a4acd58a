"""Telling a worker to look at a match now. A hint may get lost: the sweep finds what is due anyway."""

from __future__ import annotations

import logging
from functools import partial
from uuid import UUID

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

TASK = "games.wake"
TELL = "games.tell"


def hint_after_commit(match_id: UUID) -> None:
    """Have a worker look at a match once what was written is committed."""
    transaction.on_commit(partial(hint, match_id))


def tell_after_commit() -> None:
    """Have a worker send what players must be told once it is committed."""
    transaction.on_commit(partial(_send, TELL))


def hint(match_id: UUID) -> None:
    """Have a worker look at a match."""
    _send(TASK, str(match_id))


def _send(task: str, *arguments: str) -> None:
    """Send a task. A broker that is away is no reason to refuse a move."""
    try:
        current_app.send_task(task, arguments, retry=False)
    except Exception as error:
        logger.warning("no hint to %s %s, the sweep will find it: %s", task, " ".join(arguments), error)
