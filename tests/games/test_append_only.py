"""The log can only grow: the database itself refuses any other change."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from games import append_only
from games.models import Match, Move, Round, TableEvent
from games.services import due_matches
from tests.helpers.eventually import drain

LOG = [Move, Round, TableEvent]


@pytest.fixture
def match(running, now):
    """Return a match with rows of each kind."""
    table = running(bots={1: "easy"}, options={"cut": False})
    drain(lambda: due_matches.wake(table.match.pk, now))
    if not Move.objects.exists():
        Match.objects.filter(pk=table.match.pk).update(wake_at=now)
        due_matches.wake(table.match.pk, table.match.due_at.replace(year=2030))
    return table.match


@pytest.mark.parametrize("kind", LOG)
def test_rows_cannot_be_changed_or_deleted(match, kind):
    """The database refuses to change or delete one row or all, also by raw SQL."""
    rows = kind.objects.filter(match=match)
    assert rows.exists()
    for change in (
        lambda: rows.update(version=99),
        lambda: connection.cursor().execute(f"UPDATE {kind._meta.db_table} SET digest = ''"),
        rows.delete,
        lambda: connection.cursor().execute(f"DELETE FROM {kind._meta.db_table}"),
    ):
        with pytest.raises(DatabaseError, match="can only grow"), transaction.atomic():
            change()


@pytest.mark.parametrize("kind", LOG)
def test_tables_cannot_be_truncated(match, kind):
    """PostgreSQL has TRUNCATE, and a trigger against it; SQLite has no such statement."""
    refusal = "can only grow" if connection.vendor == "postgresql" else "syntax error"
    connection.check_constraints()  # PostgreSQL truncates nothing with pending deferred checks
    with pytest.raises(DatabaseError, match=refusal), transaction.atomic():
        connection.cursor().execute(f"TRUNCATE {kind._meta.db_table} CASCADE")


def test_a_match_with_a_log_cannot_be_deleted(match):
    """The rows of the log protect it."""
    with pytest.raises(ProtectedError), transaction.atomic():
        match.delete()


def test_all_guards_exist_after_all_migrations(db):
    """SQLite drops triggers silently when a migration alters a table, so every migrate makes them again."""
    assert append_only.missing_guards() == set()


def test_a_missing_guard_is_noticed_and_mended_by_migrating(db):
    """``check --database default`` warns about it, ``migrate`` makes it again."""
    trigger = "games_move_guard" if connection.vendor == "postgresql" else "games_move_guard_UPDATE"
    on_table = " ON games_move" if connection.vendor == "postgresql" else ""
    connection.cursor().execute(f"DROP TRIGGER {trigger}{on_table}")

    assert append_only.missing_guards() == {trigger}
    with pytest.raises(SystemCheckError, match="protect the log are missing"):
        call_command("check", databases=["default"], fail_level="WARNING")

    call_command("migrate", verbosity=0)
    assert append_only.missing_guards() == set()
