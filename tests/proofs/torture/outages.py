"""Outages of the database and of the sweep: the server reports them, times no player out, and recovers by itself.

python -m tests.proofs.torture.outages                       # 30 s without database, 10 minutes without beat
python -m tests.proofs.torture.outages --database 5 --beat 40
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
from tqdm import tqdm

from tests.helpers.eventually import during, eventually, pause
from tests.proofs.torture import BROKER
from tests.proofs.torture.stack import Stack, production

SWEEP = 2.0
RECOVERY = SWEEP + 30
"""Seconds after an outage within which all matches go on."""
TIMEOUT = 10.0
"""Seconds within which a request is answered during any outage."""


class Table:
    """A match of one guest against a bot."""

    def __init__(self, stack: Stack, turn_seconds: int = 86_400) -> None:
        self.http = httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=30)
        token = self.http.post("players/guests", json={"nickname": "Amel"}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True, "turn_seconds": turn_seconds}
        self.id = self.http.post("matches", json=wish).json()["id"]

    def view(self) -> dict[str, Any]:
        """Return the match as the guest sees it."""
        return dict(self.http.get(f"matches/{self.id}").json())

    def my_turn(self, seconds: float = RECOVERY) -> dict[str, Any]:
        """Wait for the bot and return the view. Raises AssertionError when it takes too long."""
        return eventually(lambda: (view := self.view()).get("legal_moves") and view, seconds)

    def move(self, view: dict[str, Any]) -> httpx.Response:
        """Play the first legal move."""
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        return self.http.post(f"matches/{self.id}/moves", json=body)


def wait(seconds: float, what: str) -> None:
    """Sleep and show the progress."""
    for _ in tqdm(range(int(seconds)), desc=what, unit="s", disable=not sys.stderr.isatty()):
        pause(1, what)


def without_database(stack: Stack, seconds: float) -> None:
    """Every request gets a problem document in time without the database; service recovers by itself."""
    tables = [Table(stack) for _ in range(5)]
    views = [table.my_turn() for table in tables]
    stack.cluster.stop("fast")
    stopped = time.monotonic()
    took: list[float] = []
    for _ in during(seconds, "the database is away"):
        table, view = tables[len(took) % 5], views[len(took) % 5]
        begin = time.monotonic()
        answer = table.move(view) if len(took) % 2 else table.http.get("me/matches")
        took.append(time.monotonic() - begin)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (503, "unavailable"), answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert took[-1] < TIMEOUT
        time.sleep(0.2)
    stack.cluster.start()
    back = time.monotonic()
    for table in tables:
        answer = table.move(table.my_turn())
        assert answer.status_code == 201, answer.text
        table.my_turn()
    print(
        f"database away for {back - stopped:.0f} s: {len(took)} requests, all answered 503, "
        f"in {statistics.median(took):.2f} s (median), {max(took):.2f} s (longest); "
        f"{len(tables)} matches went on, bots included, {time.monotonic() - back:.1f} s after it was back"
    )


def until_swept(stack: Stack) -> None:
    """Wait until a new sweep has begun, and has had time to end. Raises AssertionError when none does."""
    with psycopg.connect(stack.cluster.url.replace("postgres://", "postgresql://"), autocommit=True) as database:
        now = database.execute("SELECT now()").fetchone()
        eventually(lambda: database.execute("SELECT 1 FROM games_lastsweep WHERE at > %s", now).fetchone(), RECOVERY)
    pause(SWEEP, "the sweep ends")


def without_sweep(stack: Stack, seconds: float) -> None:
    """While beat is off, no player is timed out; deadlines are put off; a bot whose wake-up was lost moves again."""
    until_swept(stack)  # this outage is compensated for: it puts off none of the deadlines below
    hasty, patient, lasting = Table(stack, turn_seconds=20), Table(stack), Table(stack, turn_seconds=int(seconds) + 60)
    view, lasting_view = hasty.my_turn(), lasting.my_turn()
    due, lasting_due = (datetime.fromisoformat(one["due_at"]) for one in (view, lasting_view))
    patient_view = patient.my_turn()
    until_swept(stack)  # so both deadlines ran when the outage began
    stack.kill("beat")
    for name in [name for name in stack.names if name.startswith("worker")]:
        stack.kill(name)
    assert patient.move(patient_view).status_code == 201
    stack.wipe_broker()  # loses the wake-up for the bot
    off = time.monotonic()
    wait(seconds, "without beat")
    still = hasty.view()
    assert (still["version"], still["seats"][0]["missed_turns"]) == (view["version"], 0)
    stack.start("beat")
    for name in [name for name in stack.names if name.startswith("worker")]:
        stack.start(name)
    away, back = time.monotonic() - off, time.monotonic()
    eventually(lambda: datetime.fromisoformat(hasty.view()["due_at"]) != due, RECOVERY)
    later = datetime.fromisoformat(hasty.view()["due_at"]) - due
    assert later >= timedelta(seconds=seconds - SWEEP), f"postponed by {later}"
    lasting_later = datetime.fromisoformat(lasting.view()["due_at"]) - lasting_due
    assert lasting_later == later, "a deadline after the return was postponed by a different time"
    assert hasty.view()["seats"][0]["missed_turns"] == 0
    patient.my_turn()
    recovered = time.monotonic() - back
    assert hasty.move(hasty.view()).status_code == 201
    print(
        f"nobody swept for {away:.0f} s: a deadline in that time, and one after it, were put off by "
        f"{later.total_seconds():.0f} s, nobody was timed out, a bot that nobody woke moved {recovered:.1f} s after "
        "beat and workers were started"
    )


def main() -> int:
    """Read the command line, and cause the outages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", type=float, default=30, help="seconds without database")
    parser.add_argument("--beat", type=float, default=600, help="seconds without beat, 40 at least")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with production(options.broker) as stack:
        without_database(stack, options.database)
        without_sweep(stack, options.beat)
        print(stack.manage("verify_matches").strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
