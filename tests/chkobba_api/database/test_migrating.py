"""Migrations while the server runs: requests do not wait long, and aborted migrations are resumed."""

from __future__ import annotations

import warnings
from importlib import import_module
from io import StringIO

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, AlterField, RemoveIndex
from django.db.migrations.state import ProjectState
from django.db.models import PROTECT, ForeignKey, Index, IntegerField, Q, UniqueConstraint
from django.test.utils import CaptureQueriesContext
from django_zero_downtime_migrations.backends.postgres.schema import UnsafeOperationWarning

from games.management.commands import migrate

pytestmark = [pytest.mark.production, pytest.mark.usefixtures("_log_may_be_emptied")]


@pytest.fixture
def other():
    """Return another connection, which holds a lock on the table of migrations."""
    names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    where = {name: connection.settings_dict[key] or None for name, key in names.items()}
    with psycopg.connect(**where) as other:
        other.execute("LOCK TABLE django_migrations")
        yield other
        other.rollback()


def test_a_lock_that_is_not_to_be_had_is_tried_again(other, monkeypatch):
    """A lock that is not granted within half a second is given up and tried again.

    Later requests would queue behind it.
    """
    said = StringIO()
    monkeypatch.setattr(migrate, "sleep", lambda seconds: other.rollback())

    call_command("migrate", verbosity=0, stderr=said)

    assert said.getvalue() == "A table was in use; trying again (1 of 60).\n"
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_it_is_not_tried_for_ever(other, monkeypatch):
    """After the last attempt the command fails, so that the host looks for the lock's owner."""
    monkeypatch.setattr(migrate, "ATTEMPTS", 1)

    with pytest.raises(OperationalError, match="lock timeout"):
        call_command("migrate", verbosity=0)


INDEX = Index(fields=["dealer"], name="match_by_dealer")
ONCE = UniqueConstraint(fields=["dealer"], condition=Q(dealer__gt=99), name="dealer_once")


def migrated(*operations):
    """Apply operations one after the other to the tables of this release; return the SQL."""
    said = []
    before = ProjectState.from_apps(apps)
    for operation in operations:
        after = before.clone()
        operation.state_forwards("games", after)
        with CaptureQueriesContext(connection) as asked, connection.schema_editor() as editor:
            operation.database_forwards("games", editor, before, after)
        said += [one["sql"] for one in asked.captured_queries]
        before = after
    return said


def indexes(table):
    """Return the definition of each valid index of a table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexdef FROM pg_indexes JOIN pg_index ON indexrelid = indexname::regclass "
            "WHERE tablename = %s AND indisvalid ORDER BY indexname",
            [table],
        )
        return [definition for (definition,) in cursor.fetchall()]


@pytest.mark.parametrize("left", ["nothing", "half an index", "the index"])
def test_an_index_is_made_concurrently_whatever_an_attempt_has_left(left):
    """PostgreSQL leaves an invalid index when creating it is interrupted; the next attempt replaces it."""
    before = indexes("games_match")
    with connection.cursor() as cursor:
        if left != "nothing":
            cursor.execute("CREATE INDEX match_by_dealer ON games_match (dealer)")
        if left == "half an index":
            cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_by_dealer'::regclass")

    said = migrated(AddIndex("match", INDEX), AddConstraint("match", ONCE))

    made = set(indexes("games_match")) - set(before)
    assert sorted(one.partition(" ON ")[0] for one in made) == [
        "CREATE INDEX match_by_dealer",
        "CREATE UNIQUE INDEX dealer_once",
    ]
    assert all("CONCURRENTLY" in one for one in said if one.startswith(("CREATE INDEX", "CREATE UNIQUE")))
    migrated(AddIndex("match", INDEX), RemoveIndex("match", "match_by_dealer"))
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX dealer_once")
    assert indexes("games_match") == before


def test_a_key_gets_its_index_and_may_become_null_without_a_check_of_every_row():
    """PostgreSQL would validate the foreign key of every row while it blocks all other queries."""
    key = {"on_delete": PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}
    before = indexes("games_report")

    said = migrated(
        AlterField("report", "player", ForeignKey(db_index=False, **key)),
        AlterField("report", "player", ForeignKey(**key)),
        AlterField("report", "player", ForeignKey(null=True, **key)),
    )

    assert [one.partition(" INDEX ")[0] for one in said if " INDEX " in one] == ["DROP", "CREATE"]
    assert all("CONCURRENTLY" in one for one in said if " INDEX " in one)
    assert indexes("games_report") == before
    changes = [one for one in said if one.startswith("ALTER TABLE")]
    assert changes
    assert not [one for one in changes if "FOREIGN KEY" in one and "NOT VALID" not in one]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_report ALTER COLUMN player_id SET NOT NULL")


def unsafe(app, name):
    """Return the operations of a migration that would block other queries."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", UnsafeOperationWarning)
        call_command("sqlmigrate", app, name, stdout=StringIO())
    return [str(one.message).partition("\n")[0] for one in found]


def test_no_migration_after_the_first_keeps_others_waiting(monkeypatch):
    """No later migration of this project blocks others; the check finds a made-up one that would."""
    found = MigrationLoader(connection).graph.nodes
    later = [(app, name) for app, name in found if app in ("accounts", "games") and not name.startswith("0001_")]
    assert later
    assert [unsafe(*one) for one in later] == [[]] * len(later)

    made_up = import_module("games.migrations.0002_compressed_responses").Migration
    monkeypatch.setattr(made_up, "operations", [AddField("match", "made_up", IntegerField(default=3))])
    assert unsafe("games", "0002") == ["ADD COLUMN NOT NULL is unsafe operation"]
