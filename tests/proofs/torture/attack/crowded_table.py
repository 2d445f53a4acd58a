"""Two guests only lay cards until the table is as crowded as possible, run out of time, and send late moves.

Such a table has thousands of captures. No other player may notice: neither its view, nor a refused move there, nor the
thinking of the substitute bot may slow the server.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from typing import Any, Final, NamedTuple

import httpx

from tests.helpers.eventually import attempts, during, pause
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

TABLES: Final = 3
CROWDED: Final = 34
"""Cards on the table after the last packet of an escova."""
TURN: Final = 10
"""The shortest time for a move, in seconds."""
LATE_TURNS: Final = 3
"""Turns at each table in which no player moves in time."""

AT_MOST: Final = 1.0
"""Seconds within which players elsewhere get their answers."""
CLOCK_AT_MOST: Final = 5.0
"""Seconds after a late move within which the clock has played."""
PLAY: Final = {"type": "play"}
GIVEN_UP: Final = 60.0
"""Seconds after which a client stops waiting for an answer."""
VIEW_AT_MOST: Final = 64_000
"""Bytes of the view of a crowded table, and of a refusal there."""


class Guest:
    """A player with a connection to one of the web servers."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/api/v1/", timeout=120)
        token = self.http.post("players/guests", json={"nickname": name}).raise_for_status().json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"

    def view(self, match: str) -> dict[str, Any]:
        """Return a match as this guest sees it."""
        return dict(self.http.get(f"matches/{match}").raise_for_status().json())

    def move(self, view: dict[str, Any], move: dict[str, Any]) -> httpx.Response:
        """Send a move; return the answer."""
        return self.http.post(f"matches/{view['id']}/moves", json={"move": move, "expected_version": view["version"]})


def attack(stack: Stack) -> Iterator[Finding]:
    """Crowd some tables, then be late at all of them while other players play elsewhere."""
    pair = [Guest(stack.urls[seat % len(stack.urls)], f"Crowd {seat}") for seat in range(2)]
    wish = {"game": "escova", "seats": 2, "options": {"compulsory": False}, "turn_seconds": TURN, "autostart": True}
    over = Event()
    with ThreadPoolExecutor(TABLES + 1) as pool:
        elsewhere = pool.submit(_play_elsewhere, stack, over)
        crowds = [pool.submit(_crowd_and_be_late, pair, wish) for _ in range(TABLES)]
        try:
            crowded = [crowd.result() for crowd in crowds]
        finally:
            over.set()
        waits = elsewhere.result()
    yield from max(crowded, key=lambda one: one.count).findings()
    clocks = [seconds for one in crowded for seconds in one.clocks]
    yield Finding(
        max(clocks) <= CLOCK_AT_MOST,
        f"the clock had played {max(clocks):.1f} s after a late move at the latest, "
        f"of {len(clocks)} at {TABLES} tables (bound: {CLOCK_AT_MOST:.0f} s)",
    )
    for what, seconds in waits.items():
        yield Finding(
            max(seconds) <= AT_MOST,
            f"{what} took {max(seconds):.2f} s at the most meanwhile, of {len(seconds)} (bound: {AT_MOST:.0f} s)",
        )


def _begin(players: list[Guest], wish: dict[str, Any]) -> str:
    match = players[0].http.post("matches", json=wish).raise_for_status().json()
    players[1].http.post("matches/join", json={"code": match["code"]}).raise_for_status()
    return str(match["id"])


def _crowd(players: list[Guest], match: str) -> None:
    """Lay cards until the table is as crowded as possible."""
    view = players[0].view(match)
    for _ in attempts(1_000, "the table is crowded"):
        if len(view["table"]["table"]) >= CROWDED:
            break
        seat = view["to_act"]
        mine = players[seat].view(match)
        answer = players[seat].move(mine, {"type": "play", "card": mine["table"]["hand"][0], "capture": []})
        view = answer.json()["view"] if answer.status_code == 201 else players[seat].view(match)


class Crowded(NamedTuple):
    """The measurements of one table."""

    cards: int
    count: int
    """The number of legal moves."""
    view: int
    refusal: int
    """The size of a refusal in bytes."""
    clocks: list[float]
    """Seconds of the clock after each late move."""

    def findings(self) -> Iterator[Finding]:
        """Yield findings about the sizes of answers."""
        for what, size in (("the view", self.view), ("a refusal", self.refusal)):
            text = f"{what} at a table of {self.cards} cards with {self.count:,} moves has {size:,} bytes"
            yield Finding(size <= VIEW_AT_MOST, f"{text} (bound: {VIEW_AT_MOST:,})")


def _crowd_and_be_late(players: list[Guest], wish: dict[str, Any]) -> Crowded:
    """Crowd a table, read it, send wrong captures there, and be late again and again."""
    match = _begin(players, wish)
    _crowd(players, match)
    seat = players[0].view(match)["to_act"]
    shown = players[seat].http.get(f"matches/{match}").raise_for_status()
    view = shown.json()
    table = view["table"]
    tried = [players[seat].move(view, {**PLAY, "card": card, "capture": table["table"]}) for card in table["hand"]]
    refusal = max(len(answer.content) for answer in tried)
    moves = view["legal_moves"]["count"]
    return Crowded(len(table["table"]), moves, len(shown.content), refusal, _be_late(players, match))


def _be_late(players: list[Guest], match: str) -> list[float]:
    """Let turns expire, and send a move just too late; return the seconds of the clock each time."""
    seconds = []
    for _ in range(LATE_TURNS):
        view = players[0].view(match)
        seat, version = view["to_act"], view["version"]
        if seat is None:
            break
        mine = players[seat].view(match)
        left = datetime.fromisoformat(mine["due_at"]) - datetime.now(UTC)
        pause(max(0.0, left.total_seconds()) + 0.05, "the turn runs out")
        begin = time.monotonic()
        players[seat].move(mine, {"type": "play", "card": mine["table"]["hand"][0], "capture": []})
        for _ in during(GIVEN_UP, "the clock plays"):
            if players[seat].view(match)["version"] != version:
                break
            pause(0.5, "within what a player and an address may ask for")
        seconds.append(time.monotonic() - begin)
    return seconds


def _play_elsewhere(stack: Stack, over: Event) -> dict[str, list[float]]:
    """Play a match of two guests, and read the list of games, until it is over; return the seconds of each request."""
    pair = [Guest(stack.urls[seat % len(stack.urls)], f"Bystander {seat}") for seat in range(2)]
    wish = {"game": "chkobba", "seats": 2, "options": {"cut": False, "target": 21}, "autostart": True}
    waits: dict[str, list[float]] = {"GET games": [], "a move elsewhere": []}
    match = ""
    for _ in attempts(10_000, "the crowd is done"):
        if over.is_set():
            break
        if not match or pair[0].view(match)["to_act"] is None:
            match = _begin(pair, wish)
        seat = pair[0].view(match)["to_act"]
        view = pair[seat].view(match)
        begin = time.monotonic()
        pair[seat].move(view, view["legal_moves"]["moves"][0]["move"]).raise_for_status()
        waits["a move elsewhere"].append(time.monotonic() - begin)
        begin = time.monotonic()
        pair[seat].http.get("games").raise_for_status()
        waits["GET games"].append(time.monotonic() - begin)
        pause(1.5, "five requests a round, and the address may send 1200 a minute, with those of the crowd")
    return waits
