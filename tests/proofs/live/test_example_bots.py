"""The bots of `clients/bots`: one plays every game, the other one lets any program do so."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from games.engine.catalogue import GAMES
from tests.proofs import FULL
from tests.proofs.live.server import ROOT

BOTS = ROOT / "clients" / "bots"
LAST = "import sys, json\nfor line in sys.stdin: print(json.dumps(json.loads(line)['moves'][-1]), flush=True)"
"""A program that knows no game: it plays the last legal move."""
PLAYED = GAMES if FULL else {game.family: key for key, game in GAMES.items()}.values()
"""Every game, or one of each family."""


def played(server, script, games, *more):
    """Have a bot play matches of games to their ends; return its output about each, by game."""
    wanted = [part for game in games for part in ("--play", game)]
    command = [sys.executable, BOTS / script, server.url, *wanted, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=True)
    return {line["game"]: line for line in map(json.loads, done.stdout.splitlines())}


@pytest.mark.timeout(1200 if FULL else 300)
def test_it_plays_every_game_at_the_same_time(server):
    """It follows the stream, and sends no request while nothing concerns it."""
    results = played(server, "bot.py", sorted(PLAYED))

    assert results.keys() == set(PLAYED)
    assert all(result["totals"] for result in results.values())
    assert server.manage("verify_matches").stdout.strip().endswith(" 0 broken")


@pytest.mark.parametrize("game", ["scopa", "haggis"])
def test_any_program_plays_by_lines(server, game):
    """It reads and writes JSON, a line for each turn."""
    results = played(server, "pipe.py", [game], "--", sys.executable, "-c", LAST)

    assert results.keys() == {game}
