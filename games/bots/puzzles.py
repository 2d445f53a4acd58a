"""Puzzles: ends of rounds with all cards known, in which the best move by far is not the obvious one.

They come from rounds between quick bots, and are solved exactly. The same name gives the same puzzle on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from games.bots.boards import Board
from games.bots.medium import LEVEL as MEDIUM
from games.bots.search.endgame import LIMIT, Endgame, TooMany
from games.bots.search.fishing import Round
from games.bots.thought.fishing import margin
from games.bots.turns import turn_of
from games.engine.catalogue import GAMES
from games.engine.fishing.moves import Play
from games.engine.fishing.state import PLAYING, State
from games.engine.options import Options
from games.engine.protocol import CHANCE, AnyGame

KINDS: Final = ("chkobba", "scopa", "cirulla", "escoba", "scopa-dassi", "baciga", "escopa")
"""The games of the puzzles, in turn from day to day: games for two with a stock that is used up."""
SEATS: Final = 2
CARDS: Final = 3
"""The fewest cards in the hand of the player to move, and in the other hand."""
MOVES: Final = 3
"""The fewest legal moves to choose from."""
GAP: Final = 2
"""The fewest points by which the best move is ahead of any other one."""
POSITIONS: Final = 200_000
"""The most positions to search for one move; a position that takes more is no puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position, and the value of each legal move if both sides play their best from there on."""

    game: str
    options: Options
    state: State
    values: tuple[int, ...]
    """The lead of the player to move at the end of the round, in points: for each legal move, in the order of the
    rules."""


def make(name: str, key: str) -> Puzzle:
    """Return a puzzle of a game. It takes about a second."""
    for number in count():
        for puzzle in _in_round(GAMES[key], Board(f"{name}|{number}")):
            return puzzle
    raise AssertionError("rounds never end")


def _in_round(game: AnyGame, board: Board) -> Iterator[Puzzle]:
    """Yield the puzzles in a round between quick bots."""
    options = game.read_options({}, SEATS)
    state = game.start(options, SEATS, board.dealer(SEATS))
    lucks = board.lucks(SEATS)
    happened: list[Any] = []
    while True:
        seat = game.to_act(state)
        if seat == CHANCE:
            events = game.deal(state, board.shuffled(game.chance(state)))
        else:
            move = MEDIUM.choose(turn_of(game, state, seat, MEDIUM, lucks[seat], happened))
            if _is_open(state) and (values := _values(game, state)) and _is_puzzle(game, state, move, values):
                yield Puzzle(game.key, options, state, values)
            events = game.decide(state, seat, move)
        happened += events
        if any(game.round_result(event) for event in events):
            return
        state = game.fold(state, events)


def _is_open(state: State) -> bool:
    """Return whether both players know all cards, since the stock is empty, and still have enough of them."""
    return state.phase == PLAYING and not state.stock and min(hand.bit_count() for hand in state.hands) >= CARDS


def _values(game: AnyGame, state: State) -> tuple[int, ...]:
    """Return the value of each legal move; empty if that takes too many positions."""
    side = state.rules.side_of[state.turn]
    found = []
    for move in game.legal_moves(state):
        played = Round(state)
        played.move(move)
        search = Endgame(side, lambda over: margin(over, side, for_match=False), POSITIONS)
        try:
            found.append(search.of(played, -LIMIT, LIMIT))
        except TooMany:
            return ()
    return tuple(found)


def _is_puzzle(game: AnyGame, state: State, obvious: Any, values: tuple[int, ...]) -> bool:
    """Return whether a capture is possible, and the best move by far is not the obvious one."""
    moves = game.legal_moves(state)
    plays = [move for move in moves if isinstance(move, Play)]
    if len(values) < MOVES or len(plays) < len(moves) or not any(play.capture for play in plays):
        return False
    best, second = sorted(values, reverse=True)[:2]
    return best - second >= GAP and moves[values.index(best)] != obvious
