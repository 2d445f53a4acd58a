"""Django's ``migrate``, which waits for no lock longer than others may wait behind it."""

from __future__ import annotations

from time import sleep
from typing import Any, Final

from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg.errors import DeadlockDetected, LockNotAvailable

LOCK_TIMEOUT: Final = 0.5
"""Seconds. PostgreSQL looks for deadlocks after one second: so it is the migration that gives up, never a request."""
PAUSE: Final = 1.0
ATTEMPTS: Final = 60


class Command(migrate.Command):
    """Migrates while the server runs: gives a lock up that it does not get, and tries again."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. What was done before it was given up is not done again."""
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with connection.cursor() as cursor:
                    cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}s'")
                super().handle(*args, **options)
            except OperationalError as error:
                if attempt == ATTEMPTS or not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                    raise
                self.stderr.write(f"A table was in use; trying again ({attempt} of {ATTEMPTS}).")
                sleep(PAUSE)
            else:
                break
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
