"""The speed of whole moves over HTTP, beside pgbench with the same statements and a move written the usual way."""

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
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone
from tqdm import tqdm

import tests.helpers.set_up  # noqa: F401
from accounts import services as accounts
from games import log, match_sql
from games.models import Actor, IdempotentResponse, Match, Move, Notification
from games.services.matches.locked_match import LockedMatch, as_table, locked_match
from tests.benchmarks.scratch import begun, fill, scratch_database
from tests.helpers.commands import run
from tests.helpers.eventually import attempts, until

MOST_ROUNDS: Final = 1_000_000

CLIENTS: Final = 8
GAME: Final = "chkobba"
OPTIONS: Final = {"target": 201, "cut": False}

ONE: Final = "(SELECT id FROM bench WHERE n = :n)"
"""The id of one of a thousand matches, for pgbench."""
VALUES: Final = {
    "id": ONE,
    "match_id": ONE,
    "version": f"(SELECT version + 1 FROM games_match WHERE id = {ONE})",
    "snapshot": "repeat('y', 220)",
    "digest": "repeat('z', 64)",
    "to_act": "1",
    "due_at": "now() + interval '1 day'",
    "wake_at": "now() + interval '1 day'",
    "clock": f"(SELECT clock FROM games_match WHERE id = {ONE})",
    "at": "now()",
    "seat": "0",
    "by": "'player'",
    "player_id": f"(SELECT creator_id FROM games_match WHERE id = {ONE})",
    "move": "repeat('x', 60)",
    "events": "repeat('x', 60)",
    "ends_round": "false",
    "bot": "NULL",
    "key": "gen_random_uuid()",
    "request": "repeat('r', 64)",
    "status": "201",
    "headers": "NULL",
    "body": "repeat('b', 3000)",
    "created_at": "now()",
    "kind": "'your_turn'",
    "cause": "''",
    "facts": """'{"due_at": "2026-11-22T12:00:00+00:00"}'""",
    "number": "NULL",
    "to_deliver": "false",
}
"""The values that pgbench writes in place of those of a move, of the same size."""


def same_statements() -> str:
    """Return a script for pgbench: the two statements of a move, as they stand in ``games.match_sql``."""
    header = ("snapshot", "to_act", "due_at", "wake_at", "version", "digest", "clock")
    kinds = (IdempotentResponse, Move, Notification)
    append = match_sql.append_text(header, tuple((kind, 1) for kind in kinds))
    names = [*header, "id", "expected"]
    names += [field.attname for kind in kinds for field in match_sql.inserted(kind)]
    values = {**VALUES, "expected": f"(SELECT version FROM games_match WHERE id = {ONE})"}
    for name in names:
        append = append.replace("%s", f"({values[name]})", 1)
    return f"\\set n random(1, :rows)\n{one_line(match_sql.READ.replace('%s', ONE))};\n{one_line(append)};\n"


def one_line(statement: str) -> str:
    """Join a statement into one line."""
    return " ".join(statement.split())


class Script(NamedTuple):
    """A match, and the requests that continue it."""

    length: int
    requests: list[bytes]


APPLICATIONS: Final = {"ours": {}, "usual": {"ROOT_URLCONF": "tests.benchmarks.usual"}}
"""The servers to measure and their environments: our own server, and the one to compare it with."""


class Measured(NamedTuple):
    """The measurements of the clients in one round."""

    moves: int
    seconds: float
    latencies: list[float]
    cpu: float
    """Seconds of processor time of the web server's processes."""

    @property
    def rate(self) -> float:
        """Return the moves per second."""
        return self.moves / self.seconds


class Round(NamedTuple):
    """Measurements made one after the other, to compare."""

    ours: Measured
    usual: Measured
    pgbench: float


