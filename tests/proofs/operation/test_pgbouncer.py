"""A server behind PgBouncer in transaction mode, set up as docs/deployment.md says."""

from __future__ import annotations

import os
import subprocess
from urllib.parse import urlsplit

import pytest

from tests.helpers.eventually import eventually
from tests.proofs.live.server import (
    Server,
    at_turn_or_over,
    free_port,
    pgbouncer,
    play_to_the_end,
    reachable,
    view_when,
)

SETTINGS = """
[databases]
* = host={place.hostname} port={there} user={place.username} password={place.password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
min_pool_size = 3
default_pool_size = 6
max_client_conn = 500
server_round_robin = 1
"""
"""Each transaction gets another connection than the one before, so whatever depends on a connection fails."""


@pytest.fixture
def behind(tmp_path):
    """Start PgBouncer; return a server whose processes reach PostgreSQL only through it."""
    port, place = free_port(), urlsplit(os.environ["DATABASE_URL"])
    settings = tmp_path / "pgbouncer.ini"
    settings.write_text(SETTINGS.format(place=place, there=place.port or 5432, port=port))
    user = ["--user", "nobody"] if os.geteuid() == 0 else []  # PgBouncer refuses to run as root
    with (tmp_path / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen([pgbouncer(), *user, str(settings)], stdout=log, stderr=log)
    url = f"postgres://{place.username}@127.0.0.1:{port}"
    server = Server(tmp_path)
    server.env |= {"DATABASE_URL": f"{url}/{server.database}", "DATABASE_POOL": "0", "DATABASE_PREPARE": "0"}
    try:
        eventually(lambda: reachable(url))
        with server:
            yield server
    finally:
        process.kill()
        process.wait()


@pytest.mark.production
def test_matches_are_played_behind_pgbouncer(behind):
    """A guest plays a bot and another guest; ``standings`` and ``verify_matches`` read the logs."""
    amel, bilel = behind.guest("Amel"), behind.guest("Bilel")
    wish = {"game": "chkobba", "seats": 2, "options": {"target": 3}, "autostart": True}
    alone = amel.post("matches", json={**wish, "bots": {"1": "medium"}}).json()
    together = amel.post("matches", json=wish).json()
    assert bilel.post("matches/join", json={"code": together["code"]}).status_code == 200

    play_to_the_end([amel], alone)
    play_to_the_end([amel, bilel], together)

    behind.manage("standings")
    assert "2 matches verified, 0 broken" in behind.manage("verify_matches").stdout


@pytest.mark.production
def test_a_vacation_stops_the_clocks_behind_pgbouncer(behind):
    """The worker reads the player's turns in portions, and each turn has a transaction of its own."""
    amel = behind.guest("Amel")
    control = {"type": "move", "seconds": 86_400, "honours": ["vacations"]}
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "control": control, "options": {"cut": False}, "autostart": True}
    match = amel.post("matches", json=wish).json()
    before = view_when(amel, match["id"], at_turn_or_over)["due_at"]

    assert amel.post("me/availability/vacation", json={"days": 2}).is_success

    assert view_when(amel, match["id"], lambda view: view["due_at"] != before)["due_at"] > before
