"""The speed of the rules, beside public libraries."""

from __future__ import annotations

import importlib
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from django.core.management.base import BaseCommand
from tqdm import tqdm

import tests.helpers.set_up  # noqa: F401
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE, NOBODY, AnyGame
from tests.helpers.commands import run
from tests.helpers.eventually import attempts, during

MOST_ROUNDS: Final = 1_000_000


class Measured(NamedTuple):
    """Random playouts of one game."""

    steps: int
    matches: int
    seconds: float


def playout(game: AnyGame, seats: int, luck: Random) -> int:
    """Play a match by random legal moves; return the number of steps: legal moves, decide, evolve."""
    steps, draw = 0, luck.random
    state: Any = game.start(game.read_options({}, seats), seats, 0)
    to_act, legal_moves, decide, fold = game.to_act, game.legal_moves, game.decide, game.fold
    for _ in attempts(MOST_ROUNDS, "a match ends"):
        if (seat := to_act(state)) == NOBODY:
            break
        if seat == CHANCE:
            events = game.deal(state, sorted(game.chance(state).cards, key=lambda card: draw()))
        else:
            moves = legal_moves(state)
            events = decide(state, seat, moves[int(draw() * len(moves))])
            steps += 1
        state = fold(state, events)
    return steps


def measure(play: Callable[[Random], int], seconds: float, luck: Random) -> Measured:
    """Play whole matches for this number of seconds, and count them."""
    steps = matches = 0
    begin = time.perf_counter()
    for _ in during(seconds, "matches are played"):
        steps += play(luck)
        matches += 1
    return Measured(steps, matches, time.perf_counter() - begin)


# --- public libraries, where they are installed -----------------------------------------------------------------------


def open_spiel() -> Callable[[Random], int]:
    """Return open_spiel's crazy_eights (C++), driven from Python. Raises ImportError where it is not installed."""
    game = importlib.import_module("pyspiel").load_game("crazy_eights")

    def play(luck: Random) -> int:
        state, steps = game.new_initial_state(), 0
        for _ in attempts(MOST_ROUNDS, "a match ends"):
            if state.is_terminal():
                break
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(luck.random() * len(actions))])
                steps += 1
        return steps

    return play


def rlcard_uno() -> Callable[[Random], int]:
    """Return rlcard's uno, the game without its environment. Raises ImportError where it is not installed."""
    numpy = importlib.import_module("numpy")
    kind = importlib.import_module("rlcard.games.uno").Game

    def play(luck: Random) -> int:
        game, steps = kind(), 0
        game.np_random = numpy.random.RandomState(luck.randrange(2**31))
        game.init_game()
        for _ in attempts(MOST_ROUNDS, "a match ends"):
            if game.is_over():
                break
            actions = game.get_legal_actions()
            game.round.proceed_round(game.players, actions[int(luck.random() * len(actions))])
            steps += 1
        return steps

    return play


def python_chess() -> Callable[[Random], int]:
    """Return python-chess with at most 200 half-moves. Raises ImportError where it is not installed."""
    chess = importlib.import_module("chess")

    def play(luck: Random) -> int:
        board, steps = chess.Board(), 0
        for _ in range(200):
            if not (moves := list(board.legal_moves)):
                break
            board.push(moves[int(luck.random() * len(moves))])
            steps += 1
        return steps

    return play


PEERS: dict[str, Callable[[], Callable[[Random], int]]] = {
    "open_spiel crazy_eights": open_spiel,
    "rlcard uno (game only)": rlcard_uno,
    "python-chess": python_chess,
}


class Command(BaseCommand):
    """Command that measures random playouts."""

    help = (
        "Random playouts of every game (legal moves and apply, one core): steps a second and the time of a match, and "
        "the same of public peers where they are installed (pip install open_spiel rlcard chess). Everything is "
        "measured in turn, several times; medians are shown, since machines are noisy and only ratios of one run count."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: the games, the seconds, the rounds."""
        parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="keys of games; all by default")
        parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
        parser.add_argument("--rounds", type=int, default=5, help="number of measurements of each, alternating")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table."""
        plays = {name: play for name, peer in PEERS.items() if (play := installed(peer))}
        for key in options["game"] or GAMES:
            for seats in GAMES[key].seats:
                plays[f"{key}, {seats} seats"] = partial(playout, GAMES[key], seats)
        measured: dict[str, list[Measured]] = {name: [] for name in plays}
        rounds = range(-1, options["rounds"])  # the first round only warms up
        progress = tqdm([(number, name) for number in rounds for name in plays], disable=not sys.stderr.isatty())
        for number, name in progress:
            result = measure(plays[name], options["seconds"], Random(number))
            if number >= 0:
                measured[name].append(result)
        self._show(measured)

    def _show(self, measured: dict[str, list[Measured]]) -> None:
        rates = {name: median(one.steps / one.seconds for one in results) for name, results in measured.items()}
        peers = {name: rate for name, rate in rates.items() if name in PEERS}
        self.stdout.write(f"{'':28}{'steps/s':>10}{'match':>11}" + "".join(f"  / {name.split()[0]}" for name in peers))
        for name, results in measured.items():
            match = median(one.seconds / one.matches for one in results)
            ratios = "".join(f"{rates[name] / rate:>{len(peer.split()[0]) + 4}.2f}" for peer, rate in peers.items())
            self.stdout.write(f"{name:28}{rates[name]:>10,.0f}{match * 1000:>8.1f} ms{ratios}")
        for name in PEERS.keys() - peers.keys():
            self.stdout.write(f"{name}: not installed")


def installed(peer: Callable[[], Callable[[Random], int]]) -> Callable[[Random], int] | None:
    """Return the play function of a library, or None where it is not installed."""
    try:
        return peer()
    except ImportError:
        return None


if __name__ == "__main__":
    run(Command, "tests.benchmarks.engine")
