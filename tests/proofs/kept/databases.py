"""The databases of a kept release: make an empty one, write one to files, and restore one."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.helpers.databases import for_psycopg, migrate, on_postgresql, shared, with_database

ROOT: Final = Path(__file__).resolve().parents[3]
KEPT: Final = ROOT / "tests" / "kept"
"""The folder that holds a folder for each release."""
SQLITE, POSTGRESQL, SHOWN = "sqlite.xz", "postgresql.sql.xz", "shown.json.xz"

ENVIRONMENT: Final = {
    "BOT_PACE": "0",
    "CHKOBBA_TRYOUT": "1",
    "CELERY_BROKER_URL": "memory://",
    "CACHE_URL": "locmemcache://",
    "DATABASE_POOL": "0",
    "DJANGO_SETTINGS_MODULE": "chkobba_api.settings",
    "LOG_LEVEL": "ERROR",
    "VAPID_PRIVATE_KEY": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "WEBHOOK_URL": "http://127.0.0.1:9/notices",
    "WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    **{f"THROTTLE_{name}": "1000000/minute" for name in ("PLAYER", "ADDRESS", "GUESTS", "CODES")},
}
"""The environment of a server on such a database, which no other process uses."""


@contextmanager
def empty(kind: str, folder: Path, *, like: str = "") -> Iterator[dict[str, str]]:
    """Make a separate database, in a folder or on the server of DATABASE_URL; yield the environment to use it.

    ``like`` is its template, as ``tests.helpers.databases.shared`` names it.
    """
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env |= {**ENVIRONMENT, "CHKOBBA_VAR": str(folder)}
    if kind == SQLITE:
        if like:
            shutil.copy(like, folder)
        yield env
        return
    name = f"chkobba_kept_{uuid.uuid4().hex[:12]}"
    on_postgresql(f"CREATE DATABASE {name} TEMPLATE {like}" if like else f"CREATE DATABASE {name}")
    try:
        yield {**env, "DATABASE_URL": with_database(name)}
    finally:
        on_postgresql(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def kept(release: Path, kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """Make a migrated copy of a release's database; yield the environment to use it."""

    def get_out(env: dict[str, str]) -> None:
        content = lzma.decompress((release / kind).read_bytes())
        if kind == SQLITE:
            (Path(env["CHKOBBA_VAR"]) / "chkobba.sqlite3").write_bytes(content)
        else:
            with psycopg.connect(for_psycopg(env["DATABASE_URL"]), autocommit=True) as connection:
                connection.execute(content)
        migrate({**env, **ENVIRONMENT})

    with empty(kind, folder, like=shared(f"kept-{release.name}", get_out)) as env:
        yield env


def shown_by(release: str) -> dict[str, Any]:
    """Return the answers that a release keeps beside its databases, as ``tests.proofs.kept.scenes`` made them."""
    kept: dict[str, Any] = json.loads(lzma.decompress((KEPT / release / SHOWN).read_bytes()))
    return kept


def written_down(kind: str, env: dict[str, str]) -> bytes:
    """Return a database in its stored form: a file of SQLite, or SQL that any client of PostgreSQL can run."""
    if kind == SQLITE:
        folder = Path(env["CHKOBBA_VAR"])
        copy = folder / "copy.sqlite3"
        with closing(sqlite3.connect(folder / "chkobba.sqlite3")) as connection:
            connection.execute("VACUUM INTO ?", [str(copy)])
        return copy.read_bytes()
    dump = ["pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=500", env["DATABASE_URL"]]
    text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    return re.sub(r"^\\.*\n", "", text, flags=re.MULTILINE).encode()  # commands of psql


def compressed(content: bytes) -> bytes:
    """Return bytes compressed for storage."""
    return lzma.compress(content, preset=lzma.PRESET_EXTREME | 9)


def run(part: str, *arguments: str, env: dict[str, str]) -> str:
    """Run a module of this package (``__main__.py``) on a database; return its output."""
    return _run("-m", "tests.proofs.kept", part, *arguments, env=env)


def indexes(url: str) -> list[str]:
    """Return the definitions of the indexes of a PostgreSQL database, with unique ones."""
    with psycopg.connect(for_psycopg(url)) as connection:
        found = connection.execute("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname")
        return [definition for (definition,) in found]


def _run(*command: str, env: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout
