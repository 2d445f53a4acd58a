"""Guests make bots play long matches for no player; a bystander's bot and clock must not wait for them.

Scopa with three seats, two bots, the highest target and margin, then ``resign``: two bots then played thousands of
rows. A guest can still leave a match to the server without resigning: turns are missed until the autopilot plays. One
guest does both as far as the limits allow, and so do others of the same address.

Meanwhile the sweep comes in time, the server is ready, and no outage is recorded. One worker with two processes does
all the work.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from threading import Event, Thread
from typing import Any, Final

import httpx
import psycopg

from tests.helpers.eventually import LONG, attempts, during, pause, until
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

MATCHES: Final = 115
GUESTS: Final = 5
BOUND: Final = 2.0
"""Seconds in which the bystander's bot answers."""
CLOCK_BOUND: Final = 12.0
"""Seconds in which the clock plays for the bystander: a sweep, and the load of the second queue."""

SWEPT: Final = 5.0
"""Seconds after which the next sweep has run."""


class Watch:
    """A thread that watches the sweep and the readiness of the server while its context is open."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.oldest = 0.0
        """The longest time without a sweep, in seconds."""
        self.looks = 0
        self.unready: Counter[str] = Counter()
        """The answers of ``/readyz`` in place of 200."""
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        url = self.stack.cluster.url.replace("postgres://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as database, httpx.Client(timeout=10) as http:
            for _ in during(3600, "the attack goes on"):
                if self._over.wait(0.5):
                    break
                row = database.execute(
                    "SELECT extract(epoch FROM clock_timestamp() - at) FROM games_lastsweep"
                ).fetchone()
                self.oldest = max(self.oldest, float(row[0]) if row else 0.0)
                self.looks += 1
                try:
                    said = str(http.get(f"{self.stack.urls[0]}/readyz").status_code)
                except httpx.HTTPError as error:
                    said = type(error).__name__
                if said != "200":
                    self.unready[said] += 1

    def found(self) -> Iterator[Finding]:
        """Yield the findings of the watch."""
        url = self.stack.cluster.url.replace("postgres://", "postgresql://")
        with psycopg.connect(url, autocommit=True) as database:
            row = database.execute("SELECT count(*) FROM games_outage").fetchone()
        text = f"never more than {self.oldest:.1f} s without a sweep, in {self.looks} looks (bound {SWEPT:.0f} s)"
        yield Finding(self.looks > 0 and self.oldest <= SWEPT, text)
        yield Finding(not self.unready, f"/readyz was always 200, but for {dict(self.unready)}")
        yield Finding(row == (0,), f"outages that were recorded: {row and row[0]}")


class Guest:
    """A player with a token, at an address."""

    def __init__(self, stack: Stack, nickname: str, address: str) -> None:
        self.http = httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=60)
        self.http.headers["X-Forwarded-For"] = address
        token = self.http.post("players/guests", json={"nickname": nickname}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"

    def make(self, **wish: Any) -> httpx.Response:
        """Make a match that starts at once."""
        return self.http.post("matches", json={"autostart": True, "turn_seconds": 10, **wish})

    def view(self, match: str) -> dict[str, Any]:
        """Return a match as the guest sees it."""
        for _ in attempts(120, "a request is not one too many"):
            if (answer := self.http.get(f"matches/{match}")).status_code != 429:
                break
            pause(1, "as the server asks of one who asks too often")
        return dict(answer.json())


def attack(stack: Stack) -> Iterator[Finding]:
    """Flood one worker with two processes, and measure the waiting times of a bystander."""
    stack.stop("worker-1")
    with Watch(stack) as watch:
        yield from _flooded(stack)
    yield from watch.found()


def _flooded(stack: Stack) -> Iterator[Finding]:
    bystander = Guest(stack, "Bystander", "198.51.100.1")
    wish = {"game": "chkobba", "bots": {"1": "medium"}, "options": {"cut": False, "target": 101}}
    match = bystander.make(**{**wish, "turn_seconds": 86_400}).json()["id"]
    flooders = [Guest(stack, f"Flooder {number}", "203.0.113.1") for number in range(GUESTS)]
    long = _longest(flooders[0])
    answers: Counter[str] = Counter()
    for flooder in flooders:
        for _ in range(MATCHES // GUESTS):
            _flood(flooder, long, answers, resigns=True)
    yield _bystander(bystander, match, "while matches that were given up might be played on")
    for flooder in flooders:
        for _ in range(MATCHES):
            _flood(flooder, long, answers, resigns=False)
    yield Finding(
        answers["409 too_many_bots"] > 0 and not [how for how in answers if how >= "500"],
        f"{GUESTS} guests of one address asked for {GUESTS * MATCHES} matches to be left alone: {dict(answers)}",
    )
    _until_autopilots(flooders)
    yield _bystander(bystander, match, "while bots play for nobody on autopilot")
    yield _clock(bystander, wish)


def _longest(guest: Guest) -> dict[str, Any]:
    """Return the settings of the longest allowed match with two bots."""
    for target in (201, 101, 51, 31, 21):
        wish = {"game": "scopa", "seats": 3, "bots": {"1": "medium", "2": "medium"}}
        wish["options"] = {"target": target, "margin": 2}
        answer = guest.make(**wish)
        if answer.status_code == 201:
            guest.http.post(f"matches/{answer.json()['id']}/resign")
            return wish
    raise AssertionError(answer.text)


def _flood(guest: Guest, wish: dict[str, Any], answers: Counter[str], *, resigns: bool) -> None:
    answer = guest.make(**wish)
    said = answer.json()
    answers[f"{answer.status_code} {said['code']}" if answer.status_code >= 400 else str(answer.status_code)] += 1
    if answer.status_code == 429 and said["code"] == "throttled":
        pause(min(int(answer.headers["Retry-After"]), 10), "as the server asks")
    if resigns and answer.status_code == 201:
        guest.http.post(f"matches/{said['id']}/resign")


def _until_autopilots(guests: list[Guest]) -> None:
    """Wait until some of the guests have missed enough turns that the server plays for them."""
    for _ in during(90, "turns are missed"):
        mine = guests[0].http.get("me/matches?status=running&limit=100").json()["results"]
        if any(seat["autopilot"] for match in mine for seat in match["seats"]):
            return
        pause(2, "a player has 240 requests a minute")


def _bystander(guest: Guest, match: str, when: str) -> Finding:
    """Return the seconds of twenty answers of the bystander's bot."""
    took = []
    for _ in during(120, "the bystander plays"):
        if len(took) == 20:
            break
        view = guest.view(match)
        if view["legal_moves"] is None:
            time.sleep(0.02)
            continue
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        begin = time.monotonic()
        guest.http.post(f"matches/{match}/moves", json=body)
        for _ in during(60, "the bot answers"):
            if guest.view(match)["legal_moves"] is not None:
                break
            time.sleep(0.1)
        took.append(time.monotonic() - begin)
        pause(0.5, "a player thinks between two moves")
    slowest = max(took)
    text = f"the bystander's bot answered in {statistics.median(took):.2f} s, {slowest:.2f} s at the most, {when}"
    return Finding(len(took) == 20 and slowest <= BOUND, f"{text} (bound {BOUND:.0f} s)")


def _clock(guest: Guest, wish: dict[str, Any]) -> Finding:
    """Return the delay of the clock for a bystander whose time runs out: the longest of three."""
    match = guest.make(**wish).json()["id"]
    late = []
    for _ in range(3):
        for _ in until(LONG, "the bot answers"):
            if (view := guest.view(match))["legal_moves"] is not None:
                break
            pause(0.5, "a player has 240 requests a minute")
        due = datetime.fromisoformat(view["due_at"]).timestamp()
        for _ in during(due + 60 - time.time(), "the clock plays"):
            if guest.view(match)["version"] != view["version"]:
                break
            pause(0.5, "a player has 240 requests a minute")
        late.append(time.time() - due)
    slowest = max(late)
    return Finding(
        slowest <= CLOCK_BOUND, f"the bystander's clock played {slowest:.1f} s late (bound {CLOCK_BOUND:.0f} s)"
    )