def prepare(length: int, moves: int, luck: Random) -> Script:
    """Play a match of two guests up to a length, and write the requests of the next moves without sending them."""
    now = timezone.now()
    tokens = [accounts.create_guest(name, "cat", "benchmark") for name in ("Amel", "Sami")]
    match = begun([token.user for token, _ in tokens], GAME, OPTIONS)
    with locked_match(match.pk, now) as table:
        for _ in attempts(MOST_ROUNDS, "a match gets long enough"):
            if table.match.version + len(table.rows) >= length:
                break
            play(table, luck)
    loaded = log.load(Match.objects.get(pk=match.pk))
    table = as_table(loaded, now)
    requests: list[bytes] = []
    for _ in attempts(MOST_ROUNDS, "there are enough requests"):
        if len(requests) >= moves or loaded.match.status != "running":
            break
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


def play(table: LockedMatch, luck: Random) -> tuple[int, dict[str, Any]]:
    """Play a random move of the seat to act; return the seat and the move."""
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
        for _ in attempts(MOST_ROUNDS, "the time is up"):
            if not requests or time.perf_counter() >= end:
                break
            begin = time.perf_counter()
            line = line or socket.create_connection(("127.0.0.1", port))
            line.sendall(requests.pop(0))
            answer = b""
            for _ in attempts(MOST_ROUNDS, "an answer arrives"):
                if b"\r\n\r\n" in answer:
                    break
                answer += line.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            headers = head.lower()
            length = int(headers.split(b"content-length: ")[1].split(b"\r\n")[0])
            for _ in attempts(MOST_ROUNDS, "an answer arrives"):
                if len(body) >= length:
                    break
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


def largest_worker(group: int) -> float:
    """Return the memory of the largest worker process of a group in MB; shared pages count by their share."""
    sizes = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(stat[2]) == group and folder.name != str(group):
                rollup = (folder / "smaps_rollup").read_text()
                sizes.append(int(rollup.split("\nPss:")[1].split()[0]) / 1024)
        except OSError:
            continue
    return max(sizes, default=0.0)


@contextmanager
def web_server(database: str, workers: int, more: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Run gunicorn on a database, as in production; yield its port and its process group."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        **more,
        "DATABASE_URL": database.replace("postgresql://", "postgres://"),
        "THROTTLE_PLAYER": "100000000/minute",
        "THROTTLE_ADDRESS": "100000000/minute",
        "THROTTLE_KEYS": "100000000/hour",
        "THROTTLE_KEYS_ADDRESS": "100000000/hour",
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "LOG_FORMAT": "json",
    }
    command = [sys.executable, "-m", "gunicorn", "--workers", str(workers), "--bind", f"127.0.0.1:{port}"]
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "web.log").open("wb") as lines:
        env["PROMETHEUS_MULTIPROC_DIR"] = folder
        server = subprocess.Popen(command, env=env, start_new_session=True, stdout=lines, stderr=lines)
        yield from _serving(server, port)


def _serving(server: subprocess.Popen[bytes], port: int) -> Iterator[tuple[int, int]]:
    """Yield the port and the process group of a server as soon as it answers; stop it afterwards."""
    try:
        for _ in until(30, "gunicorn starts"):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if server.poll() is not None:
                raise CommandError("gunicorn did not start.")
            time.sleep(0.1)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def pgbench(database: str, seconds: int) -> float:
    """Return the number of transactions per second that pgbench makes with the same statements."""
    program = shutil.which("pgbench")
    if program is None:
        raise CommandError("pgbench is not installed; it comes with PostgreSQL's server or client programs.")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(same_statements())
        script.flush()
        command = [program, "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(seconds), "-M", "prepared"]
        options = ["-D", "rows=1000", "-f", script.name, database]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"pgbench failed: {done.stderr.strip()}")
    return float(done.stdout.split("tps = ")[1].split()[0])


