"""A backup of the development server's file during play (docs/deployment.md, "Backup and restore")."""

from __future__ import annotations

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.proofs.live.server import Server, play_to_the_end, view_when

pytestmark = pytest.mark.skipif("DATABASE_URL" in os.environ, reason="PostgreSQL's has the proof backup")


def vacuum(file: Path, copy: Path) -> None:
    """Copy a database as ``VACUUM INTO`` does."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", [str(copy)])


def backup(file: Path, copy: Path) -> None:
    """Copy a database as ``.backup`` of sqlite3 does."""
    with closing(sqlite3.connect(file)) as connection, closing(sqlite3.connect(copy)) as other:
        connection.backup(other)


@pytest.mark.parametrize("back_up", [vacuum, backup])
def test_a_copy_has_what_was_acknowledged_and_is_played_on(back_up, tmp_path):
    """Two guests play all the time. The copy verifies, and their match goes on there with the same tokens."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with Server(first) as server, ThreadPoolExecutor(1) as pool:
        players = [server.guest(name) for name in ("Amel", "Sami")]
        wish = {"game": "scopa", "seats": 2, "options": {"target": 1}, "autostart": True}
        match = players[0].post("matches", json=wish).json()
        assert players[1].post(f"matches/{match['id']}/join", json={}).status_code == 200
        playing = pool.submit(play_to_the_end, players, match)
        watcher = server.client(players[0].token)
        before = view_when(watcher, match["id"], lambda view: view["version"] >= 20)["version"]
        back_up(first / "chkobba.sqlite3", second / "chkobba.sqlite3")
        playing.result()

    restored = Server(second)
    try:
        assert restored.manage("verify_matches").stdout.endswith("1 matches verified, 0 broken\n")
        for name in ("web", "worker", "beat"):
            restored.start(name)
        restored.wait_until_ready()
        again = [restored.client(player.token) for player in players]
        assert again[0].get(f"matches/{match['id']}").json()["version"] >= before
        assert play_to_the_end(again, match)["status"] == "finished"
        assert restored.manage("verify_matches").stdout.endswith("1 matches verified, 0 broken\n")
    finally:
        restored.__exit__(None, None, None)
