"""How fast whole moves are over HTTP, next to pgbench doing the same statements."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tqdm import tqdm

from accounts import services as accounts
from games import log
from games.management.scratch import fill, scratch_database
from games.models import Actor, Match, Visibility
from games.services import lobby
from games.services.table import Table, laid, opened

CLIENTS: Final = 8
GAME: Final = "chkobba"
OPTIONS: Final = {"target": 201, "cut": False}

SAME_STATEMENTS = """
\\set n random(1, :rows)
SELECT * FROM accounts_token JOIN accounts_player ON user_id = accounts_player.id LIMIT 1;
BEGIN;
SELECT * FROM games_match WHERE id = (SELECT id FROM bench WHERE n = :n) FOR UPDATE;
SELECT * FROM games_seat LEFT JOIN accounts_player ON player_id = accounts_player.id
  WHERE match_id = (SELECT id FROM bench WHERE n = :n) ORDER BY number;
INSERT INTO games_move (match_id, version, at, digest, seat, by, player_id, move, events, ends_round)
  SELECT id, version + 1, now(), digest, 0, 'player', creator_id, repeat('x', 60), repeat('x', 60), false
  FROM games_match WHERE id = (SELECT id FROM bench WHERE n = :n);
UPDATE games_match SET version = version + 1, snapshot = repeat('y', 220), due_at = now(),
  wake_at = now() + interval '1 day', digest = repeat('z', 64) WHERE id = (SELECT id FROM bench WHERE n = :n);
SELECT * FROM games_move WHERE match_id = (SELECT id FROM bench WHERE n = :n) ORDER BY version DESC LIMIT 10;
INSERT INTO games_answer (player_id, key, request, body, created_at)
  SELECT creator_id, gen_random_uuid()::text, repeat('r', 64), repeat('b', 3000), now()
  FROM games_match WHERE id = (SELECT id FROM bench WHERE n = :n);
COMMIT;
"""


class Script(NamedTuple):
    """A match, and the requests that play on in it."""

    length: int
    requests: list[bytes]


class Measured(NamedTuple):
    """What the clients saw in one round."""

    moves: int
    seconds: float
    latencies: list[float]
    cpu: float
    """Seconds of the web server's processes."""


