"""A database for the long versions: one for each process, dropped when the process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.util import Finalize

from django.core.management.color import no_style
from django.db import connection, transaction
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

from games import append_only
from games.models import Move, Round, TableEvent


def prepare() -> None:
    """Make the database of this process: in memory, or beside the one of DATABASE_URL."""
    setup_test_environment()
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["NAME"] = f"test_torture_{os.getpid()}"
    made = setup_databases(verbosity=0, interactive=False)
    Finalize(None, teardown_databases, (made, 0), exitpriority=10)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes inside, so that later rows get the same ids."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
    with connection.cursor() as cursor:  # PostgreSQL rolls back rows, but not their sequence numbers
        for statement in connection.ops.sequence_reset_sql(no_style(), [Move, Round, TableEvent]):
            cursor.execute(statement)


@contextmanager
def unguarded() -> Iterator[None]:
    """Remove the guards of the log, as an attacker with access to the database could."""
    with connection.cursor() as cursor:
        for table in append_only.GUARDED:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER {table}_guard ON {table}")
            else:
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(f"DROP TRIGGER {table}_guard_{verb}")
    yield
    append_only.guard_log()
