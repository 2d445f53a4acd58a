"""The cost and gain of partitioning the log by match: plain tables against 16 partitions by hash of the match.

Makes its own database beside the named one, with the real tables (migrate) and the real guards, and fills it. Measures
in several rounds in turn: rows appended per second (8 clients, a move each), a sweep that finds nothing, and a sweep
that claims 500 of 10,000 due matches. Prints every round and the medians, and checks that the guards of each partition
refuse.

    .venv/bin/python -m tests.benchmarks.partitions [--url postgres://postgres@127.0.0.1:5432/postgres] [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent.parent
LOG = ("games_round", "games_move", "games_tableevent")
LAYOUTS = ("plain", "partitioned")

PARTITION = (Path(__file__).parent / "partitions.sql").read_text()
"""The statements of docs/deployment.md, "Partitions"."""

MOVE = r"""
\set n random(1, :matches)
BEGIN;
SELECT id, version, snapshot FROM games_match WHERE id = md5('match' || :n)::uuid FOR UPDATE;
INSERT INTO games_move (match_id, version, at, digest, seat, by, player_id, move, events, ends_round)
    SELECT id, version + 1, now(), repeat('d', 64), 0, 'bot', NULL, '{"card":"7D","take":["7C"]}', repeat('e', 200),
        false
    FROM games_match WHERE id = md5('match' || :n)::uuid;
UPDATE games_match SET version = version + 1, snapshot = repeat('s', 230), wake_at = now() + interval '1 day'
    WHERE id = md5('match' || :n)::uuid;
COMMIT;
"""

SWEEP = """
WITH taken AS (
    SELECT id FROM games_match WHERE wake_at <= now() ORDER BY wake_at LIMIT 500 FOR UPDATE SKIP LOCKED
) UPDATE games_match SET wake_at = now() + interval '5 seconds' WHERE id IN (SELECT id FROM taken)
"""


def main() -> None:
    """Measure, and print the results."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--url", default=os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres"))
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--matches", type=int, default=100_000)
    options.add_argument("--rows", type=int, default=1_000_000, help="moves in the table at the start")
    asked = options.parse_args()
    measured: dict[tuple[str, str], list[float]] = {}
    with database(asked.url, "plain") as plain, database(asked.url, "partitioned") as partitioned:
        urls = dict(zip(LAYOUTS, (plain, partitioned), strict=True))
        for layout, url in urls.items():
            prepare(url, asked.matches, asked.rows, partitioned=layout == "partitioned")
            print(f"{layout}: guards refuse in {refusals(url)} tables", flush=True)
        for number in range(asked.rounds):
            for layout in LAYOUTS if number % 2 == 0 else LAYOUTS[::-1]:
                found = {
                    "moves/s": moves_a_second(urls[layout], asked.matches, asked.seconds),
                    "sweep of nothing, ms": sweep(urls[layout], due=0),
                    "sweep of 500 in 10,000, ms": sweep(urls[layout], due=10_000),
                    "log of a match, ms": log_of_a_match(urls[layout], asked.matches),
                }
                for what, value in found.items():
                    measured.setdefault((what, layout), []).append(value)
                shown = ", ".join(f"{what} {value:.2f}" for what, value in found.items())
                print(f"round {number + 1} {layout:12} {shown}", flush=True)
    print("\nmedians")
    for what in dict.fromkeys(what for what, _ in measured):
        plain_value, other = (statistics.median(measured[what, layout]) for layout in LAYOUTS)
        print(f"  {what:28} plain {plain_value:9.2f}   partitioned {other:9.2f}   ratio {other / plain_value:.2f}")