def prepare(length: int, moves: int, luck: Random) -> Script:
    """Play a match of two guests up to a length, and write the requests of the moves after it without making them."""
    now = timezone.now()
    tokens = [accounts.create_guest(name, "cat", "benchmark") for name in ("Amel", "Sami")]
    wish = lobby.Wish(
        game=GAME, seats=2, options=OPTIONS, visibility=Visibility.PRIVATE, turn_seconds=86_400, autostart=True, bots={}
    )
    match = lobby.create_match(tokens[0][0].user, wish, now).match
    lobby.join_by_code(str(match.code), tokens[1][0].user, now)
    with opened(match.pk, now) as table:
        while table.match.version + len(table.rows) < length:
            play(table, luck)
    loaded = log.load(Match.objects.get(pk=match.pk))
    table = laid(loaded, now)
    requests: list[bytes] = []
    while len(requests) < moves and loaded.match.status == "running":
        version = table.match.version + len(table.rows)
        seat, move = play(table, luck)
        body = json.dumps({"move": move, "expected_version": version}).encode()
        token = tokens[0][1] if table.seats[seat].player_id == tokens[0][0].user_id else tokens[1][1]
        requests.append(
            f"POST /api/v1/matches/{match.pk}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {uuid.uuid4().hex}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
    return Script(length, requests)


def play(table: Table, luck: Random) -> tuple[int, dict[str, Any]]:
    """Play a random move at a table; return the seat and the move."""
    seat = table.seats[table.game.to_act(table.state)]
    move = luck.choice(table.game.legal_moves(table.state))
    table.move(seat, move, Actor.PLAYER, seat.player)
    return seat.number, table.game.write_move(move)


# --- the load ---------------------------------------------------------------------------------------------------------


def send_all(port: int, scripts: list[Script], seconds: float) -> tuple[list[float], list[int]]:
    """Send the requests of each script one after the other, all scripts at once; return latencies and statuses."""
    latencies: list[float] = []
    statuses: list[int] = []
    end = time.perf_counter() + seconds

    def client(requests: list[bytes]) -> None:
        line: socket.socket | None = None
        while requests and time.perf_counter() < end:
            begin = time.perf_counter()
            line = line or socket.create_connection(("127.0.0.1", port))
            line.sendall(requests.pop(0))
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += line.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            headers = head.lower()
            length = int(headers.split(b"content-length: ")[1].split(b"\r\n")[0])
            while len(body) < length:
                body += line.recv(65536)
            latencies.append(time.perf_counter() - begin)
            statuses.append(int(head.split(b" ", 2)[1]))
            if b"connection: close" in headers:
                line.close()
                line = None

    threads = [threading.Thread(target=client, args=[script.requests]) for script in scripts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return latencies, statuses


def cpu_seconds(group: int) -> float:
    """Return the CPU time that a process and its children have used."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def web_server(database: str, workers: int) -> Iterator[tuple[int, int]]:
    """Run gunicorn on a database; yields its port and its process group."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        "DATABASE_URL": database.replace("postgresql://", "postgres://"),
        "THROTTLE_PLAYER": "100000000/minute",
        "THROTTLE_ADDRESS": "100000000/minute",
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "LOG_LEVEL": "WARNING",
    }
    command = [sys.executable, "-m", "gunicorn", "chkobba_api.wsgi", "--workers", str(workers), "--preload"]
    bind = ["--bind", f"127.0.0.1:{port}", "--log-level", "error"]
    server = subprocess.Popen([*command, *bind], env=env, start_new_session=True)  # noqa: S603
    try:
        deadline = time.monotonic() + 30
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if server.poll() is not None or time.monotonic() > deadline:
                raise CommandError("gunicorn did not start.")
            time.sleep(0.1)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def pgbench(database: str, seconds: int) -> float:
    """Return how many transactions a second pgbench makes of the same statements."""
    program = shutil.which("pgbench")
    if program is None:
        raise CommandError("pgbench is not installed; it comes with PostgreSQL's server or client programs.")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SAME_STATEMENTS)
        script.flush()
        command = [program, "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(seconds), "-M", "prepared"]
        options = ["-D", "rows=1000", "-f", script.name, database]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CommandError(f"pgbench failed: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout.split("tps = ")[1].split()[0])


class Command(BaseCommand):
    """Measures moves over HTTP."""

    help = (
        "Whole moves over HTTP on PostgreSQL with gunicorn: validate, lock, append, snapshot, answer with the view. "
        "Moves a second, latency, queries and CPU time a move, next to pgbench doing the same statements in the same "
        "run, at two lengths of the match, with few and many open matches. Makes and drops a database of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how long, how often, how many."""
        parser.add_argument("--seconds", type=int, default=5, help="for each measurement")
        parser.add_argument("--rounds", type=int, default=3, help="measurements of each, in turn; medians are shown")
        parser.add_argument("--open", type=int, nargs="+", default=[1000], help="open matches (try 1000 1000000)")
        parser.add_argument("--lengths", type=int, nargs="+", default=[5, 500], help="rows of the log before")
        parser.add_argument("--workers", type=int, default=3, help="of gunicorn")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table."""
        self.stdout.write(
            f"{'open':>9}{'length':>7}{'moves/s':>9}{'pgbench/s':>11}{'ratio':>7}{'p50':>9}{'p99':>9}{'CPU/move':>10}"
        )
        for count in options["open"]:
            with scratch_database() as database:
                self._measure(database, count, options)

    def _measure(self, database: str, count: int, options: dict[str, Any]) -> None:
        call_command("migrate", verbosity=0)
        luck, seconds = Random(1), options["seconds"]
        prepare(5, 0, luck)
        fill(count, Match.objects.get())
        progress = tqdm(
            [(number, length) for number in range(options["rounds"]) for length in options["lengths"]],
            disable=not sys.stderr.isatty(),
        )
        seen: dict[int, list[tuple[Measured, float]]] = {length: [] for length in options["lengths"]}
        with web_server(database, options["workers"]) as (port, group):
            send_all(port, [prepare(5, 40, luck) for _ in range(CLIENTS)], 2)  # warms up
            for _, length in progress:
                scripts = [prepare(length, 400 * seconds, luck) for _ in range(CLIENTS)]
                before, begin = cpu_seconds(group), time.perf_counter()
                latencies, statuses = send_all(port, scripts, seconds)
                took, cpu = time.perf_counter() - begin, cpu_seconds(group) - before
                if set(statuses) != {201}:
                    raise CommandError(f"Not every move was taken: {sorted(set(statuses))}")
                measured = Measured(len(latencies), took, latencies, cpu)
                seen[length].append((measured, pgbench(database, seconds)))
        for length, results in seen.items():
            self._show(count, length, results)
        self.stdout.write(f"queries of one move: {queries_of_a_move()}")

    def _show(self, count: int, length: int, results: list[tuple[Measured, float]]) -> None:
        rate = median(one.moves / one.seconds for one, _ in results)
        peer = median(rate for _, rate in results)
        ratio = median(one.moves / one.seconds / rate for one, rate in results)
        latencies = sorted(latency for one, _ in results for latency in one.latencies)
        p50, p99 = (latencies[int(len(latencies) * share)] * 1000 for share in (0.5, 0.99))
        cpu = median(one.cpu / one.moves for one, _ in results) * 1000
        self.stdout.write(
            f"{count:>9,}{length:>7}{rate:>9,.0f}{peer:>11,.0f}{ratio:>7.1%}{p50:>6.1f} ms{p99:>6.1f} ms{cpu:>7.2f} ms"
        )


def queries_of_a_move() -> int:
    """Return how many statements one move needs, transaction control aside."""
    script = prepare(20, 1, Random(2))
    head, _, body = script.requests[0].partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    with CaptureQueriesContext(connection) as queries:
        answer = Client(headers=headers, SERVER_NAME="127.0.0.1").generic(
            "POST", lines[0].split()[1], body, "application/json", secure=True
        )
    if answer.status_code != 201:
        raise CommandError(f"A move was not taken: {answer.status_code}")
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(control) for query in queries)
