"""Thousands of concurrent long polls: a process holds a limited number within its memory, and refuses others."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpx

from tests.helpers.eventually import during, pause_async
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

MOST: Final = 2_000
"""The most requests that a process holds."""
BEYOND: Final = 300
"""The number of requests beyond that limit."""
MEMORY: Final = 400
"""The most memory of the process while it holds them, in MB."""
ADDRESSES: Final = 10
A_GUEST: Final = 10
"""The most held requests of one guest."""
GUESTS: Final = MOST // ADDRESSES // A_GUEST
WAIT: Final = 25
QUICK: Final = 3.0
"""Seconds within which a bystander, and a refused client, get their answers meanwhile."""
NEWS: Final = 15.0
"""Seconds within which all followers of a match (a tenth of the held requests) get a new event."""


class Answer(NamedTuple):
    """The answer to a long poll."""

    status: int
    entries: int
    retry_after: str
    seconds: float


class Table(NamedTuple):
    """A public match, and the guests who follow it from one address."""

    address: str
    path: str
    creator: httpx.Client
    tokens: list[str]
    version: int


def furnish(stack: Stack) -> list[Table]:
    """Return a match for each address, with guests from there, within the limits of one address."""
    return [_table(stack.urls[0], f"198.51.100.{number}") for number in range(ADDRESSES)]


def _table(url: str, address: str) -> Table:
    creator = httpx.Client(base_url=f"{url}/api/v1/", headers={"X-Forwarded-For": address}, timeout=60)
    tokens = [creator.post("players/guests", json={"nickname": "Amel"}).json()["token"] for _ in range(GUESTS)]
    creator.headers["Authorization"] = f"Bearer {tokens[0]}"
    match = creator.post("matches", json={"game": "chkobba", "visibility": "public"}).json()
    return Table(address, f"/api/v1/matches/{match['id']}/events", creator, tokens, match["version"])


async def held(stack: Stack, table: Table, token: str, wait: int = WAIT) -> Answer:
    """Send a long poll on its own connection."""
    host = urlsplit(stack.held_url)
    begin = time.monotonic()
    reader, writer = await asyncio.open_connection(host.hostname, host.port)
    try:
        head = [
            f"GET {table.path}?after={table.version}&wait={wait} HTTP/1.1",
            f"Host: {host.netloc}",
            f"X-Forwarded-For: {table.address}",
            "Connection: close",
            *([f"Authorization: Bearer {token}"] if token else []),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode())
        answer = await reader.read()
    finally:
        writer.close()
    top, _, body = answer.partition(b"\r\n\r\n")
    lines = top.decode().lower().split("\r\n")
    after = next((line.partition(": ")[2] for line in lines if line.startswith("retry-after")), "")
    said: Any = json.loads(body) if body else {}
    return Answer(int(lines[0].split()[1]), len(said.get("entries", ())), after, time.monotonic() - begin)


async def bystander(stack: Stack, took: list[float]) -> None:
    """Request the avatars and an immediate event list again and again, and note the times."""
    headers = {"X-Forwarded-For": "203.0.113.9"}
    async with httpx.AsyncClient(headers=headers, timeout=60) as client:
        for _ in during(10 * WAIT, "others wait"):
            for url in (*stack.urls, stack.held_url):
                begin = time.monotonic()
                answer = await client.get(f"{url}/api/v1/avatars")
                assert answer.status_code == 200, answer.text
                took.append(time.monotonic() - begin)
            await pause_async(0.5, "a player asks twice a second")


async def crowd(stack: Stack) -> list[Finding]:
    """Hold as many requests as allowed, then more; let one match move on; wait for all."""
    tables = await asyncio.to_thread(furnish, stack)
    before = stack.memory_of("hold")
    took: list[float] = []
    beside = asyncio.create_task(bystander(stack, took))
    wishes = [(table, token) for _ in range(A_GUEST) for table in tables for token in table.tokens]
    waiting = {asyncio.create_task(held(stack, table, token)): table for table, token in wishes}
    await pause_async(WAIT / 2, "all requests are held by now, and none is answered")

    beyond = Table("192.0.2.1", tables[0].path, tables[0].creator, [], tables[0].version)
    refused = await asyncio.gather(*(held(stack, beyond, "") for _ in range(BEYOND)))
    memory = stack.memory_of("hold")
    begin = time.monotonic()
    early = {task for task in waiting if task.done()}
    await asyncio.to_thread(
        tables[-1].creator.post, tables[-1].path.replace("/api/v1/", "").replace("events", "cancel")
    )
    followers = [task for task, table in waiting.items() if table is tables[-1]]
    heard = await asyncio.gather(*followers)
    news = time.monotonic() - begin
    answers = await asyncio.gather(*waiting)
    beside.cancel()

    statuses = Counter(answer.status for answer in answers)
    told = sum(answer.entries > 0 for answer in heard)
    kept = [answer for answer in refused if answer.status == 503 and answer.retry_after]
    slowest = max(answer.seconds for answer in refused)
    return [
        Finding(
            statuses == {200: MOST} and not early,
            f"{MOST} held at once by {ADDRESSES * GUESTS} guests: {dict(statuses)}, {len(early)} of them too early",
        ),
        Finding(memory <= MEMORY, f"the process took {before} MB before, {memory} MB then (bound {MEMORY})"),
        Finding(
            len(kept) == BEYOND and slowest <= QUICK,
            f"{len(kept)} of {BEYOND} more got 503 with Retry-After, within {slowest:.2f} s (bound {QUICK})",
        ),
        Finding(
            told == len(followers) and news <= NEWS,
            f"{told} of {len(followers)} who followed a match heard within {news:.1f} s that it ended (bound {NEWS})",
        ),
        Finding(
            max(took) <= QUICK,
            f"{len(took)} requests of a bystander meanwhile: {statistics.median(took):.2f} s (median), "
            f"{max(took):.2f} s (longest; bound {QUICK})",
        ),
    ]


async def greedy(stack: Stack) -> list[Finding]:
    """Try to hold a hundred requests as one guest."""
    table = await asyncio.to_thread(_table, stack.urls[0], "198.51.100.77")
    answers = await asyncio.gather(*(held(stack, table, table.tokens[0], wait=3) for _ in range(100)))
    statuses = Counter(answer.status for answer in answers)
    expected = {200: A_GUEST, 429: 100 - A_GUEST}
    return [Finding(statuses == expected, f"of 100 of one guest {A_GUEST} are held, the others refused: {statuses}")]


def attack(stack: Stack) -> Iterator[Finding]:
    """Have a separate process hold requests."""
    stack.start("hold")
    stack.wait_until_ready()
    yield from asyncio.run(greedy(stack))
    yield from asyncio.run(crowd(stack))
