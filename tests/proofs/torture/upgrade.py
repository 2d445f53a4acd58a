"""A rolling upgrade under load: no request fails, no move is lost, and no match stalls.

The old release runs with all its processes. The new one migrates the database. Then its workers, its beat, its web
processes and those for long polls start, and processes of both serve the same matches, request by request in turn. Then
the old ones are stopped as docs/deployment.md says. While both run, an old and a new process must show the same match
at the same version.

    python -m tests.proofs.torture.upgrade                       # to a made-up next release; 18 tables, 90 s each phase
    python -m tests.proofs.torture.upgrade COMMIT --tables 6 --seconds 10            # from an earlier one to this one
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from pathlib import Path
from typing import Any, Final

import httpx

from tests.helpers.eventually import attempts, pause_async
from tests.proofs.kept.comparing import differences, undecided
from tests.proofs.torture import BROKER
from tests.proofs.torture.players import Failed, Players, lost
from tests.proofs.torture.releases import releases
from tests.proofs.torture.stack import Stack, production

OLD: Final = ("web-0", "web-1", "hold")
NEW: Final = ("web-2", "web-3", "hold-new")
OLD_WORKERS: Final = ("worker-0", "worker-1")
NEW_WORKERS: Final = ("worker-2", "worker-3")
PASSING: Final = ("now", "server_time", "seconds_left")
"""Values that differ between any two answers."""
FILE: Final = re.compile(r"/static/([^\"'?#]+)")


def urls_of(stack: Stack, names: tuple[str, ...], kind: str) -> list[str]:
    """Return the addresses of the processes of a kind."""
    return [stack.url_of(name) for name in names if name.startswith(kind)]


class Comparer:
    """A comparison of matches through an old and a new process."""

    def __init__(self, players: Players, old: str, new: str) -> None:
        self.players, self.old, self.new = players, old, new
        self.compared = 0
        self.over = False

    async def compare(self) -> None:
        """Compare matches until the upgrade is over."""
        for _ in attempts(1_000_000, "the upgrade is over"):
            if self.over:
                break
            await asyncio.sleep(0.2)
            running = list(self.players.matches.items())
            if running:
                match, guests = self.players.luck.choice(running)
                try:
                    await self.look(match, self.players.luck.choice(guests))
                except Failed:
                    continue  # the error is noted

    async def look(self, match: str, guest: dict[str, str]) -> None:
        """Compare a match and its events, if no event comes in between."""
        paths = (f"matches/{match}", f"matches/{match}/events?limit=200")
        old, new, again = [
            [await self.players.ask("GET", path, url, headers=guest) for path in paths]
            for url in (self.old, self.new, self.old)
        ]
        if old[0]["version"] == old[1]["version"] == again[0]["version"]:
            self.compared += 1
            self.players.wrong += [f"{match}{one}" for one in shown_otherwise(old, new)]


def shown_otherwise(old: Any, new: Any) -> list[str]:
    """Return the differences between an old and a new process, without the times of the answers."""
    expected = re.compile(rf"\.({'|'.join(PASSING)}): ")
    return [one for one in undecided(differences(old, new)) if not expected.search(one)]


async def upgrade(stack: Stack, new: Path, players: Players, tables: int, seconds: float) -> Comparer:
    """Upgrade while the guests play; return the comparer."""
    players.holds = urls_of(stack, OLD, "hold")
    playing = [asyncio.create_task(players.sit(number)) for number in range(tables)]
    await say(players, "the old release alone", seconds)

    stack.root = new
    await asyncio.to_thread(stack.manage, "collectstatic", "--no-input", "--verbosity", "0")
    await asyncio.to_thread(stack.manage, "migrate", "--verbosity", "0")
    await say(players, "old processes on the new tables", seconds)

    await asyncio.to_thread(stack.stop, "beat")
    for name in (*NEW_WORKERS, "beat", *NEW):
        stack.start(name)
    await asyncio.to_thread(stack.wait_until_ready)
    players.wrong += await asyncio.to_thread(missing_files, stack)
    players.webs += urls_of(stack, NEW, "web")
    players.holds += urls_of(stack, NEW, "hold")
    comparer = Comparer(players, stack.url_of("web-0"), stack.url_of("web-2"))
    comparing = asyncio.create_task(comparer.compare())
    await say(players, "old and new processes, old and new workers", seconds)
    await asyncio.gather(*(asyncio.to_thread(stack.stop, name) for name in OLD_WORKERS))
    await say(players, "old and new processes, new workers", seconds)
    comparer.over = True
    await comparing

    await without(stack, players, OLD)
    await say(players, "the new release alone", seconds)
    await players.end(playing)
    return comparer


async def without(stack: Stack, players: Players, names: tuple[str, ...]) -> None:
    """Stop using some processes, and end them."""
    await players.leave([stack.url_of(name) for name in names])
    await asyncio.gather(*(asyncio.to_thread(stack.stop, name) for name in names))


async def say(players: Players, what: str, seconds: float) -> None:
    """Let the guests play for some time, and print the counts."""
    before = sum(players.asked.values())
    await pause_async(seconds, what)
    print(
        f"{what}: {sum(players.asked.values()) - before} requests in {seconds:.0f} s; so far {players.count()}",
        flush=True,
    )


def missing_files(stack: Stack) -> list[str]:
    """Return the files that a page of either release names and that the proxy cannot find."""
    folder = stack.folder / "static"
    pages = [httpx.get(stack.url_of(name), follow_redirects=True).text for name in (OLD[0], NEW[0])]
    named = {name for page in pages for name in FILE.findall(page)}
    missing = [f"{name} is not among the static files" for name in named if not (folder / name).is_file()]
    return missing if named else ["pages name no files"]


def main() -> int:
    """Read the command line, upgrade, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", help="of an earlier release")
    parser.add_argument("--tables", type=int, default=18)
    parser.add_argument("--seconds", type=float, default=90, help="of each of the five phases")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with releases(options.commit) as (old, new), production(options.broker, release=old) as stack:
        stack.start("hold")
        stack.wait_until_ready()
        players = Players(stack)
        comparer = asyncio.run(upgrade(stack, new, players, options.tables, options.seconds))
        gone = lost(stack.cluster.url, players.acknowledged)
        verified = stack.manage("verify_matches").strip().splitlines()[-1]
    print(f"{players.count()}, {len(gone)} of them lost")
    print(f"{comparer.compared} times an old and a new process showed a match at the same version")
    print(verified)
    wrong = players.wrong + gone + ([] if verified.endswith(" 0 broken") else [verified])
    wrong += [] if comparer.compared else ["nothing was compared"]
    for one in wrong[:20]:
        print(f"WRONG: {one}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