class Command(BaseCommand):
    """Command that measures moves over HTTP."""

    help = (
        "Whole moves over HTTP on PostgreSQL with gunicorn: validate, lock, append, snapshot, answer with the view. "
        "Moves a second, latency, queries and CPU time a move, next to pgbench doing the same statements and to the "
        "same move written the usual way, in the same run, at two lengths of the match, with few and many open "
        "matches. Makes and drops a database of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: durations, rounds, sizes."""
        parser.add_argument("--seconds", type=int, default=5, help="for each measurement")
        parser.add_argument(
            "--rounds", type=int, default=3, help="number of measurements of each, alternating; shows medians"
        )
        parser.add_argument("--open", type=int, nargs="+", default=[1000], help="open matches (try 1000 1000000)")
        parser.add_argument("--lengths", type=int, nargs="+", default=[5, 500], help="rows of the log at the start")
        parser.add_argument("--workers", type=int, default=3, help="of gunicorn")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table."""
        self.stdout.write(
            f"{'open':>9}{'length':>7}{'moves/s':>9}{'pgbench/s':>11}{'ratio':>7}{'usual way':>12}"
            f"{'p50':>9}{'p99':>9}{'CPU/move':>10}"
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
        seen: dict[int, list[Round]] = {length: [] for length in options["lengths"]}
        memory = 0.0
        for _, length in progress:
            measured = {}
            for name, more in APPLICATIONS.items():
                with web_server(database, options["workers"], more) as (port, group):
                    measured[name] = self._load(port, group, length, seconds, luck)
                    if name == "ours":
                        memory = max(memory, largest_worker(group))
            seen[length].append(Round(measured["ours"], measured["usual"], pgbench(database, seconds)))
        for length, results in seen.items():
            self._show(count, length, results)
        self.stdout.write(f"queries of one move: {queries_of_a_move()}; largest worker: {memory:.0f} MB")

    def _load(self, port: int, group: int, length: int, seconds: int, luck: Random) -> Measured:
        """Let all clients play for this number of seconds, after a warm-up."""
        send_all(port, [prepare(5, 60, luck) for _ in range(CLIENTS)], 2)
        scripts = [prepare(length, 400 * seconds, luck) for _ in range(CLIENTS)]
        before, begin = cpu_seconds(group), time.perf_counter()
        latencies, statuses = send_all(port, scripts, seconds)
        took, cpu = time.perf_counter() - begin, cpu_seconds(group) - before
        if set(statuses) != {201}:
            raise CommandError(f"Some moves were refused: {sorted(set(statuses))}")
        return Measured(len(latencies), took, latencies, cpu)

    def _show(self, count: int, length: int, results: list[Round]) -> None:
        rate = median(one.ours.rate for one in results)
        peer = median(one.pgbench for one in results)
        ratio = median(one.ours.rate / one.pgbench for one in results)
        usual = median(one.ours.rate / one.usual.rate for one in results)
        latencies = sorted(latency for one in results for latency in one.ours.latencies)
        p50, p99 = (latencies[int(len(latencies) * share)] * 1000 for share in (0.5, 0.99))
        cpu = median(one.ours.cpu / one.ours.moves for one in results) * 1000
        self.stdout.write(
            f"{count:>9,}{length:>7}{rate:>9,.0f}{peer:>11,.0f}{ratio:>7.1%}{usual:>10.1f} x"
            f"{p50:>6.1f} ms{p99:>6.1f} ms{cpu:>7.2f} ms"
        )


def queries_of_a_move() -> int:
    """Return the number of statements of one move, without transaction control."""
    script = prepare(20, 1, Random(2))
    head, _, body = script.requests[0].partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    with override_settings(ALLOWED_HOSTS=["127.0.0.1"]), CaptureQueriesContext(connection) as queries:
        # from its own address, since every process counts the requests of the load
        answer = Client(headers=headers, SERVER_NAME="127.0.0.1", REMOTE_ADDR="127.0.0.2").generic(
            "POST", lines[0].split()[1], body, "application/json", secure=True
        )
    if answer.status_code != 201:
        raise CommandError(f"A move was refused: {answer.status_code}")
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(control) for query in queries)


if __name__ == "__main__":
    run(Command, "tests.benchmarks.moves")
