"""The cost of finding and playing due matches, independent of the number of open matches."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from tempfile import TemporaryFile
from typing import IO, Any, Final

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

import tests.helpers.set_up  # noqa: F401
from games.due_work import GOES_ON, HANDS, LOOKED_AT
from games.models import Match
from games.services import due_matches
from games.services.dispatch.dispatch import RUN_DUE_MATCHES, Due
from games.services.due_matches import LEASE
from tests.benchmarks.moves import prepare
from tests.benchmarks.scratch import fill, scratch_database
from tests.helpers.commands import run
from tests.helpers.eventually import eventually

DUE: Final = 1000
PLAYED: Final = 100
"""The number of due matches that two workers get."""


class Stopwatch:
    """Wrapper of database queries that counts their time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], *query: Any) -> Any:
        """Run a statement, and add its time."""
        begin = time.perf_counter()
        try:
            return execute(*query)
        finally:
            self.seconds += time.perf_counter() - begin


def make_due(count: int) -> None:
    """Make this number of matches due, and no others."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_match SET wake_at = now() + interval '1 day' WHERE wake_at < now() + '1 hour'")
        cursor.execute(
            "UPDATE games_match SET due_at = now() - interval '1 second', wake_at = now() - interval '1 second', "
            "clock = jsonb_set(clock, '{due_at}', to_jsonb(now() - interval '1 second')) "
            "WHERE id IN (SELECT id FROM bench ORDER BY n LIMIT %s)",
            [count],
        )


def plan() -> str:
    """Return the query plan by which the database finds due matches."""
    due = Match.objects.filter(wake_at__lte=timezone.now()).order_by("wake_at")
    return str(due.values_list("pk")[:LOOKED_AT].explain(analyze=True))


@contextmanager
def workers(database: str, count: int) -> Iterator[str]:
    """Run Celery workers with their own database and queue; yield the queue."""
    queue = f"benchmark_{uuid.uuid4().hex}"
    env = {**os.environ, "DATABASE_URL": database.replace("postgresql://", "postgres://"), "CELERY_QUEUE": queue}
    command = [sys.executable, "-m", "celery", "-q", "-A", "chkobba_api", "worker", "--concurrency", "1"]
    with TemporaryFile("w+") as said:
        running = [
            subprocess.Popen([*command, "-n", f"{number}@%h"], env=env, stdout=said, stderr=said)
            for number in range(count)
        ]
        try:
            eventually(lambda: _read(said).count(" ready.") >= count, seconds=60)
            yield queue
        except AssertionError:
            sys.stderr.write(_read(said))
            raise
        finally:
            for worker in running:
                worker.terminate()
            for worker in running:
                worker.wait()


def _read(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def _database_time(do: Callable[[], object]) -> float:
    """Return the seconds that the database takes for a function."""
    stopwatch = Stopwatch()
    with connection.execute_wrapper(stopwatch):
        do()
    return stopwatch.seconds


def _take_all() -> None:
    found = due_matches.DUE_MATCHES[Due.DEADLINE].waiting(timezone.now())
    taken = sum(due_matches.take(Due.DEADLINE, one, timezone.now()) for one in found)
    if taken != DUE:
        raise CommandError(f"{taken} of {DUE} due matches were found.")


def _sweep_matches() -> dict[Due, int]:
    """Sweep, and return the number of workers that each kind of due work of matches needs."""
    due_matches.sweep(timezone.now())
    return {kind: len(work.due_keys(timezone.now(), HANDS)) for kind, work in due_matches.DUE_MATCHES.items()}


class Command(BaseCommand):
    """Command that measures the sweep."""

    help = (
        f"With many open matches of which {DUE:,} are due: what a sweep and taking up a match cost the database, by "
        f"which plan, and how soon two workers have played {PLAYED} of them. Makes and drops a database of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: sizes and rounds."""
        parser.add_argument("--open", type=int, nargs="+", default=[1000, 1_000_000], help="open matches")
        parser.add_argument("--rounds", type=int, default=5, help="number of measurements of each; shows medians")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print the results."""
        for count in options["open"]:
            with scratch_database() as database:
                call_command("migrate", verbosity=0)
                prepare(5, 0, Random(1))
                begin = time.perf_counter()
                fill(count, Match.objects.get())
                self.stdout.write(f"{count:,} open matches (made in {time.perf_counter() - begin:.0f} s)")
                self._sweep(count, options["rounds"])
                self._play(database, options["rounds"])

    def _sweep(self, open_matches: int, rounds: int) -> None:
        idle, busy, taking = [], [], []
        for _ in range(rounds):
            make_due(0)
            idle.append(_database_time(_sweep_matches))
            make_due(DUE)
            busy.append(_database_time(_sweep_matches))
            taking.append(_database_time(_take_all) / DUE)
        self.stdout.write(
            f"  database time of a sweep: {median(idle) * 1000:.1f} ms with nothing due, "
            f"{median(busy) * 1000:.1f} ms with {DUE:,} due; of taking up one of them {median(taking) * 1000:.1f} ms"
        )
        make_due(DUE)
        found = plan()
        self.stdout.write("  " + found.replace("\n", "\n  "))
        if "Seq Scan" in found and open_matches > 100 * DUE:  # a sequential scan is fine for few matches
            raise CommandError("The sweep reads matches that are not due.")

    def _play(self, database: str, rounds: int) -> None:
        if settings.CELERY_BROKER_URL.startswith("filesystem"):
            raise CommandError("Two workers need a real broker: set CELERY_BROKER_URL.")
        took = []
        with workers(database, 2) as queue:
            for _ in range(rounds):
                make_due(PLAYED)
                begin = time.perf_counter()
                for _ in range(_sweep_matches()[Due.DEADLINE]):
                    until = time.time() + GOES_ON
                    current_app.send_task(RUN_DUE_MATCHES, [Due.DEADLINE, until], queue=f"{queue}-clock")
                eventually(
                    lambda: not Match.objects.filter(wake_at__lte=timezone.now() + LEASE).exists(),
                    seconds=60,
                    every=0.02,
                )
                took.append(time.perf_counter() - begin)
        self.stdout.write(f"  {PLAYED} due matches played by two workers in {median(took):.2f} s")


if __name__ == "__main__":
    run(Command, "tests.benchmarks.sweep")
