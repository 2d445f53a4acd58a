"""Many whole matches over HTTP, guests and bots mixed, against a separate server: `make proofs ARGS=soak`.

Every match must end, every log must verify, and no answer may be a 5xx. Prints the answer times of bots.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from tqdm import tqdm

from games.engine.catalogue import GAMES
from tests.helpers.eventually import attempts
from tests.proofs.live.server import Server


class Soak:
    """The matches, and the statistics of their requests."""

    def __init__(self, server: Server, at_once: int, seed: int) -> None:
        self.server = server
        self.slots = asyncio.Semaphore(at_once)
        self.seed = seed
        self.statuses: Counter[int] = Counter()
        self.waits: list[float] = []
        self.moves = 0
        self.ended: Counter[str] = Counter()

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **how: Any) -> httpx.Response:
        """Send a request and count its status."""
        answer = await client.request(method, path, **how)
        self.statuses[answer.status_code] += 1
        return answer

    async def guest(self, http: httpx.AsyncClient, name: str) -> dict[str, str]:
        """Return the headers of a new guest."""
        answer = await self.ask(http, "POST", "players/guests", json={"nickname": name})
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    async def match(self, http: httpx.AsyncClient, key: str, seats: int, number: int) -> None:
        """Play one match to its end; its number determines all choices of guests."""
        luck = random.Random(f"{self.seed}|{number}")
        async with self.slots:
            people = luck.randint(1, seats)
            headers = [await self.guest(http, f"Guest {number}.{place}") for place in range(people)]
            bots = {str(seat): luck.choice(["easy", "medium"]) for seat in range(people, seats)}
            options = (
                {"target": 5}
                if any(option.name == "target" and option.allows(5) for option in GAMES[key].options)
                else {}
            )
            wish = {"game": key, "seats": seats, "bots": bots, "options": options, "autostart": True}
            made = (await self.ask(http, "POST", "matches", json=wish, headers=headers[0])).json()
            for other in headers[1:]:
                await self.ask(http, "POST", "matches/join", json={"code": made["code"]}, headers=other)
            await self._play(http, made["id"], headers, luck)
            self.ended[key] += 1

    async def _play(
        self, http: httpx.AsyncClient, match: str, headers: list[dict[str, str]], luck: random.Random
    ) -> None:
        """Let the guests play: the n-th guest has seat n."""
        who = headers[0]
        for _ in attempts(2_000, "the match is over"):
            view = (await self.ask(http, "GET", f"matches/{match}", headers=who)).json()
            if view["status"] == "finished":
                return
            seat = view["to_act"]
            if view["legal_moves"]:
                await self._move(http, match, view, who, luck)
            elif seat is not None and seat < len(headers):
                who = headers[seat]
            else:
                begin = time.monotonic()
                after = view["version"]
                for _ in attempts(100, "the bots have moved"):
                    query = {"after": after, "wait": 20}
                    feed = (await self.ask(http, "GET", f"matches/{match}/events", params=query, headers=who)).json()
                    after = feed["version"]
                    view = (await self.ask(http, "GET", f"matches/{match}", headers=who)).json()
                    if view["status"] != "running" or view["to_act"] < len(headers):
                        break
                self.waits.append(time.monotonic() - begin)

    async def _move(
        self, http: httpx.AsyncClient, match: str, view: dict[str, Any], who: dict[str, str], luck: random.Random
    ) -> None:
        moves = view["legal_moves"]
        if not moves["complete"]:
            moves = (await self.ask(http, "GET", f"matches/{match}/legal-moves", headers=who)).json()
        body = {"move": luck.choice(moves["moves"])["move"], "expected_version": view["version"]}
        answer = await self.ask(http, "POST", f"matches/{match}/moves", json=body, headers=who)
        assert answer.status_code == 201, answer.text
        self.moves += 1


async def play(server: Server, keys: list[str], count: int, at_once: int, seed: int) -> Soak:
    """Play matches with all keys and their numbers of seats in turn."""
    soak = Soak(server, at_once, seed)
    tables = [(key, seats) for key in keys for seats in GAMES[key].seats]
    limits = httpx.Limits(max_connections=at_once * 2)
    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1/", timeout=60, limits=limits) as http:
        matches = [soak.match(http, *tables[number % len(tables)], number) for number in range(count)]
        with tqdm(total=count, unit=" matches", disable=not sys.stderr.isatty()) as progress:
            for done in asyncio.as_completed(matches):
                await done
                progress.update()
    return soak


def main() -> int:
    """Read the command line, play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=["chkobba", "chkobba-cafe", "chkobba-spec"])
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), THROTTLE_GUESTS="1000000/hour") as server:
        begin = time.monotonic()
        soak = asyncio.run(play(server, options.games, options.matches, options.at_once, options.seed))
        seconds = time.monotonic() - begin
        verified = server.manage("verify_matches").stdout.strip()
    failures = sum(count for status, count in soak.statuses.items() if status >= 500)
    print(f"{sum(soak.ended.values())} matches ended in {seconds:.0f} s: {dict(soak.ended)}")
    statuses = dict(sorted(soak.statuses.items()))
    print(f"{soak.moves} moves of guests, {sum(soak.statuses.values())} requests, by status {statuses}")
    if soak.waits:
        waits = sorted(soak.waits)
        print(
            f"bots, all their turns in a row, answered within {statistics.median(waits):.2f} s (median), "
            f"{waits[int(len(waits) * 0.99)]:.2f} s (99 %), {waits[-1]:.2f} s (all), "
            f"with {options.at_once} matches at once"
        )
    print(verified)
    return int(bool(failures) or not verified.endswith(" 0 broken"))


if __name__ == "__main__":
    sys.exit(main())
