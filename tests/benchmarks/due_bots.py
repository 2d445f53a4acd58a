"""Bot moves per second of one worker with two processes, when many bots must move at the same moment.

Starts the production stack with its own PostgreSQL cluster and without a worker. Guests make matches against a bot and
move until each bot is to act. Then the worker starts. The log tells the time between its first and its last move of a
bot. The pace of bots (``BOT_PACE``) is that of production.

    .venv/bin/python -m tests.benchmarks.due_bots [--matches 150] [--level medium] [--rounds 3]
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import Any

import httpx
import psycopg

from tests.eventually import attempts, pause, until
from tests.proofs.torture import BROKER
from tests.proofs.torture.stack import Stack, production

AT_ONE_PLAYER = 50
"""Matches that one guest makes."""
LIMITS = ("LIMIT_OPEN_MATCHES", "LIMIT_BOTS", "LIMIT_ADDRESS_OPEN_MATCHES", "LIMIT_ADDRESS_BOTS")

MOVED = "SELECT count(*), extract(epoch FROM max(at) - min(at)) FROM games_move WHERE by = 'bot'"
"""The number of moves that bots have made, and the seconds from the first to the last."""


def main() -> None:
    """Measure, and print a line for each round and the median."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=150)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--rounds", type=int, default=3)
    wish = parser.parse_args()
    rates = []
    for number in range(wish.rounds):
        more = dict.fromkeys(LIMITS, "1000000")
        with production(
            BROKER, THROTTLE_MATCHES="1000000/hour", THROTTLE_MATCHES_ADDRESS="1000000/hour", **more
        ) as stack:
            rates.append(rate(stack, wish.matches, wish.level))
        print(f"round {number + 1}: {rates[-1]:.0f} moves/s", flush=True)
    print(f"{wish.matches} due {wish.level} bots: {median(rates):.0f} moves/s (median of {wish.rounds})")


def rate(stack: Stack, matches: int, level: str) -> float:
    """Return the moves per second of one round."""
    for name in [name for name in stack.processes if name.startswith("worker")]:
        stack.stop(name)
    for first in range(0, matches, AT_ONE_PLAYER):
        with httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=60) as http:
            token = http.post("players/guests", json={"nickname": "Guest"}).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            for _ in range(min(AT_ONE_PLAYER, matches - first)):
                leave_to_bot(http, level)
    stack.start("worker-0")
    url = stack.cluster.url.replace("postgres://", "postgresql://")
    with psycopg.connect(url, autocommit=True) as database:
        for _ in until(120, "all bots have moved"):
            row = database.execute(MOVED).fetchone()
            if row and row[0] >= matches:
                return (int(row[0]) - 1) / float(row[1])
            pause(0.2, "the bots move")
    raise AssertionError


def leave_to_bot(http: httpx.Client, level: str) -> None:
    """Make a match, and move until the bot is to act."""
    wish = {"game": "chkobba", "bots": {"1": level}, "options": {"cut": False}, "autostart": True}
    view: dict[str, Any] = http.post("matches", json={**wish, "turn_seconds": 86_400}).json()
    for _ in attempts(10, "the bot is to act"):
        if view["legal_moves"] is None:
            return
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        view = http.post(f"matches/{view['id']}/moves", json=body).json()["view"]


if __name__ == "__main__":
    main()
