"""The proofs of upgrades and backups find what they look for."""

from __future__ import annotations

import os
import runpy
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection

from tests.helpers.eventually import until
from tests.proofs.torture import migrating
from tests.proofs.torture.players import lost
from tests.proofs.torture.releases import checked_out, differing, made_up
from tests.proofs.torture.upgrade import shown_otherwise

on_postgresql = pytest.mark.production


def test_a_release_that_this_clone_does_not_have_proves_nothing():
    """A shallow clone without the release's commit fails, and is not taken for a success."""
    with pytest.raises(SystemExit, match="does not have the commit 0123456789"), checked_out("0123456789"):
        pass


def test_other_versions_than_are_installed_are_named():
    """Differing versions are named, except those for other systems or versions of Python."""
    lock = "pytest==1.0 \\\n    --hash=sha256:0\nnothing==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:0\n"

    assert [one.partition(" (")[0] for one in differing(lock)] == ["pytest==1.0"]


def test_the_made_up_release_has_another_column_and_a_migration_that_adds_it():
    """The made-up release adds a column, and a migration that follows the newest one."""
    with made_up() as folder:
        migration = runpy.run_path(str(folder / "games" / "migrations" / "9999_made_up.py"))["Migration"]
        names = {path.stem for path in (folder / "games" / "migrations").glob("0*.py")}
        model = (folder / "games" / "models" / "matches.py").read_text()

    assert migration.dependencies == [("games", max(names))]
    assert "made_up = models" in model
    assert len(migration.operations) == 7


def test_what_a_new_process_shows_otherwise_is_found():
    """A changed value is found; added fields and another time are no differences."""
    old = [{"now": 1, "seats": [{"name": "Amel"}]}]

    assert shown_otherwise(old, [{"now": 2, "new": 3, "seats": [{"name": "Amel", "label": ""}]}]) == []
    assert shown_otherwise(old, [{"now": 1, "seats": [{"name": "Sami"}]}]) == [".0.seats.0.name: was 'Amel', is 'Sami'"]


@on_postgresql
def test_a_move_that_is_not_in_the_log_is_found(db):
    """A move that a server acknowledged, but whose transaction was lost, is found."""
    settings = connection.settings_dict
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT'] or 5432}/{settings['NAME']}"

    assert lost(url, {("a match", "a guest"): [(7, '{"card":"7D"}')]}) == [
        'a match: version 7 was answered by {"card":"7D"}'
    ]


@on_postgresql
def test_a_lock_that_a_migration_holds_and_others_wait_for_is_found(monkeypatch):
    """The finding names the lock with its table, how long it was held, and how long others waited."""
    url = os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")
    monkeypatch.setattr(migrating, "LIMIT", 0.2)
    with (
        psycopg.connect(url, autocommit=True) as other,
        psycopg.connect(url, application_name="torture_migrate") as one,
    ):
        other.execute("DROP TABLE IF EXISTS torture_locked")
        other.execute("CREATE TABLE torture_locked (id int)")
        other.execute("SET lock_timeout = '30s'")
        with migrating.Watch(url) as watch, ThreadPoolExecutor(1) as waiting:
            one.execute("LOCK TABLE torture_locked")
            waiter = waiting.submit(other.execute, "SELECT * FROM torture_locked")
            for _ in until(20, "the lock is held and waited for"):
                if min(watch.steps[-1].held, watch.steps[-1].waited) > migrating.LIMIT or waiter.done():
                    break
                time.sleep(0.02)  # a busy machine samples the locks less often
            one.rollback()
            waiter.result()
        other.execute("DROP TABLE torture_locked")

    step = watch.steps[-1]
    assert migrating.too_long(watch.steps) == [str(step)]
    assert step.what == "AccessExclusiveLock on torture_locked"
    assert min(step.held, step.waited) > 0.2
