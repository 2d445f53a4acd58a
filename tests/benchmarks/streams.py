"""The cost of streams and their delay: ``python -m tests.benchmarks.streams``.

Runs on its own production stack (PostgreSQL, gunicorn, one uvicorn that holds streams), with a broker at
CELERY_BROKER_URL:

- 2,000 silent streams of 200 players from ten addresses: the memory of the process, and the part of a core that it
  takes over a minute. Bounds: 400 MB, 5 %.
- 500 streams, and 100 moves a second at 250 tables of two: how long it takes from sending a move until the opponent's
  stream tells that it is their turn, and until the answer to the move. Bound: 250 ms for 99 of 100.

Prints the load, and ends with 1 where a bound is broken. The machine must be quiet: clients share it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from tests.helpers.eventually import pause_async
from tests.proofs.torture import BROKER
from tests.proofs.torture.stack import Stack, production

SILENT: Final = 2_000
ADDRESSES: Final = 10
A_PLAYER: Final = 10
"""The most streams that the server allows one player."""
MEMORY: Final = 400
"""The bound of the memory of the process, in MB."""
SHARE: Final = 5.0
"""The bound of the processor time, in percent of a core."""
LISTENERS: Final = 500
MOVES_A_SECOND: Final = 100
LATEST: Final = 0.25
"""The bound from a move to the stream of the opponent, in seconds, for 99 of 100."""


class Guest:
    """A player at an address, with a connection to the API."""

    def __init__(self, stack: Stack, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(
            base_url=f"{stack.urls[0]}/api/v1/", headers={"X-Forwarded-For": address}, timeout=60
        )
        self.token = ""
        self.id = ""

    async def come_in(self) -> Guest:
        """Create a guest and keep its token."""
        guest = (await self.http.post("players/guests", json={"nickname": "Amel"})).json()
        self.token, self.id = guest["token"], guest["player"]["id"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed; return its answer."""
        answer = await self.http.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()


