"""A migration of a million matches while guests play: no query waits for long.

The old release serves the guests all the time, with its own PostgreSQL. Their matches are copied up to the requested
number, with seats and stored answers, but not their logs, which no migration touches. Then the new release migrates,
and the proof reads all locks fifty times a second. It measures how long ``migrate`` holds a lock that blocks reads or
writes, and how long others wait for it.

    python -m tests.proofs.torture.migrating                     # to a made-up next release; 1,000,000 matches
    python -m tests.proofs.torture.migrating COMMIT --matches 2000                   # from an earlier one to this one
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final

import psycopg

from tests.helpers.eventually import attempts, pause_async
from tests.proofs.torture import BROKER
from tests.proofs.torture.players import Players, lost
from tests.proofs.torture.releases import releases
from tests.proofs.torture.stack import Stack, production

LIMIT: Final = 3.0
"""The most seconds to hold a lock, or to wait for it."""
MIGRATE: Final = "torture_migrate"
"""The name of the session that migrates."""
TEMPLATES: Final = 20.0
"""Seconds in which guests play the matches to copy."""
ANSWERS: Final = 5
"""The number of matches for each stored answer: answers are kept for a day."""

ID: Final = "('01900000' || lpad(to_hex({}), 24, '0'))::uuid"
"""Ids grow with time, as those of the server do."""
PLAN: Final = """
CREATE TABLE torture_plan AS SELECT n, templates.id AS template, {id} AS id,
  CASE WHEN n % {every} = 0
    THEN (SELECT min(id) FROM games_idempotentresponse) + n % (SELECT count(*) FROM games_idempotentresponse) END AS
    answer
FROM generate_series(1, {count}) AS n JOIN (
  SELECT row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS many, id FROM games_match
) AS templates ON templates.place = n % templates.many
"""
COPY: Final = "INSERT INTO {table} ({columns}) SELECT {values} FROM torture_plan JOIN {table} ON {where}"
MATCH: Final = {
    "id": "torture_plan.id",
    "code": "NULL",
    "rematch_of_id": f"CASE WHEN n % 5 = 0 THEN {ID.format('n - 1')} END",
    "due_at": "due_at + interval '9 days' + n * interval '1 second'",
    "wake_at": "wake_at + interval '9 days' + n * interval '1 second'",
}
OF_MATCH: Final = {"match_id": "torture_plan.id"}

LOCKS: Final = """
SELECT activity.application_name = %(migrate)s, lock.virtualtransaction, lock.relation, lock.mode, lock.granted,
  extract(epoch FROM clock_timestamp() - lock.waitstart)::float,
  CASE WHEN NOT lock.granted THEN EXISTS (
    SELECT FROM pg_stat_activity WHERE application_name = %(migrate)s AND pid = ANY(pg_blocking_pids(lock.pid))
  ) END
FROM pg_locks lock JOIN pg_stat_activity activity ON activity.pid = lock.pid WHERE lock.pid <> pg_backend_pid()
"""
KEEPING_OUT: Final = {"ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"}
"""Locks of a table that block reads or writes."""


@dataclass
class Step:
    """The cost of one migration."""

    name: str
    begin: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    held: float = 0.0
    what: str = ""
    """The lock held longest."""
    waited: float = 0.0
    """The longest wait for it in seconds."""

    def __str__(self) -> str:
        lock = f"{self.held:.2f} s ({self.what})" if self.held else "none"
        return f"{self.name:<44} {self.seconds:7.1f} s   longest lock {lock}; others waited {self.waited:.2f} s"


class Watch:
    """A thread that watches the locks of PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgres://", "postgresql://")
        self.steps = [Step("before the first")]
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Watch:
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.thread.join()
        self.steps[-1].seconds = time.monotonic() - self.steps[-1].begin

    def next(self, name: str) -> None:
        """Note the start of the next migration."""
        self.steps[-1].seconds = time.monotonic() - self.steps[-1].begin
        self.steps.append(Step(name))

    def _watch(self) -> None:
        since: dict[tuple[str, int, str], float] = {}
        with psycopg.connect(self.url, autocommit=True) as connection:
            tables = dict(connection.execute("SELECT oid, relname FROM pg_class WHERE relkind = 'r'").fetchall())
            for _ in attempts(1_000_000, "the migrations end"):
                if self.over.wait(0.02):
                    break
                now, step, before = time.monotonic(), self.steps[-1], since
                since = {}
                for migrates, session, table, mode, granted, waits, for_it in connection.execute(
                    LOCKS, {"migrate": MIGRATE}
                ):
                    if migrates and granted and table in tables and mode in KEEPING_OUT:
                        key = session, table, mode
                        since[key] = before.get(key, now - 0.02)
                        if now - since[key] > step.held:
                            step.held, step.what = now - since[key], f"{mode} on {tables[table]}"
                    elif for_it:
                        step.waited = max(step.waited, waits or 0.0)


