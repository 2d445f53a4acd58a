"""Triggers on PostgreSQL and SQLite that refuse to change, delete or truncate rows of the log."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

GUARDED = ("games_round", "games_move", "games_tableevent")
"""The tables of the log."""

_MESSAGE = "the log of a match can only grow"

_POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{_MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""

_POSTGRESQL_TABLE = """
CREATE OR REPLACE TRIGGER {table}_guard BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
CREATE OR REPLACE TRIGGER {table}_guard_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
"""

_SQLITE_TRIGGER = """
CREATE TRIGGER IF NOT EXISTS {table}_guard_{verb} BEFORE {verb} ON {table}
BEGIN
    SELECT RAISE(ABORT, '{message}');
END;
"""


def guard_log(using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Create missing triggers. Runs after every migration."""
    connection = connections[using]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        if not tables.issuperset(GUARDED):
            return
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL)
            for table in GUARDED:
                cursor.execute(_POSTGRESQL_TABLE.format(table=table))
        else:
            for table in GUARDED:
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(_SQLITE_TRIGGER.format(table=table, verb=verb, message=_MESSAGE))


def missing_guards(using: str = DEFAULT_DB_ALIAS) -> set[str]:
    """Return the names of missing triggers; an empty set before the first migration."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if not set(connection.introspection.table_names(cursor)).issuperset(GUARDED):
            return set()
        if connection.vendor == "postgresql":
            # Enabled triggers only ('O', 'A'): a disabled one guards nothing.
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')")
            expected = {f"{table}_{name}" for table in GUARDED for name in ("guard", "guard_truncate")}
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            expected = {f"{table}_guard_{verb}" for table in GUARDED for verb in ("UPDATE", "DELETE")}
        return expected - {name for (name,) in cursor.fetchall()}
