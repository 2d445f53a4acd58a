"""Databases of earlier releases migrate, verify, look the same, and can be played to their end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.helpers.databases import migrated, with_database
from tests.proofs.kept import comparing, databases
from tests.proofs.kept.comparing import differences, undecided

RELEASES: Final = sorted(path.parent.name for path in databases.KEPT.glob(f"*/{databases.SHOWN}"))
KIND: Final = databases.POSTGRESQL if "DATABASE_URL" in os.environ else databases.SQLITE
"""The kind in the environment: the proofs kept-sqlite and kept-postgresql run both."""

each_database = pytest.mark.parametrize(("release", "kind"), [(one, KIND) for one in RELEASES])


def of_migrated(release: str, kind: str, folder: Path, module: str, *arguments: str) -> dict[str, Any]:
    """Migrate the database of a release; return the JSON that a module then prints about it."""
    with databases.kept(databases.KEPT / release, kind, folder) as env:
        report: dict[str, Any] = json.loads(databases.run(module, release, *arguments, env=env))
    return report


def test_the_first_of_them_is_kept():
    """Without a kept release, these tests would check nothing."""
    assert "1.0.0" in RELEASES


@each_database
def test_a_kept_database_is_what_it_was(release, kind, tmp_path):
    """It migrates and verifies; viewers see the same, repeated moves get their first answer, notifications arrive."""
    report = of_migrated(release, kind, tmp_path, "look")

    assert report.pop("verified").endswith(" matches verified, 0 broken")
    assert report == {"differences": [], "answered_anew": [], "not_told": []}


@each_database
def test_every_match_of_a_kept_database_is_played_to_its_end(release, kind, tmp_path):
    """Lobbies fill and start, paused matches go on, players, bots and autopilots move; all of it verifies."""
    report = of_migrated(release, kind, tmp_path, "play_on")

    assert report["verified"].endswith(" matches verified, 0 broken")
    assert report["open"] == []
    assert min(report["started"], report["moves"]) > 0


@pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="SQLite makes tables anew, with all that belongs to them")
@pytest.mark.parametrize("release", RELEASES)
def test_a_kept_database_has_every_index_of_a_new_one(release, tmp_path):
    """It has no other index: a migration may find other indexes than expected."""
    with databases.kept(databases.KEPT / release, databases.POSTGRESQL, tmp_path) as kept:
        assert databases.indexes(kept["DATABASE_URL"]) == databases.indexes(with_database(migrated()))


def test_what_is_gone_or_changed_is_a_difference():
    """A new field is no difference."""
    before = {"seats": [{"name": "Amel"}, {"name": "Sami"}], "status": "running", "code": None}
    after = {"seats": [{"name": "Amel", "new": 1}, {"name": "Ines"}], "status": "running"}

    assert list(differences(before, after)) == [".seats.1.name: was 'Sami', is 'Ines'", ".code: was None, is gone"]
    assert list(differences([1, 2], [1])) == [": was [1, 2], is [1]"]


def test_a_difference_that_was_decided_on_is_none(monkeypatch):
    """Its pattern names the place and the values."""
    monkeypatch.setattr(comparing, "DECIDED", {"*.status: was 'lobby', is *": "it is called otherwise"})
    found = differences({"status": "lobby", "code": 1}, {"status": "open", "code": 2})

    assert undecided(found) == [".code: was 1, is 2"]
