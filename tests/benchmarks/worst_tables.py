"""The cost of the worst table of each game: its legal moves, its view, a refusal, and the medium bot's move.

Searches as the tests do (``tests.engine.worst``), but longer. Prints the highest number of moves of each game with any
options that matter, and the median of five times in milliseconds.

    .venv/bin/python -m tests.benchmarks.worst_tables [GAME ...] [--climbs 100]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import median
from typing import Any

from games.bots import LEVELS
from games.bots.level import Turn
from games.engine.catalogue import GAMES
from games.engine.protocol import AnyGame
from games.engine.violations import RuleViolation
from tests.engine.worst import Worst, weighty_options, worst_of
from tests.helpers.english import written


def main() -> None:
    """Search, measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--climbs", type=int, default=100)
    options = parser.parse_args()
    print(f"{'':22}{'moves':>8}{'legal':>10}{'view':>10}{'refusal':>10}{'medium':>10}   (ms)")
    for key in options.games or GAMES:
        game, luck = GAMES[key], Random(1)
        found = [
            worst_of(game, seats, chosen, options.climbs, luck)
            for seats in game.seats
            for chosen in weighty_options(game, seats)
        ]
        measure(game, max(found, key=lambda one: one.count))


def measure(game: AnyGame, worst: Worst) -> None:
    """Print the times of one position."""
    state, seat = worst.state, game.to_act(worst.state)
    view, moves = game.observe(state, seat), game.legal_moves(state)
    refused = {**game.write_move(moves[-1]), "capture": list(game.deck.names_in_order)}
    if "capture" not in game.write_move(moves[-1]):
        refused = {**game.write_move(moves[-1]), "cards": list(game.deck.names_in_order)}

    def shown() -> None:
        Counter(map(game.kind_of, game.legal_moves(state)))
        written(game.show(game.observe(state, seat)))

    def refuse() -> None:
        with suppress(RuleViolation):
            game.decide(state, seat, game.read_move(refused))

    times = [
        milliseconds(lambda: game.legal_moves(state)),
        milliseconds(shown),
        milliseconds(refuse),
        milliseconds(lambda: LEVELS["medium"].choose(Turn(game, view, moves, Random(1)))),
    ]
    print(f"{game.key:22}{worst.count:>8,}" + "".join(f"{each:>10.2f}" for each in times), flush=True)


def milliseconds(what: Callable[[], Any]) -> float:
    """Return the median of five runs in milliseconds."""
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        what()
        seconds.append(time.perf_counter() - begin)
    return 1000 * median(seconds)


if __name__ == "__main__":
    main()
