"""Counting finished matches into figures of players: one at a time on the whole server, and each once.

Whoever counts does so alone (a lock of PostgreSQL for the transaction), so that ratings change in one order, which
is written down, and no two wait for each other's rows. It takes milliseconds, in a worker, after the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

from games.models import Counted, Match

_LOCK: Final = 0x7374616E64696E67
"""The number of the lock: any that nobody else has."""


@contextmanager
def alone() -> Iterator[None]:
    """Change figures of players, in a transaction, while nobody else does. On SQLite one writes at a time anyway."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def first_time(match: Match, figures: str) -> bool:
    """Note that a match stands in some figures; return whether it did not before."""
    return Counted.objects.get_or_create(match=match, figures=figures)[1]
