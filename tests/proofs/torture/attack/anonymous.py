"""Twenty connections send expensive requests without a token: schema, pages, and endless logins by names."""

from __future__ import annotations

import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from multiprocessing import get_context
from multiprocessing.queues import Queue
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

import httpx

from tests.helpers.eventually import attempts, during, pause
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

LINES: Final = 20
SECONDS: Final = 10
USUAL: Final = 1.0
"""Seconds within which the server answers nineteen of twenty requests of a bystander meanwhile."""
SLOWEST: Final = 2.0
"""Seconds within which the server answers each of them."""
PAGES: Final = ("/", "/api/docs/", "/api/redoc/", "/api/problems/", "/admin/login/", "/readyz", "/metrics", "/nowhere")
FORM: Final = "application/x-www-form-urlencoded"


class Rush(NamedTuple):
    """The request that all connections send."""

    number: int
    text: str
    what: str
    most: int
    """The most requests that the server may accept, even if a minute of the limit ends meanwhile."""
    many_addresses: bool = False


RUSHES: Final = (
    Rush(1, "the schema, from one address", "schema", 1200),
    Rush(2, "pages, from one address", "page", 1200),
    Rush(3, "log-ins by names without end, from one address", "log_in", 100),
    Rush(4, "log-ins by names without end, each from another address", "log_in", 50, many_addresses=True),
)


class Line:
    """An attacker with one connection at a time; each request can name another client address."""

    def __init__(self, url: str, number: int, wish: Rush) -> None:
        self.host = urlsplit(url).netloc
        self.number = number
        self.wish = wish
        self.numbers = count()
        self.cookie = self.token = ""

    def ask(self, path: str, body: str | None = None) -> int:
        """Send a request; return the status of the answer."""
        turn = next(self.numbers)
        address = f"198.51.{self.number}.{turn % 250}" if self.wish.many_addresses else f"192.0.2.{self.wish.number}"
        headers = {"X-Forwarded-For": address, "Cookie": self.cookie}
        headers |= {"Content-Type": FORM} if body else {}
        connection = HTTPConnection(self.host, timeout=60)
        try:
            connection.request("POST" if body else "GET", path, body, headers)
            answer = connection.getresponse()
            said = answer.read().decode(errors="replace")
        finally:
            connection.close()
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', said):
            self.token = found[1]
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
        return answer.status

    def schema(self) -> int:
        """Request the OpenAPI schema."""
        return self.ask("/api/schema")

    def page(self) -> int:
        """Request one of the pages in turn."""
        return self.ask(PAGES[next(self.numbers) % len(PAGES)])

    def log_in(self) -> int:
        """Try a password with a new name."""
        if not self.token:
            return self.ask("/admin/login/")
        form = {"username": f"name {self.number} {next(self.numbers)}", "password": "a", "next": "/admin/"}
        return self.ask("/admin/login/", urlencode({**form, "csrfmiddlewaretoken": self.token}))


def rush(url: str, wish: Rush, told: Queue[Counter[int]]) -> None:
    """Send requests on all connections for some seconds, in a separate process; count the answers by status."""
    statuses: Counter[int] = Counter()

    def go(line: Line) -> None:
        for _ in during(SECONDS, "the rush lasts some seconds"):
            try:
                statuses[getattr(line, wish.what)()] += 1
            except (HTTPException, OSError):
                statuses[0] += 1

    lines = [threading.Thread(target=go, args=[Line(url, number, wish)], daemon=True) for number in range(LINES)]
    for line in lines:
        line.start()
    for line in lines:
        line.join()
    told.put(statuses)


class Bystander:
    """A guest at another address who reads the avatars, and moves at every turn."""

    def __init__(self, url: str) -> None:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        self.http = httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=60)
        token = self.http.post("players/guests", json={"nickname": "Amel"}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.match = self._new_match()

    def _new_match(self) -> str:
        wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True}
        return str(self.http.post("matches", json=wish).json()["id"])

    def go_on(self, until: Callable[[], bool]) -> tuple[list[float], list[float]]:
        """Read and play until a condition holds; return the seconds of each read and of each move."""
        looks, moves = [], []
        for _ in attempts(1_000, "the rush is over"):
            if until():
                break
            looks.append(self._timed(partial(self.http.get, "avatars"), 200))
            view = self.http.get(f"matches/{self.match}").json()
            if view["status"] != "running":
                self.match = self._new_match()
            elif view["legal_moves"]:
                body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
                moves.append(self._timed(partial(self.http.post, f"matches/{self.match}/moves", json=body), 201))
            pause(0.75, "three requests each time; a player has 240 a minute")
        return looks, moves

    def _timed(self, ask: Callable[[], httpx.Response], expected: int) -> float:
        begin = time.monotonic()
        answer = ask()
        assert answer.status_code == expected, answer.text
        return time.monotonic() - begin


def attack(stack: Stack) -> Iterator[Finding]:
    """Flood the server, and measure the waiting time of a bystander."""
    url = stack.urls[0]
    bystander = Bystander(url)
    context = get_context("spawn")
    for wish in RUSHES:
        told = context.Queue()
        rushing = context.Process(target=rush, args=(url, wish, told), daemon=True)
        rushing.start()
        looks, moves = bystander.go_on(until=lambda: not told.empty())  # noqa: B023  (called before the next one)
        statuses = told.get()
        rushing.join()
        yield _finding(wish.text, looks + moves, len(moves), statuses)
        answered = statuses.total() - statuses[429]
        yield Finding(answered <= wish.most, f"{wish.text}: {answered} were answered (bound {wish.most})")


def _finding(text: str, took: list[float], moves: int, statuses: Counter[int]) -> Finding:
    usual = statistics.quantiles(took, n=20)[-1]
    seen: Any = dict(sorted(statuses.items()))
    return Finding(
        usual <= USUAL and max(took) <= SLOWEST,
        f"{text} ({seen} in {SECONDS} s): of {len(took)} requests of a bystander, {moves} of them moves, nineteen of "
        f"twenty within {usual:.2f} s (bound {USUAL}), the slowest in {max(took):.2f} s (bound {SLOWEST})",
    )
