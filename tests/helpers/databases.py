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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "CHKOBBA_TESTS_SHARE"
"""The environment variable that names the folder shared by the processes of a run."""


def folder_of_run() -> Path:
    """Return the folder of this run; the process that makes it removes its content at the end."""
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
    """Return the name on PostgreSQL of a folder's database."""
    return re.sub(r"\W", "_", f"{folder.parent.name}_{folder.name}")


@contextmanager
def filled_once(key: str) -> Iterator[tuple[Path, bool]]:
    """Yield a folder of this run, and whether the caller is the first one, who fills it while others wait."""
    folder = folder_of_run() / key
    folder.mkdir(exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder, not done.exists()
        done.touch()


def shared(key: str, fill: Callable[[dict[str, str]], None]) -> str:
    """Return a database that all processes of a run copy: its name, or with SQLite its file.

    The first caller fills it by a function, which gets the environment for commands that use the empty database.
    """
    on_services = "DATABASE_URL" in os.environ
    with filled_once(key) as (folder, is_empty):
        name = _name_of(folder)
        if is_empty:
            env = {**os.environ, "CHKOBBA_TRYOUT": "1", "CHKOBBA_VAR": str(folder)}
            if on_services:
                on_postgresql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")  # left by a killed process
                on_postgresql(f"CREATE DATABASE {name}")
                env["DATABASE_URL"] = with_database(name)
            fill(env)
    return name if on_services else str(folder / "chkobba.sqlite3")


@cache
def migrated() -> str:
    """Return an empty database, as a new server has it."""
    return shared("empty", migrate)


def migrate(env: dict[str, str]) -> None:
    """Migrate a database as on a server."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True, timeout=280
    )


def copy_into_memory(address: str) -> sqlite3.Connection:
    """Copy an empty database into memory; it stays reachable as long as the returned connection is open."""
    copy = sqlite3.connect(address, uri=True)
    with closing(sqlite3.connect(migrated())) as original:
        original.backup(copy)
    return copy


def with_database(name: str) -> str:
    """Return the address of a database beside that of the environment."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def on_postgresql(statement: str) -> None:
    """Run a statement outside of the databases of tests."""
    with psycopg.connect(for_psycopg(os.environ["DATABASE_URL"]), autocommit=True) as connection:
        connection.execute(statement)


def for_psycopg(url: str) -> str:
    """Return an address in the form that psycopg reads."""
    return url.replace("postgres://", "postgresql://", 1)
