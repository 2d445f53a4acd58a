"""The database of ``DATABASE_URL``, with the options in its query."""

from __future__ import annotations

import environ
import pytest

from chkobba_api.database_and_cache import database


def named(url, tmp_path, monkeypatch):
    """Return the settings of the database that a URL names."""
    monkeypatch.setattr(environ.Env, "ENVIRON", {"DATABASE_URL": url, "DATABASE_POOL": "0"})
    return database(environ.Env(), tryout=False, folder=tmp_path)


def options_of(url, tmp_path, monkeypatch):
    """Return the options of the database that a URL names."""
    return named(url, tmp_path, monkeypatch)["OPTIONS"]


@pytest.mark.parametrize(
    ("query", "stated"),
    [
        ("", {"connect_timeout": 3}),
        (
            "?sslmode=verify-full&sslrootcert=/etc/ca.pem",
            {"connect_timeout": 3, "sslmode": "verify-full", "sslrootcert": "/etc/ca.pem"},
        ),
        ("?connect_timeout=9&server_side_binding=False", {"connect_timeout": 9}),
    ],
)
def test_postgresql_gets_the_options_of_the_url(query, stated, tmp_path, monkeypatch):
    """PostgreSQL is reached as the URL says, so with a verified certificate if it asks for one."""
    options = options_of(f"postgres://chkobba:p@db.example.org/chkobba{query}", tmp_path, monkeypatch)

    assert options == {"server_side_binding": True, **stated}


def test_postgresql_keeps_no_cursor_between_statements(tmp_path, monkeypatch):
    """PgBouncer in transaction mode may send the next statement to another connection, which lacks the cursor."""
    assert named("postgres://chkobba:p@db.example.org/chkobba", tmp_path, monkeypatch)["DISABLE_SERVER_SIDE_CURSORS"]


def test_sqlite_gets_the_options_of_the_url(tmp_path, monkeypatch):
    """SQLite waits for as long as the URL says, and keeps committed data nevertheless."""
    options = options_of(f"sqlite:///{tmp_path}/x.sqlite3?timeout=60&transaction_mode=DEFERRED", tmp_path, monkeypatch)

    assert (options["timeout"], options["transaction_mode"]) == (60, "IMMEDIATE")
    assert "synchronous=FULL" in options["init_command"]
