"""A database that an earlier release filled migrates, verifies and looks the same.

This is a third of one database. The proofs `kept` check all of them in full, and play every match to its end.
"""

from __future__ import annotations

import pytest
from django.db import connection, connections
from django.db.utils import ConnectionHandler

from games.models import Match, Seat
from games.services.log.verification import faults_now
from tests.proofs.kept import databases
from tests.proofs.kept.comparing import differences, undecided
from tests.proofs.kept.local_server import reopened

RELEASE = "1.0.0"
pytestmark = pytest.mark.timeout(func_only=True)  # migrating takes longer than a test may


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    """Return the file of the database, migrated as on a server."""
    folder = tmp_path_factory.mktemp("kept")
    with databases.kept(databases.KEPT / RELEASE, databases.SQLITE, folder):
        return folder / "chkobba.sqlite3"


@pytest.fixture
def _on_it(migrated, django_db_blocker):
    """Let this process use that database instead of the empty one."""
    empty = connections["default"]
    settings = {**empty.settings_dict, "NAME": str(migrated)}
    connections["default"] = ConnectionHandler({"default": settings})["default"]
    with django_db_blocker.unblock():
        yield
        connection.close()
    connections["default"] = empty


@pytest.mark.usefixtures("_on_it")
def test_every_match_verifies():
    """The log yields the same digests, decks, outcomes, snapshots and headers, in every third match."""
    matches = list(Match.objects.order_by("pk").values_list("pk", flat=True))

    assert len(matches) == 219
    assert [fault for match in matches[::3] for fault in faults_now(match)] == []


@pytest.mark.usefixtures("_on_it")
def test_every_match_looks_as_it_did():
    """The view of one of its players, or of a visitor, has every field and value that the release showed."""
    kept = databases.shown_by(RELEASE)
    players = {str(match): str(player) for match, player in Seat.objects.values_list("match", "player")}
    found, seen = [], 0
    with reopened(RELEASE, kept, "gate") as server:
        for match in map(str, Match.objects.order_by("pk").values_list("pk", flat=True)[::3]):
            guest = server.guests.get(players.get(match, ""))
            path = f"matches/{match}"
            before = kept["shown"][guest.id if guest else ""].get(path)
            if before and before[0] == 200:
                seen += 1
                found += undecided(differences(before, list(server.answer(guest, "GET", path)), f".{path}"))

    assert found == []
    assert seen > 40
