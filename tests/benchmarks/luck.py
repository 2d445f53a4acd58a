"""The share of a round's points that its cards explain: ``python -m tests.benchmarks.luck chkobba``.

Equal bots play deals to the end of their rounds; the worth of the cards is computed separately. Prints the correlation
of both. Also prints the standard deviation of the points of a round, as they are and without the part of the cards.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import correlation, stdev
from typing import Any

from tqdm import tqdm

from games.bots import LEVELS
from games.bots.boards import Board
from games.bots.dealt import Deals, ahead, is_dealt
from games.bots.level import Level
from games.bots.turns import turn_of
from games.engine.catalogue import GAMES
from games.engine.options import Options
from games.engine.protocol import CHANCE, AnyGame
from tests.helpers.eventually import attempts


def dealt(game: AnyGame, options: Options, seats: int, board: Board) -> tuple[Any, Any]:
    """Return the state before the cards of a board are dealt, and the state after."""
    before = state = game.start(options, seats, board.dealer(seats))
    for _ in attempts(1_000, "the cards are never dealt"):
        if is_dealt(state):
            break
        seat = game.to_act(state)
        if seat == CHANCE:
            events = game.deal(state, board.shuffled(game.chance(state)))
        else:
            events = game.decide(state, seat, game.legal_moves(state)[0])
        state = game.fold(state, events)
    return before, state


def played(game: AnyGame, state: Any, bot: Level, board: Board) -> tuple[int, ...]:
    """Let equal bots play a round to its end; return its points by side."""
    lucks = board.lucks(state.rules.seats)
    happened: list[Any] = []
    for _ in attempts(10_000, "the round does not end"):
        seat = game.to_act(state)
        if seat == CHANCE:
            events = game.deal(state, board.shuffled(game.chance(state)))
        else:
            events = game.decide(state, seat, bot.choose(turn_of(game, state, seat, bot, lucks[seat], happened)))
        happened += events
        for event in events:
            if ended := game.round_result(event):
                return ended.scores
        state = game.fold(state, events)
    raise AssertionError


def main() -> int:
    """Read the command line, play, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], metavar="GAME", help="all by default")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--bot", default="medium", choices=LEVELS)
    asked = parser.parse_args()
    print("| game, seats | correlation | points of a round, SD | with the cards taken out | a round takes |")
    print("| --- | --- | --- | --- | --- |")
    for key in asked.games or GAMES:
        game = GAMES[key]
        seats = game.seats[0]
        options = game.read_options({}, seats)
        cards, made, seconds = [], [], 0.0
        for number in tqdm(range(asked.deals), desc=key, leave=False, disable=not sys.stderr.isatty()):
            board = Board(f"luck {number}")
            before, state = dealt(game, options, seats, board)
            begin = time.process_time()
            cards.append(Deals(game, 0, "seed").worth(before, state, board.dealer(seats)).points)
            seconds += time.process_time() - begin
            made.append(ahead(played(game, state, LEVELS[asked.bot], board), 0))
        left = stdev([one - worth for one, worth in zip(made, cards, strict=True)])
        print(
            f"| `{key}`, {seats} | {correlation(cards, made):.2f} | {stdev(made):.2f} | {left:.2f} | "
            f"{1000 * seconds / asked.deals:.0f} ms |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
