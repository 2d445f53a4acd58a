"""Logs of real servers when something fails: they have no secret of the request."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import httpx
import psycopg
import pytest

from tests.proofs.live.server import GUNICORN, UVICORN, Server

SECRETS = ("KD37WQ9X", "5e6f-a-token-that-nobody-should-see", "nine-of-hearts")


def break_database(server):
    """Rename the table of matches; where connections can be cut, cut them, too."""
    statement = "ALTER TABLE games_match RENAME TO games_match_away"
    if not server.services:
        with closing(sqlite3.connect(server.folder / "chkobba.sqlite3", timeout=20)) as database:
            database.execute(statement)
        return
    address = server.env["DATABASE_URL"].replace("postgres://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as database:
        database.execute(statement)
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("web", [UVICORN, pytest.param(GUNICORN, marks=pytest.mark.production)])
def test_no_secret_is_logged_whatever_fails(tmp_path, web):
    """With a wrong host, or a failing database, statuses are as documented, and no line has query, body or token."""
    code, token, card = SECRETS
    with Server(tmp_path, web, ALLOWED_HOSTS="127.0.0.1", LOG_LEVEL="DEBUG") as server:
        player = server.guest("Amel")
        match = player.post("matches", json={"game": "chkobba", "visibility": "private"}).json()
        asked = [f"{server.url}/admin/games/match/?q={code}", f"{server.url}/api/v1/matches?cursor={code}"]
        for address in asked:
            assert httpx.get(address, headers={"Host": "evil.example", "Authorization": token}).status_code == 400

        break_database(server)
        statuses = [
            player.get(f"matches/{match['id']}?q={code}").status_code,
            player.post("matches/join", json={"code": code}).status_code,
            player.post(
                f"matches/{match['id']}/moves", json={"move": {"card": card}, "expected_version": 1}
            ).status_code,
            player.get(f"matches/{match['id']}/events?after=1&wait=1&x={code}").status_code,
            httpx.get(f"{server.url}/api/v1/matches?limit=5&q={code}").status_code,
            httpx.get(f"{server.url}/api/v1/me?{code}", headers={"Authorization": f"Bearer {token}"}).status_code,
        ]
        server.stop("web")

    written = "".join(log.read_text(errors="replace") for log in tmp_path.glob("*.log"))
    assert {500, 503} & set(statuses), statuses
    assert "HTTP_HOST" in written
    assert "games_match" in written or "database" in written or "Error" in written
    authorization = player.headers["Authorization"].split()[1]
    assert [secret for secret in (*SECRETS, authorization, match["code"]) if secret in written] == []
