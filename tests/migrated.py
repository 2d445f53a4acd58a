"""Databases that are migrated once for all processes of a run, and copied by each test that needs one.

Migrating an empty one takes a quarter of a minute.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "CHKOBBA_TESTS_SHARE"
"""Names the folder that the processes of a run share, to those that this one starts."""


def folder_of_run() -> Path:
    """Return the folder of this run; who makes it removes what is in it in the end."""
    if FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="chkobba-migrated-")
        os.environ[FOLDER] = folder
        atexit.register(remove, Path(folder))
    return Path(os.environ[FOLDER])


def remove(folder: Path) -> None:
    """Remove the folder of a run, with its databases on the server of the environment."""
    if "DATABASE_URL" in os.environ:
        for database in folder.iterdir():
            on_postgresql(f"DROP DATABASE IF EXISTS {_name_of(database)} WITH (FORCE)")
    shutil.rmtree(folder)


def _name_of(folder: Path) -> str:
    """Return what the database of a folder is called on PostgreSQL."""
    return re.sub(r"\W", "_", f"{folder.parent.name}_{folder.name}")


def shared(key: str, fill: Callable[[dict[str, str]], None]) -> str:
    """Return a database that all processes of a run copy: its name, or with SQLite its file.

    Whoever asks first has it filled by a function, which gets the environment of a command that is to find it, empty;
    others wait.
    """
    folder = folder_of_run() / key
    folder.mkdir(exist_ok=True)
    name, done = _name_of(folder), folder / "done"
    on_services = "DATABASE_URL" in os.environ
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            env = {**os.environ, "CHKOBBA_TRYOUT": "1", "CHKOBBA_VAR": str(folder)}
            if on_services:
                on_postgresql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")  # of a process that was killed meanwhile
                on_postgresql(f"CREATE DATABASE {name}")
                env["DATABASE_URL"] = with_database(name)
            fill(env)
            done.touch()
    return name if on_services else str(folder / "chkobba.sqlite3")


@cache
def migrated() -> str:
    """Return an empty one, as a server has it that is new."""
    return shared("empty", migrate)


def migrate(env: dict[str, str]) -> None:
    """Migrate a database as it is done on a server."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True, timeout=280
    )


def copy_into_memory(address: str) -> sqlite3.Connection:
    """Copy an empty one to where connections to an address in memory find it, as long as the one returned is open."""
    copy = sqlite3.connect(address, uri=True)
    with closing(sqlite3.connect(migrated())) as original:
        original.backup(copy)
    return copy


def with_database(name: str) -> str:
    """Return the address of a database beside that of the environment."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def on_postgresql(statement: str) -> None:
    """Run a statement beside the databases of tests."""
    with psycopg.connect(for_psycopg(os.environ["DATABASE_URL"]), autocommit=True) as connection:
        connection.execute(statement)


def for_psycopg(url: str) -> str:
    """Return an address as psycopg reads it."""
    return url.replace("postgres://", "postgresql://", 1)
