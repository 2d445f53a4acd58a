"""The database wrapper that settings name as ``chkobba_api.database.postgresql``.

After PostgreSQL was restarted, each connection that was kept would fail once. Django's remedy (CONN_HEALTH_CHECKS) asks
the server at each request whether it is there, which is a round trip more for every move. But a server that goes says
so: it sends a last message and closes the line. So a line in use by nobody has nothing to read while all is well, and
to look for that is one call to the system. Only where there is something, the server is asked.

And a statement that is the same each time can be prepared, and run past the layers of cursors, which take longer than
PostgreSQL does.
"""

from __future__ import annotations

import re
import select
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base
from django_zero_downtime_migrations.backends.postgres.schema import DatabaseSchemaEditor
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, TransactionStatus

_prepared: Final[WeakKeyDictionary[Any, dict[str, bytes]]] = WeakKeyDictionary()
"""The statements that were prepared on each line, and their names there."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes no connection whose server has gone; migrates without long locks."""

    SchemaEditorClass = DatabaseSchemaEditor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection; one of the pool only if its server is there."""
        line = super().get_new_connection(conn_params)
        while self.pool and has_something_to_read(line):
            line.close()
            self.pool.putconn(line)  # which makes another in its place
            line = super().get_new_connection(conn_params)
        return line

    def is_usable(self) -> bool:
        """Say whether the kept connection can be used, asking the server only where there is doubt."""
        if self.errors_occurred or has_something_to_read(self.connection):
            return bool(super().is_usable())
        return True

    def value_of(self, statement: str, values: Sequence[Any], *, prepare: bool) -> bytes | None:
        """Run a statement that returns one value at the most; return it as PostgreSQL writes it, or None without a row.

        Each placeholder (``%s``) stands where its type is known, by a cast or by what it is compared with. With
        ``prepare``, the statement is prepared when a line first runs it. Errors are those of Django.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        self.validate_no_broken_transaction()
        line = self.connection
        in_transaction = line.pgconn.transaction_status == TransactionStatus.INTRANS
        if not prepare or self.queries_logged or self.execute_wrappers or not (line.autocommit or in_transaction):
            # Without a transaction where there should be one, psycopg begins it first.
            return self._value_by_cursor(statement, values)
        with self.wrap_database_errors:
            name = _name_of(line, statement)
            given = Transformer(line).dump_sequence(values, [PyFormat.TEXT] * len(values))
            result = _checked(line, line.pgconn.exec_prepared(name, given))
            value: bytes | None = result.get_value(0, 0) if result.ntuples else None
            return value

    def _value_by_cursor(self, statement: str, values: Sequence[Any]) -> bytes | None:
        wrap = self.make_debug_cursor if self.queries_logged else self.make_cursor
        with wrap(self.connection.cursor()) as cursor:  # Django's own would learn first how to read times
            cursor.execute(statement, values)
            row = cursor.fetchone()
        return None if row is None else str(row[0]).encode()


def _name_of(line: Any, statement: str) -> bytes:
    """Return the name of a statement that is prepared, now if it was not before."""
    names = _prepared.get(line)
    if names is None:
        names = _prepared[line] = {}
    if statement not in names:
        name = f"chkobba_{len(names)}".encode()
        _checked(line, line.pgconn.prepare(name, _with_numbers(statement)))
        names[statement] = name
    return names[statement]


@cache
def _with_numbers(statement: str) -> bytes:
    """Return a statement with the placeholders of PostgreSQL: ``$1``, ``$2`` and so on."""
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", statement).encode()


def _checked(line: Any, result: Any) -> Any:
    """Return what PostgreSQL has answered. Raises psycopg's error where that is one."""
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    if line.pgconn.status == ConnStatus.BAD and not result.error_field(DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError("the line to the server is gone")
    raise psycopg.errors.error_from_result(result)


def has_something_to_read(line: Any) -> bool:
    """Say whether the server has sent something, or closed the line, while nothing was asked of it."""
    if line.closed:
        return True
    poll = select.poll()
    poll.register(line.fileno(), select.POLLIN)
    return bool(poll.poll(0))
