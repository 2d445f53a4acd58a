"""Kill all processes in the middle of many matches: no acknowledged move is lost or doubled, and every match ends.

Web servers, workers and beat are killed with SIGKILL, and PostgreSQL is stopped as by a crash. In between the broker
loses all messages, or gets each wake-up four times and in any order. Meanwhile guests play against bots, and repeat a
request without an answer under the same idempotency key.

    python -m tests.proofs.torture.kills                 # 2,000 matches, 300 kills: about an hour
    python -m tests.proofs.torture.kills --matches 20 --kills 10
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import sys
import time
import uuid
from collections import Counter, defaultdict
from typing import Any

import httpx
import psycopg
from tqdm import tqdm

from tests.helpers.eventually import LONG, attempts, pause_async, until
from tests.proofs.torture import BROKER
from tests.proofs.torture.stack import Stack, production

GAMES = ("chkobba", "scopa-dassi", "camba", "cirulla")
KILLS = ("web", "worker", "beat", "postgresql")
STORM = 250
"""Matches with wake-ups in a storm, four times each: enough to occupy the workers until the next accident."""
AT_ONCE = 24
"""The number of concurrent requests."""


class Guests:
    """The players, with their requests and the answers."""

    def __init__(self, stack: Stack, seed: int) -> None:
        self.urls = itertools.cycle(stack.urls)
        self.luck = random.Random(seed)
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.statuses: Counter[int] = Counter()
        self.unanswered = 0
        self.acknowledged: dict[str, list[str]] = defaultdict(list)
        self.ended: set[str] = set()

    async def ask(self, http: httpx.AsyncClient, method: str, path: str, **how: Any) -> httpx.Response:
        """Send a request until there is an answer, each time to the next web server."""
        for _ in until(LONG, "a web server answers"):
            async with self.slots:
                try:
                    answer = await http.request(method, f"{next(self.urls)}/api/v1/{path}", **how)
                except httpx.HTTPError:
                    self.unanswered += 1
                else:
                    self.statuses[answer.status_code] += 1
                    if answer.status_code != 503:
                        break
            await pause_async(0.2 + self.luck.random() / 2, "as clients try again")
        return answer

    async def begin(self, http: httpx.AsyncClient, number: int) -> tuple[str, dict[str, str]]:
        """Create a guest, and start a match against a bot; return it with the headers of the guest."""
        token = (await self.ask(http, "POST", "players/guests", json={"nickname": f"Guest {number}"})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        game = GAMES[number % len(GAMES)]
        options = {} if game == "camba" else {"target": 1}
        wish = {"game": game, "seats": 2, "bots": {"1": "easy"}, "options": options, "autostart": True}
        made = await self.ask(http, "POST", "matches", json=wish, headers=headers)
        return made.json()["id"], headers

    async def play(self, http: httpx.AsyncClient, match: str, headers: dict[str, str]) -> None:
        """Play a match to its end."""
        wait = 0.2
        view: Any = None
        for _ in attempts(100_000, "the match ends"):
            view = view or (await self.ask(http, "GET", f"matches/{match}", headers=headers)).json()
            if view["status"] == "finished":
                self.ended.add(match)
                return
            if not view["legal_moves"]:
                await pause_async(wait, "as clients ask again, less and less often")
                wait, view = min(wait * 1.5, 8.0), None
                continue
            wait = 0.2
            moves = view["legal_moves"]["moves"]
            if not moves:  # the view leaves out very many moves
                page = await self.ask(http, "GET", f"matches/{match}/legal-moves", headers=headers)
                moves = page.json()["moves"]
            move = self.luck.choice(moves)["move"]
            body = {"move": move, "expected_version": view["version"]}
            key = {"Idempotency-Key": uuid.uuid4().hex}
            answer = await self.ask(http, "POST", f"matches/{match}/moves", json=body, headers=headers | key)
            if answer.status_code != 201:
                raise AssertionError(f"a legal move was refused: {answer.status_code} {answer.text}")
            view = answer.json()["view"]
            self.acknowledged[match].append(canonical(move))


def canonical(move: dict[str, Any]) -> str:
    """Return a move as in the log: in answers it also has a ``shape``."""
    stored = {name: value for name, value in move.items() if name != "shape"}
    return json.dumps(stored, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


async def accidents(
    stack: Stack, count: int, matches: list[str], luck: random.Random, done: asyncio.Event, happened: Counter[str]
) -> None:
    """Cause one accident after the other, each kind in its turn."""
    for _ in attempts(10_000, "all matches end"):
        kinds = [*stack.names, "postgresql", "wipe", "storm"]
        for kind in luck.sample(kinds, len(kinds)):
            await pause_async(luck.uniform(0.2, 1.0), "matches go on between two accidents")
            if done.is_set() or sum(happened[one] for one in KILLS) >= count:
                return
            happened[kind.partition("-")[0]] += 1
            if kind == "postgresql":
                await asyncio.to_thread(stack.cluster.stop)
                await pause_async(luck.uniform(0, 3), "the database is away for a while")
                await asyncio.to_thread(stack.cluster.start)
            elif kind == "wipe":
                stack.wipe_broker()
            elif kind == "storm":
                wake_ups = luck.sample(matches, min(len(matches), STORM)) * 4
                await asyncio.to_thread(stack.send_wake_ups, luck.sample(wake_ups, len(wake_ups)))
            else:
                stack.kill(kind)
                await pause_async(luck.uniform(0, 2), "the process is away for a while")
                stack.start(kind)


async def torture(stack: Stack, matches: int, kills: int, seed: int) -> tuple[Guests, Counter[str]]:
    """Have all matches played while processes are killed; return the guests and the accidents."""
    guests = Guests(stack, seed)
    happened: Counter[str] = Counter()
    done = asyncio.Event()
    async with httpx.AsyncClient(timeout=15, limits=httpx.Limits(max_connections=AT_ONCE)) as http:
        tables = await asyncio.gather(*(guests.begin(http, number) for number in range(matches)))
        ids = [match for match, _ in tables]
        killer = asyncio.create_task(accidents(stack, kills, ids, random.Random(seed), done, happened))
        playing = [guests.play(http, match, headers) for match, headers in tables]
        with tqdm(total=matches, unit=" matches", disable=not sys.stderr.isatty()) as progress:
            for one in asyncio.as_completed(playing):
                await one
                progress.set_postfix(accidents=happened.total(), refresh=False)
                progress.update()
        done.set()
        await killer
    return guests, happened


def logged_moves(stack: Stack) -> dict[str, list[str]]:
    """Return the moves of players in the log of each match, in order."""
    moves: dict[str, list[str]] = defaultdict(list)
    with psycopg.connect(stack.cluster.url.replace("postgres://", "postgresql://")) as connection:
        rows = connection.execute(
            "SELECT match_id, move FROM games_move WHERE by = 'player' ORDER BY match_id, version"
        )
        for match, move in rows:
            moves[str(match)].append(move)
    return moves


def report(stack: Stack, guests: Guests, happened: Counter[str], matches: int, seconds: float) -> list[str]:
    """Print the figures; return the errors."""
    logged = logged_moves(stack)
    lost = sum(len(moves) for match, moves in guests.acknowledged.items() if logged[match] != moves)
    verified = stack.manage("verify_matches").strip().splitlines()[-1]
    failures = {status: count for status, count in guests.statuses.items() if status >= 500 and status != 503}
    print(f"{len(guests.ended)} of {matches} matches ended in {seconds:.0f} s")
    print(f"{sum(happened[one] for one in KILLS)} kills: { {one: happened[one] for one in KILLS} }")
    print(
        f"{happened['wipe']} times the broker was wiped, {happened['storm']} storms of wake-ups, each sent four times"
    )
    print(f"{sum(map(len, guests.acknowledged.values()))} moves acknowledged, compared with the log, in order")
    print(f"{guests.unanswered} requests without an answer; by status {dict(sorted(guests.statuses.items()))}")
    print(verified)
    wrong = []
    if len(guests.ended) < matches:
        wrong.append("not every match ended")
    if lost:
        wrong.append(f"{lost} moves are in matches whose log differs from what was acknowledged")
    if failures:
        wrong.append(f"answers {failures}")
    if not verified.endswith(" 0 broken"):
        wrong.append(verified)
    return wrong


def main() -> int:
    """Read the command line, kill, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with production(options.broker, BOT_PACE="0") as stack:  # the pace of bots does not matter here
        begin = time.monotonic()
        guests, happened = asyncio.run(torture(stack, options.matches, options.kills, options.seed))
        wrong = report(stack, guests, happened, options.matches, time.monotonic() - begin)
    for one in wrong:
        print(f"WRONG: {one}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
