"""The cost of a move in a playout: by the engine with medium-1's choices, and by ``games.bots.search``, in turn.

Both play the same deals to the end of their round, with observation, choice and scores. As in a search, the first seat
to act imagines the deals from its view; each round takes another view. It counts processor time, so that other load on
the machine matters little. Prints medians of several rounds, and of the ratio of each round.

    .venv/bin/python -m tests.benchmarks.playouts [GAME …] [--rounds 5] [--deals 300]
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median
from typing import Any

from games.bots.level import Turn
from games.bots.search.fishing import Round
from games.bots.search.tactics import play_out
from games.engine.catalogue import GAMES
from games.engine.fishing.state import DECLARING, PLAYING
from games.engine.protocol import CHANCE, AnyGame
from tests.engine.playing import shuffled
from tests.helpers.eventually import attempts
from tests.tournament import medium_1

FEWER = 10
"""The engine plays this many times fewer deals."""


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    fishing = [key for key, game in GAMES.items() if game.kind == "fishing"]
    parser.add_argument("game", nargs="*", choices=[*fishing, []], help="all by default")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=300)
    options = parser.parse_args()
    print(f"{'':24}{'medium-1':>12}{'in place':>12}{'ratio':>8}  (least)")
    for key in options.game or fishing:
        game, luck = GAMES[key], Random(key)
        measured = []
        for number in range(-1, options.rounds):  # the first round only warms up
            view = first_view(game, luck)
            deals = [game.imagine(view, luck) for _ in range(options.deals)]
            pair = by_engine(game, deals[::FEWER], luck), in_place(deals)
            if number >= 0:
                measured.append(pair)
        slow, quick = (median(times) for times in zip(*measured, strict=True))
        ratios = [one / other for one, other in measured]
        name = f"{key}, {game.seats[-1]} seats"
        print(f"{name:24}{slow:>9.1f} µs{quick:>9.2f} µs{median(ratios):>8.1f}  ({min(ratios):.1f})")


def first_view(game: AnyGame, luck: Random) -> Any:
    """Return the view of a new deal for the first seat to act."""
    state: Any = game.start(game.read_options({}, game.seats[-1]), game.seats[-1], 0)
    for _ in attempts(1_000, "a card can be played"):
        if state.phase in (DECLARING, PLAYING):
            break
        if game.to_act(state) == CHANCE:
            events = game.deal(state, shuffled(game, state, luck))
        else:
            events = game.decide(state, state.turn, game.legal_moves(state)[0])
        state = game.fold(state, events)
    return game.observe(state, state.turn)


def by_engine(game: AnyGame, deals: list[Any], luck: Random) -> float:
    """Let medium-1 play deals to the end of the round; return microseconds per move."""
    choose, moves = medium_1.choose, 0
    begin = time.process_time()
    for deal in deals:
        state = deal
        for _ in attempts(1_000, "the round ends"):
            if (seat := game.to_act(state)) < 0:
                break
            move = choose(Turn(game, game.observe(state, seat), game.legal_moves(state), luck))
            state = game.fold(state, game.decide(state, seat, move))
            moves += 1
    return (time.process_time() - begin) / moves * 1e6


def in_place(deals: list[Any]) -> float:
    """Play deals out in place; return microseconds per move."""
    moves = 0
    begin = time.process_time()
    for deal in deals:
        played = Round(deal)
        moves += play_out(played)
        played.scores()
    return (time.process_time() - begin) / moves * 1e6


if __name__ == "__main__":
    main()
