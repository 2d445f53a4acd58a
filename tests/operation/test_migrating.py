"""Migrating while the server runs: nobody waits long, and what was given up is gone on with."""

from __future__ import annotations

from io import StringIO

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.state import ProjectState
from django.db.models import PROTECT, ForeignKey, Index, Q, UniqueConstraint

from chkobba_api.concurrently import AddIndex, AddUnique, AlterKey, LetBeNull, RemoveIndex
from games.management.commands import migrate

pytestmark = [
    pytest.mark.production,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_log_may_be_emptied"),
]


@pytest.fixture
def other():
    """Return another connection, which holds the table of migrations."""
    names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    where = {name: connection.settings_dict[key] or None for name, key in names.items()}
    with psycopg.connect(**where) as other:
        other.execute("LOCK TABLE django_migrations")
        yield other
        other.rollback()


def test_a_lock_that_is_not_to_be_had_is_tried_again(other, monkeypatch):
    """It is given up after half a second, since whoever comes later would wait behind it."""
    said = StringIO()
    monkeypatch.setattr(migrate, "sleep", lambda seconds: other.rollback())

    call_command("migrate", verbosity=0, stderr=said)

    assert said.getvalue() == "A table was in use; trying again (1 of 60).\n"
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_it_is_not_tried_for_ever(other, monkeypatch):
    """Whoever holds it that long is worth looking for."""
    monkeypatch.setattr(migrate, "ATTEMPTS", 1)

    with pytest.raises(OperationalError, match="lock timeout"):
        call_command("migrate", verbosity=0)


@pytest.mark.parametrize("left", ["half an index", "the index"])
def test_an_index_is_made_whatever_an_attempt_has_left(left):
    """PostgreSQL leaves one that is not valid when it is stopped while it makes it."""
    operation = AddIndex("match", Index(fields=["dealer"], name="match_by_dealer"))
    before = ProjectState.from_apps(apps)
    after = before.clone()
    operation.state_forwards("games", after)
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX match_by_dealer ON games_match (dealer)")
        if left == "half an index":
            cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_by_dealer'::regclass")
    try:
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("games", editor, before, after)
        with connection.cursor() as cursor:
            cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = 'match_by_dealer'::regclass")
            assert cursor.fetchone() == (True,)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP INDEX match_by_dealer")


def migrated(*operations):
    """Apply operations to the tables of this release, each after the one before."""
    before = ProjectState.from_apps(apps)
    for operation in operations:
        after = before.clone()
        operation.state_forwards("games", after)
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("games", editor, before, after)
        before = after


def indexes(table):
    """Return the definition of each index of a table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = %s ORDER BY indexname", [table])
        return [definition for (definition,) in cursor.fetchall()]


def test_what_is_made_concurrently_can_be_taken_away_again():
    """An index, and a unique constraint with a condition; what is there already is left as it is."""
    before = indexes("games_match")
    index = Index(fields=["dealer"], name="match_by_dealer")
    once = UniqueConstraint(fields=["dealer"], condition=Q(dealer__gt=99), name="dealer_once")

    migrated(AddIndex("match", index), AddUnique("match", once))
    migrated(AddIndex("match", index), AddUnique("match", once))

    made = set(indexes("games_match")) - set(before)
    assert sorted(one.partition(" ON ")[0] for one in made) == [
        "CREATE INDEX match_by_dealer",
        "CREATE UNIQUE INDEX dealer_once",
    ]
    migrated(AddIndex("match", index), RemoveIndex("match", "match_by_dealer"))
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX dealer_once")
    assert indexes("games_match") == before


def test_the_index_of_a_key_is_taken_away_and_made_again():
    """And nothing else of the column changes."""
    key = {"on_delete": PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}
    before = indexes("games_report")

    migrated(AlterKey("report", "player", ForeignKey(db_index=False, **key)))
    without = indexes("games_report")
    migrated(AlterKey("report", "player", ForeignKey(**key)))

    assert len(before) - len(without) == 1
    assert indexes("games_report") == before


def test_a_key_may_become_null():
    """A column of the log, in a moment."""
    key = {"db_index": False, "on_delete": PROTECT, "related_name": "+", "to": "games.match"}
    look = "SELECT is_nullable FROM information_schema.columns WHERE (table_name, column_name) = (%s, %s)"
    with connection.cursor() as cursor:
        cursor.execute(look, ["games_move", "match_id"])
        assert cursor.fetchone() == ("NO",)
        migrated(LetBeNull("move", "match", ForeignKey(null=True, **key)))
        cursor.execute(look, ["games_move", "match_id"])
        assert cursor.fetchone() == ("YES",)
        cursor.execute("ALTER TABLE games_move ALTER COLUMN match_id SET NOT NULL")