def fill(url: str, count: int) -> None:
    """Copy the existing matches until there are this many."""
    with psycopg.connect(url.replace("postgres://", "postgresql://"), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # no check of keys and no guards: copies are right
        connection.execute("SET synchronous_commit = off")
        connection.execute(PLAN.format(count=count, every=ANSWERS, id=ID.format("n")))
        connection.execute("ANALYZE torture_plan")
        _copy(connection, "games_idempotentresponse", "games_idempotentresponse.id = answer", {"key": "'copy ' || n"})
        _copy(connection, "games_seat", "games_seat.match_id = template", OF_MATCH)
        _copy(connection, "games_match", "games_match.id = template", MATCH)
        connection.execute("DROP TABLE torture_plan")
        connection.execute("ANALYZE")


def _copy(connection: psycopg.Connection, table: str, where: str, new: dict[str, str]) -> None:
    found = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_identity = 'NO'", [table]
    )
    columns = [name for (name,) in found]
    values = [new.get(name, f"{table}.{name}") for name in columns]
    connection.execute(COPY.format(table=table, columns=", ".join(columns), values=", ".join(values), where=where))


def migrate(stack: Stack, new: Path, watch: Watch) -> None:
    """Run ``migrate`` of the new release. Raises RuntimeError when it fails."""
    env = stack.env | {"PGAPPNAME": MIGRATE, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "manage.py", "migrate", "--no-color"]
    said = ""
    with subprocess.Popen(command, cwd=new, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        for _ in attempts(100_000, "migrate ends"):
            if not (piece := os.read(process.stdout.fileno(), 4096).decode()):
                break
            said += piece
            for name in re.findall(r"Applying (\S+)\.\.\.", said)[len(watch.steps) - 1 :]:
                watch.next(name)
    if process.returncode:
        raise RuntimeError(f"migrate failed: {said}")
    print(f"{said.count('trying again')} times migrate gave a lock up and tried again")


async def play(stack: Stack, new: Path, players: Players, tables: int, count: int) -> Watch:
    """Let the guests play before and during the migration; return its steps."""
    playing = [asyncio.create_task(players.sit(number)) for number in range(tables)]
    await pause_async(TEMPLATES, "matches are played that are copied")
    begin = time.monotonic()
    await asyncio.to_thread(fill, stack.cluster.url, count)
    print(f"{count} matches in {time.monotonic() - begin:.0f} s; {players.count()}", flush=True)
    players.slowest = 0.0
    with Watch(stack.cluster.url) as watch:
        await asyncio.to_thread(migrate, stack, new, watch)
    print(f"migrated; {players.count()}", flush=True)
    await players.end(playing, seconds=10)
    return watch


def too_long(steps: list[Step]) -> list[str]:
    """Return the migrations that held a lock, or made others wait, for too long."""
    return [str(step) for step in steps if max(step.held, step.waited) > LIMIT]


def main() -> int:
    """Read the command line, migrate, and print the costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", help="of an earlier release")
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=8, help="at which guests play meanwhile")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with releases(options.commit) as (old, new), production(options.broker, release=old) as stack:
        players = Players(stack)
        watch = asyncio.run(play(stack, new, players, options.tables, options.matches))
        gone = lost(stack.cluster.url, players.acknowledged)
    for step in watch.steps[1:]:
        print(step)
    print(f"{sum(step.seconds for step in watch.steps[1:]):.0f} s in all; {players.count()}, {len(gone)} of them lost")
    wrong = [*players.wrong, *gone, *too_long(watch.steps)]
    wrong += [] if watch.steps[1:] else ["nothing was migrated"]
    for one in wrong[:20]:
        print(f"WRONG: {one}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