async def locked_match(stack: Stack, guest: Guest) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a stream, and read its beginning."""
    host = urlsplit(stack.held_url)
    reader, writer = await asyncio.open_connection(host.hostname, host.port)
    head = [
        "GET /api/v1/me/events HTTP/1.1",
        f"Host: {host.netloc}",
        f"X-Forwarded-For: {guest.address}",
        f"Authorization: Bearer {guest.token}",
        "Accept: application/x-ndjson",
    ]
    writer.write("\r\n".join([*head, "", ""]).encode())
    top = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in top.partition(b"\r\n")[0], top
    return reader, writer


def cpu_of(stack: Stack, name: str) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{stack.processes[name].pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def silent(stack: Stack, seconds: int) -> bool:
    """Hold many streams in which nothing happens; return whether the cost is within the bounds."""
    count = SILENT // A_PLAYER
    guests = [await Guest(stack, f"198.51.100.{number % ADDRESSES}").come_in() for number in range(count)]
    before = stack.memory_of("hold")
    streams = []
    for _ in range(A_PLAYER):
        streams += await asyncio.gather(*(locked_match(stack, guest) for guest in guests))
    readers = [asyncio.create_task(_drained(reader)) for reader, _ in streams]
    await pause_async(5, "all streams are silent")
    begin, used = time.monotonic(), cpu_of(stack, "hold")
    await pause_async(seconds, "the CPU time is that of a given time")
    share = 100 * (cpu_of(stack, "hold") - used) / (time.monotonic() - begin)
    memory = stack.memory_of("hold")
    ended = sum(reader.done() for reader in readers)
    for (_, writer), reader in zip(streams, readers, strict=True):
        reader.cancel()
        writer.close()
    print(
        f"{len(streams)} silent streams for {seconds} s: {memory} MB ({before} before; bound {MEMORY}), "
        f"{share:.1f} % of a core (bound {SHARE}), {ended} ended by themselves; load {os.getloadavg()[0]:.1f}"
    )
    return memory <= MEMORY and share <= SHARE and ended == 0


async def _drained(reader: asyncio.StreamReader) -> None:
    await reader.read(-1)


class Table:
    """A match of two players who both listen to their streams."""

    def __init__(self, guests: list[Guest]) -> None:
        self.guests = guests
        self.sent: dict[int, float] = {}
        """The time of the move that led to each version."""
        self.told: dict[int, float] = {}
        """The time at which a stream announced the turn at each version."""
        self.answered: list[float] = []
        self.view: Any = None

    async def begin(self) -> None:
        """Create the match, and open the streams of both players."""
        first, second = self.guests
        wish = {"game": "chkobba", "autostart": True, "options": {"cut": False, "target": 200}}
        match = await first.ask("POST", "matches", wish)
        self.view = await second.ask("POST", f"matches/{match['id']}/join", {})

    async def move(self) -> None:
        """Make the first legal move of the player to act. The request for the view comes before the time is taken."""
        mover = self.guests[self.view["to_act"]]
        path = f"matches/{self.view['id']}"
        view = await mover.ask("GET", path)
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        begin = time.monotonic()
        answer = await mover.ask("POST", f"{path}/moves", body)
        self.answered.append(time.monotonic() - begin)
        self.view = answer["view"]
        if self.view["to_act"] is not None and self.guests[self.view["to_act"]] is not mover:
            self.sent[self.view["version"]] = begin

    async def hear(self, reader: asyncio.StreamReader) -> None:
        """Note when a stream announces a turn. Lines without a brace are lengths of chunks, or silence."""
        async for line in reader:
            if line.startswith(b"{"):
                event = json.loads(line)
                if event["type"] == "your_turn":
                    self.told[event["version"]] = time.monotonic()


async def busy(stack: Stack, seconds: int) -> bool:
    """Move at many tables whose players listen; return whether the streams announce the turns in time."""
    tables = []
    for number in range(LISTENERS // 2):
        guests = [await Guest(stack, f"203.0.113.{number % 250}").come_in() for _ in range(2)]
        tables.append(Table(guests))
        await tables[-1].begin()
    writers, ears = [], []
    for table in tables:
        for guest in table.guests:
            reader, writer = await locked_match(stack, guest)
            ears.append(asyncio.create_task(table.hear(reader)))
            writers.append(writer)
    begin, moves = time.monotonic(), []
    for number in range(seconds * MOVES_A_SECOND):
        await pause_async(begin + number / MOVES_A_SECOND - time.monotonic(), "moves come at a steady rate")
        moves.append(asyncio.create_task(tables[number % len(tables)].move()))
    await asyncio.gather(*moves)
    rate = len(moves) / (time.monotonic() - begin)
    await pause_async(5, "the last events arrive")
    for ear, writer in zip(ears, writers, strict=True):
        ear.cancel()
        writer.close()
    sent = sum(len(table.sent) for table in tables)
    took = [table.told[version] - at for table in tables for version, at in table.sent.items() if version in table.told]
    answered = [one for table in tables for one in table.answered]
    p99 = _p99(took)
    print(
        f"{len(ears)} streams, {rate:.0f} moves/s: {len(took)} of {sent} turns told, "
        f"{_ms(statistics.median(took))} (median), {_ms(p99)} (p99; bound {_ms(LATEST)}) after the move was sent, "
        f"which was answered after {_ms(statistics.median(answered))} (median), {_ms(_p99(answered))} (p99); "
        f"load {os.getloadavg()[0]:.1f}"
    )
    return p99 <= LATEST and len(took) == sent and rate > 0.95 * MOVES_A_SECOND


def _p99(values: list[float]) -> float:
    return sorted(values)[int(0.99 * len(values))]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


async def measured(stack: Stack, options: argparse.Namespace) -> bool:
    """Measure silent and busy streams on the stack."""
    quiet = await silent(stack, options.seconds)
    return await busy(stack, options.seconds) and quiet


def main() -> int:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="of each of the two")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with production(options.broker, NUM_PROXIES="1", THROTTLE_MATCHES="1000000/hour") as stack:
        stack.start("hold")
        stack.wait_until_ready()
        return int(not asyncio.run(measured(stack, options)))


if __name__ == "__main__":
    sys.exit(main())
