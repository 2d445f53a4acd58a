"""Django's ``migrate``, with short waits for locks and repeated attempts.

On PostgreSQL, migrations take no long locks (django-pg-zero-downtime-migrations, ``chkobba_api.database.postgresql``).
"""

from __future__ import annotations

import warnings
from time import sleep
from typing import Any, Final

from django.conf import settings
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django_zero_downtime_migrations.backends.postgres.schema import UnsafeOperationWarning
from psycopg.errors import DeadlockDetected, LockNotAvailable

PAUSE: Final = 1.0
"""Seconds between two attempts."""
ATTEMPTS: Final = 60


class Command(migrate.Command):
    """The command that migrates while the server runs."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. A new attempt does not repeat what an earlier one has completed."""
        warnings.simplefilter("ignore", UnsafeOperationWarning)  # of other packages; a test checks the project's
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with connection.cursor() as cursor:  # for statements that change no table
                    cursor.execute(f"SET lock_timeout = '{settings.ZERO_DOWNTIME_MIGRATIONS_LOCK_TIMEOUT}'")
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
