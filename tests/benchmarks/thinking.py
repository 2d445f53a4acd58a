"""The time that a level thinks about a move: mean, 95th percentile and longest, in processor time of this process.

It plays whole matches against medium, and counts every move that had a choice.

    .venv/bin/python -m tests.benchmarks.thinking LEVEL [GAME …] [--boards 1]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import fmean, quantiles
from typing import Any

from games.bots import LEVELS
from games.bots.boards import Board
from games.bots.level import Turn
from games.engine.catalogue import GAMES
from tests.tournament.arena import play_board


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="all games of the level by default")
    parser.add_argument("--boards", type=int, default=1)
    options = parser.parse_args()
    level = LEVELS[options.level]
    for key in options.game or [key for key in GAMES if level.plays(key)]:
        game = GAMES[key]
        took: list[float] = []

        def timed(turn: Turn, took: list[float] = took) -> Any:
            begin = time.process_time()
            move = level.choose(turn)
            if len(turn.moves) > 1:
                took.append(1000 * (time.process_time() - begin))
            return move

        seats = game.seats[-1]
        for number in range(options.boards):
            agreed = game.read_options({}, seats)
            play_board(game, agreed, seats, replace(level, choose=timed), LEVELS["medium"], Board(f"thinking|{number}"))
        name = f"{key}, {seats} seats"
        print(
            f"{name:26}{len(took):>6} moves: mean {fmean(took):>6.1f} ms, 95 % {quantiles(took, n=20)[-1]:>6.1f} ms, "
            f"longest {max(took):>6.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
