"""The server of the year: its own PostgreSQL and Redis, a web process, workers that may die, and no beat.

The simulation replaces beat: it jumps to the next sweep that finds something, and sends the messages of beat. Sweeps
that would find nothing are only recorded.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import psycopg
import redis
from celery import Celery
from kombu import Connection

from tests.helpers.eventually import during, until
from tests.proofs.live.server import free_port
from tests.proofs.torture.stack import Stack, begin
from tests.proofs.torture.year.clock import EPOCH, STARTING, SharedClock

SWEEP: Final = timedelta(seconds=5)
"""The time between two sweeps."""
FOUND_AFTER: Final = timedelta(seconds=1)
"""The time for which the sweep leaves a match to a woken worker."""
WORKERS: Final = 2
PATIENCE: Final = 120.0
"""Seconds of the machine's clock within which all due work is done."""

DUE: Final = """SELECT LEAST(
    (SELECT min(wake_at) FROM games_match WHERE status IN ('lobby', 'running')),
    (SELECT min(send_at) FROM games_delivery WHERE state = 'waiting'),
    (SELECT min(wake_at) FROM games_availabilitychange),
    (SELECT min(wake_at) FROM games_matchendjob),
    (SELECT min(at) FROM games_notification WHERE to_deliver))"""


class YearStack(Stack):
    """All processes, and their clock."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.redis_port = free_port()
        many = dict.fromkeys(("THROTTLE_MATCHES_ADDRESS", "THROTTLE_CHANNELS_ADDRESS"), "1000000/minute")
        super().__init__(
            folder,
            f"redis://127.0.0.1:{self.redis_port}/0",
            webs=1,
            workers=WORKERS,
            BOT_PACE="0",
            CACHE_URL="locmemcache://",
            LOG_LEVEL="ERROR",
            TOKEN_DAYS="800",
            WEBHOOKS_ANYWHERE="1",
            YEAR_CLOCK=str(folder / "clock"),
            **many,
            **settings,
        )
        self.names.remove("beat")
        self.clock = SharedClock(folder / "clock")
        self.sweeps = True
        """True while workers and broker run."""
        self.away: list[tuple[datetime, datetime]] = []
        """Outages: from the last sweep before to the first one after."""
        self.longest_quiet = 0.0

    # --- processes ----------------------------------------------------------------------------------------------------

    def start(self, name: str) -> None:
        """Start a process that follows the clock, or the broker."""
        kind, _, number = name.partition("-")
        command = {
            "redis": ["redis-server", "--port", str(self.redis_port), "--save", "", "--bind", "127.0.0.1"],
            "web": [sys.executable, "-m", "tests.proofs.torture.year.process", "web", str(self.port_of(name))],
            "worker": [sys.executable, "-m", "tests.proofs.torture.year.process", "worker", number],
        }[kind]
        if kind == "worker":
            self.clock.note_tasks(int(number), *STARTING)
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=self.root, env=self.env, stdout=log, stderr=log, start_new_session=True
            )

    def open(self, at: datetime) -> None:
        """Start the server at a moment."""
        self.clock.set(at)
        self.start("redis")
        for name in self.names:
            self.start(name)
        self.wait_until_ready_to_work()
        self.database = psycopg.connect(self.cluster.url.replace("postgres://", "postgresql://"), autocommit=True)
        self.broker_line = redis.Redis(port=self.redis_port)
        self.tasks = Celery(set_as_current=False)
        self.sweep()

    def wait_until_ready_to_work(self) -> None:
        """Wait until the web process listens; it is not ready before the first sweep."""
        for _ in until(PATIENCE, f"the server answers (logs: {self.folder})"):
            try:
                httpx.get(f"{self.urls[0]}/api/v1/server", timeout=5)
            except httpx.HTTPError:
                time.sleep(0.2)
            else:
                return

    def ask(self, query: str, *values: Any) -> Sequence[Any]:
        """Run a query on the database."""
        return self.database.execute(query.encode(), values).fetchall()

    # --- time ---------------------------------------------------------------------------------------------------------

    def next_due(self) -> datetime | None:
        """Return the first sweep that finds something; None if nothing waits, or no sweep runs."""
        if not self.sweeps:
            return None
        due = self.ask(DUE)[0][0]
        if due is None:
            return None
        passed = max(due + FOUND_AFTER, self.clock.now()) - EPOCH
        return EPOCH + ceil(passed / SWEEP) * SWEEP

    def go_to(self, at: datetime) -> None:
        """Set the time. If sweeps run, nothing was due until then."""
        if self.sweeps:
            self.database.execute("UPDATE games_lastsweep SET at = GREATEST(at, %s)", [at - SWEEP])
        self.clock.set(at)

    def send(self, task: str, queue: str = "") -> None:
        """Send a message of beat."""
        with Connection(self.broker) as line:  # the environment of this process takes precedence over ``broker``
            self.tasks.send_task(task, queue=self.env["CELERY_QUEUE"] + queue, connection=line)

    def sweep(self) -> None:
        """Do the work of beat every few seconds, and wait until all workers are done."""
        self.send("games.sweep")
        self.send("games.send_notifications")
        self.quiet()

    def quiet(self) -> None:
        """Wait until all workers are idle, with empty queues. Raises RuntimeError when that never comes."""
        if not self.sweeps:
            return
        begin = time.monotonic()
        for _ in during(PATIENCE, "workers come to rest"):
            if not self._is_busy():
                break
            time.sleep(0.001)
        else:
            raise RuntimeError(f"workers are still busy at {self.clock.now()}: {self._what_goes_on()}")
        self.longest_quiet = max(self.longest_quiet, time.monotonic() - begin)

    def _what_goes_on(self) -> str:
        """Return why workers are not idle, since the folder with their logs will be deleted."""
        waiting = [self.broker_line.llen(name) for name in self._queues]
        tasks = [self.clock.tasks(number) for number in range(WORKERS)]
        lines = [f"{line['cmd']} {line['flags']}" for line in self.broker_line.client_list()]
        logs = ["".join((self.folder / f"worker-{number}.log").read_text()[-1500:]) for number in range(WORKERS)]
        return "\n".join([f"{waiting} wait, tasks {tasks}, the broker's lines {lines}", *logs])

    @property
    def _queues(self) -> list[str]:
        return [self.env["CELERY_QUEUE"] + kind for kind in ("", "-sweeps", "-clock", "-background", "-bots")]

    def _is_busy(self) -> bool:
        """Return whether a task waits for a worker, or a running worker is busy.

        An idle worker waits in the broker's BRPOP, and calls it again when its task has ended (``--pool solo``). Both
        are read in one transaction of the broker. ``unacked`` does not help. A message gets there a moment after it was
        taken, and stays there for an hour if its worker was killed in that moment.
        """
        ready = sum(self.clock.tasks(number) != STARTING for number in range(WORKERS))
        with self.broker_line.pipeline(transaction=True) as asked:
            for queue in self._queues:
                asked.llen(queue)
            asked.client_list()
            *waiting, lines = asked.execute()
        held = sum(line["cmd"] == "brpop" and "b" in line["flags"] for line in lines)
        return any(waiting) or held < ready

    # --- failures -----------------------------------------------------------------------------------------------------

    def fail(self, what: str) -> None:
        """Kill all workers, or the broker with all its messages; from now on no sweep runs."""
        self.database.execute("UPDATE games_lastsweep SET at = %s", [self.clock.now()])
        self.sweeps = False
        self.failed_at = self.clock.now()
        for name in [f"worker-{number}" for number in range(WORKERS)] if what == "workers" else ["redis"]:
            self.kill(name)

    def recover(self) -> None:
        """Start the missing processes, and sweep for the first time."""
        for name in ["redis", *(f"worker-{number}" for number in range(WORKERS))]:
            if name.startswith("worker") and "redis" not in self.processes:
                raise RuntimeError("start the broker first")
            if name not in self.processes:
                self.start(name)
        for _ in until(PATIENCE, "the broker answers"):
            try:
                if self.broker_line.ping():
                    break
            except redis.RedisError:
                time.sleep(0.05)
        self.away.append((self.failed_at, self.clock.now()))
        self.sweeps = True
        self.sweep()

    def kill_in_the_middle(self) -> None:
        """Kill a worker while it has work, and start another one in its place."""
        self.send("games.sweep")
        self.send("games.send_notifications")
        self.kill("worker-0")
        self.start("worker-0")


@contextmanager
def opened(at: datetime, **settings: str) -> Iterator[YearStack]:
    """Start everything at a moment; remove all of it afterwards."""
    with TemporaryDirectory(prefix="chkobba-year-") as folder:
        stack = YearStack(Path(folder), **settings)
        try:
            begin(stack)
            stack.open(at)
            yield stack
        finally:
            for name in list(stack.processes):
                stack.kill(name)
            stack.cluster.stop()
