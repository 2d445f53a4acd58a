"""All stored data of a server: every table and column of its database, to search for secrets."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import psycopg

from tests.proofs.live.server import Server, with_database


def database_of(server: Server) -> str:
    """Return all content of a server's database as text."""
    if not server.services:
        with closing(sqlite3.connect(server.folder / "chkobba.sqlite3")) as connection:
            return "\n".join(connection.iterdump())
    address = with_database(server.database).replace("postgres://", "postgresql://")
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [connection.execute(f'SELECT t::text FROM "{table}" t').fetchall() for (table,) in tables]
    return "\n".join(row for kind in rows for (row,) in kind)


def logs_of(server: Server) -> str:
    """Return all content of the logs of its processes."""
    return "\n".join(log.read_text(errors="replace") for log in server.folder.glob("*.log"))
