"""The database wrapper that settings name as ``chkobba_api.database.postgresql``.

After a restart of PostgreSQL each kept connection would fail once. Django's remedy (CONN_HEALTH_CHECKS) asks the server
at each request, which is one more round trip for every move. But a server that stops sends a last message and closes
the connection. So an idle connection has nothing to read while all is well, and one system call checks that. Only if
there is something to read, the wrapper asks the server.

The wrapper can also prepare a statement that is always the same, and run it without Django's cursors, which take longer
than PostgreSQL does.
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
"""The prepared statements of each connection, with their names."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A wrapper that uses no connection that the server has closed, and migrates without long locks."""

    SchemaEditorClass = DatabaseSchemaEditor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection; one from the pool only if the server has not closed it."""
        line = super().get_new_connection(conn_params)
        while self.pool and has_something_to_read(line):
            line.close()
            self.pool.putconn(line)  # the pool makes another connection in its place
            line = super().get_new_connection(conn_params)
        return line

    def is_usable(self) -> bool:
        """Return whether the kept connection is usable; ask the server only in doubt."""
        if self.errors_occurred or has_something_to_read(self.connection):
            return bool(super().is_usable())
        return True

    def value_of(self, statement: str, values: Sequence[Any], *, prepare: bool) -> bytes | None:
        """Run a statement that returns at most one value. Return it as PostgreSQL writes it; None without a row.

        The type of each placeholder (``%s``) must be known, by a cast or by what it is compared with. With ``prepare``
        a connection prepares the statement when it first runs it. Errors are those of Django.
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
        with wrap(self.connection.cursor()) as cursor:  # Django's own cursor would first register how to read times
            cursor.execute(statement, values)
            row = cursor.fetchone()
        return None if row is None else str(row[0]).encode()


def _name_of(line: Any, statement: str) -> bytes:
    """Return the name of a prepared statement; prepare it if this connection has not done so."""
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
    """Return the result of PostgreSQL. Raises the error of psycopg if the result is an error."""
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    if line.pgconn.status == ConnStatus.BAD and not result.error_field(DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError("the connection to the server is lost")
    raise psycopg.errors.error_from_result(result)


def has_something_to_read(line: Any) -> bool:
    """Return whether the server has sent something, or closed the connection, while it was idle."""
    if line.closed:
        return True
    poll = select.poll()
    poll.register(line.fileno(), select.POLLIN)
    return bool(poll.poll(0))
