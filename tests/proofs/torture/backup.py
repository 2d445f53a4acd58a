"""A backup is taken while guests play, and restored: it is complete, it verifies, and its matches go on.

The commands are those of docs/deployment.md, "Backup and restore". Every move acknowledged before the dump began must
be in it. Then the server restarts with only the restored database. The guests play every running match to its end
there, with the tokens that they had.

    python -m tests.proofs.torture.backup                  # 24 tables, a minute before the dump
    python -m tests.proofs.torture.backup --tables 4 --seconds 5
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.helpers.eventually import pause_async
from tests.proofs.torture import BROKER
from tests.proofs.torture.players import Failed, Players, lost
from tests.proofs.torture.stack import Stack, postgresql_programs, production

RESTORED: Final = "chkobba_restored"


class Backup(NamedTuple):
    """A dump, and the state of the players at its time."""

    file: Path
    acknowledged: dict[tuple[str, str], list[tuple[int, str]]]
    """The acknowledged moves when the dump began."""
    running: dict[str, list[dict[str, str]]]
    """The guests of the matches that ran when the dump began."""
    seconds: float


def run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL. Raises RuntimeError when it fails."""
    command = [shutil.which(program) or str(postgresql_programs() / program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{program} failed: {done.stderr}")


async def back_up(stack: Stack, players: Players, tables: int, seconds: float) -> Backup:
    """Take a dump in the middle of play."""
    playing = [asyncio.create_task(players.sit(number)) for number in range(tables)]
    await pause_async(seconds, "matches are under way")
    known = {key: list(moves) for key, moves in players.acknowledged.items()}
    running, begin = dict(players.matches), time.monotonic()
    file = stack.folder / "chkobba.dump"
    await asyncio.to_thread(run, "pg_dump", "--format=custom", f"--file={file}", stack.env["DATABASE_URL"])
    took = time.monotonic() - begin
    await players.end(playing, seconds=10)
    return Backup(file, known, running, took)


def restore(stack: Stack, file: Path) -> float:
    """Restore a dump into a new database, which the server then uses; return the seconds."""
    begin = time.monotonic()
    url = stack.cluster.url
    restored = url.removesuffix("/postgres") + f"/{RESTORED}"
    run("createdb", f"--maintenance-db={url}", RESTORED)
    run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", str(file))
    stack.env["DATABASE_URL"] = restored
    return time.monotonic() - begin


async def play_on(stack: Stack, backup: Backup) -> Players:
    """Let the guests play the matches of a backup to their ends; return the players."""
    players = Players(stack, seed=2)

    async def end(match: str, guest: dict[str, str]) -> None:
        try:
            await players.play(match, guest, hasty=True)  # the clock may have been faster: it kept running
            players.ended += 1
        except Failed:
            return  # the error is noted

    await asyncio.gather(*(end(match, guest) for match, guests in backup.running.items() for guest in guests))
    await players.http.aclose()
    return players


def main() -> int:
    """Read the command line, back up and restore, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=60, help="of playing before the dump")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    with production(options.broker) as stack:
        players = Players(stack)
        backup = asyncio.run(back_up(stack, players, options.tables, options.seconds))
        for name in stack.names:
            stack.kill(name)
        size = backup.file.stat().st_size / 1e6
        print(f"dumped {size:.1f} MB in {backup.seconds:.1f} s meanwhile; {players.count()}", flush=True)
        print(f"restored in {restore(stack, backup.file):.1f} s", flush=True)
        gone = lost(stack.env["DATABASE_URL"], backup.acknowledged)
        print(f"{sum(map(len, backup.acknowledged.values()))} moves acknowledged before, {len(gone)} of them lost")
        restored = stack.manage("verify_matches").strip().splitlines()[-1]
        stack.manage("check", "--database", "default", "--fail-level", "WARNING")
        print(f"restored: {restored}", flush=True)
        for name in stack.names:
            stack.start(name)
        stack.wait_until_ready()
        after = asyncio.run(play_on(stack, backup))
        played = stack.manage("verify_matches").strip().splitlines()[-1]
    print(f"{len(backup.running)} matches that were running were played to their ends; {after.count()}; {played}")
    wrong = [*players.wrong, *after.wrong, *gone]
    wrong += [one for one in (restored, played) if not one.endswith(" 0 broken")]
    for one in wrong[:20]:
        print(f"WRONG: {one}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