@contextmanager
def database(url: str, layout: str) -> Iterator[str]:
    """Make a database with the server's tables; drop it afterwards."""
    name = f"chkobba_{layout}_{uuid.uuid4().hex[:8]}"
    admin = url.replace("postgres://", "postgresql://")
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    mine = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    try:
        with tempfile.TemporaryDirectory() as var:
            env = {**os.environ, "CHKOBBA_TRYOUT": "1", "CHKOBBA_VAR": var, "DATABASE_URL": mine}
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env=env, check=True)
        yield mine.replace("postgres://", "postgresql://")
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def prepare(url: str, matches: int, rows: int, *, partitioned: bool) -> None:
    """Fill the tables, and partition the log as docs/deployment.md says."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO accounts_player (id, password, is_superuser, username, nickname, avatar, is_active, is_staff,"
            " created_at) VALUES (gen_random_uuid(), '', false, NULL, 'Amel', 'cat', true, false, now())"
        )
        connection.execute(
            """INSERT INTO games_match (id, game, rules_version, options, seat_count, visibility, turn_seconds,
                   autostart, creator_id, status, created_at, seed, commitment, version, digest, touched, snapshot,
                   to_act, wake_at, clock)
               SELECT md5('match' || n)::uuid, 'chkobba', 1, '{}', 2, 'public', 86400, false,
                   (SELECT id FROM accounts_player), 'running', now(), repeat('a', 64), repeat('b', 64), %(each)s,
                   repeat('d', 64), 0, repeat('s', 230), 0, now() + interval '1 day', '{}'
               FROM generate_series(1, %(matches)s) n""",
            {"each": rows // matches, "matches": matches},
        )
        connection.execute(
            """INSERT INTO games_move (match_id, version, at, digest, seat, by, move, events, ends_round)
               SELECT md5('match' || n)::uuid, v, now(), repeat('d', 64), 0, 'bot', '{"card":"7D","take":["7C"]}',
                   repeat('e', 200), false
               FROM generate_series(1, %(each)s) v, generate_series(1, %(matches)s) n""",
            {"each": rows // matches, "matches": matches},
        )
        if partitioned:
            begin = time.perf_counter()
            with connection.transaction():
                connection.execute(PARTITION)
            print(f"partitioning {rows:,} moves took {time.perf_counter() - begin:.1f} s", flush=True)
        connection.execute("VACUUM ANALYZE")


def refusals(url: str) -> int:
    """Return the number of tables of the log, with partitions, whose rows can neither be changed nor removed.

    Raises AssertionError where a row of a table can be changed or removed.
    """
    with psycopg.connect(url) as connection:
        connection.execute(
            "INSERT INTO games_round (match_id, version, at, digest, number, attempt, kind, deck, events)"
            " SELECT id, 1000000, now(), '', 0, 0, 'deck', '[]', '[]' FROM games_match"
        )
        connection.execute(
            "INSERT INTO games_tableevent (match_id, version, at, digest, type, by, data)"
            " SELECT id, 1000001, now(), '', 'started', 'bot', '{}' FROM games_match"
        )
        connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        tables = [
            name
            for table in LOG
            for (name,) in connection.execute(
                "SELECT relid::regclass::text FROM pg_partition_tree(%s) UNION SELECT %s", (table, table)
            )
        ]
        for table in tables:
            for statement in (f"UPDATE {table} SET digest = ''", f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
                try:
                    with connection.transaction():
                        connection.execute(statement)
                except psycopg.errors.IntegrityConstraintViolation:
                    continue
                raise AssertionError(f"{statement} was not refused")
        connection.rollback()
    return len(tables)


def moves_a_second(url: str, matches: int, seconds: int) -> float:
    """Return the accepted moves per second of 8 clients."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(MOVE)
        script.flush()
        command = ["pgbench", "-n", "-c", "8", "-j", "2", "-T", str(seconds), "-M", "prepared"]
        options = ["-D", f"matches={matches}", "-f", script.name, url]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
    return float(next(line for line in done.stdout.splitlines() if line.startswith("tps")).split()[2])


def sweep(url: str, due: int) -> float:
    """Return the milliseconds of a sweep, as the median of 20."""
    with psycopg.connect(url, autocommit=True) as connection:
        times = []
        for _ in range(20):
            connection.execute("BEGIN")
            if due:
                connection.execute(
                    "UPDATE games_match SET wake_at = now() - interval '1 second' WHERE id IN"
                    " (SELECT id FROM games_match LIMIT %s)",
                    (due,),
                )
            begin = time.perf_counter()
            connection.execute(SWEEP)
            times.append((time.perf_counter() - begin) * 1000)
            connection.execute("ROLLBACK")
    return statistics.median(times)


def log_of_a_match(url: str, matches: int) -> float:
    """Return the milliseconds of reading the log of one match, as the median of 200."""
    with psycopg.connect(url, autocommit=True) as connection:
        times = []
        for number in range(1, 201):
            begin = time.perf_counter()
            connection.execute(
                "SELECT * FROM games_move WHERE match_id = md5('match' || %s)::uuid ORDER BY version",
                (str(number * 31 % matches + 1),),
            ).fetchall()
            times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
