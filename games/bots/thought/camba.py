"""Thinking in Čamba: plays the game to its end on many possible deals, the same ones for each move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import nlargest
from random import Random
from typing import Any, Final

from games.bots.knowledge.camba import worth
from games.bots.level import Turn
from games.bots.memory import remembered
from games.bots.search.camba import Game, play_out
from games.bots.search.racing import best_of
from games.bots.search.trial import Trial
from games.bots.thought.depth import Depth
from games.engine.camba.view import View

FIRST: Final = 4
"""The extra value of the first place, in places gained: only the first place is worth a point."""


def choose(turn: Turn, depth: Depth) -> Any:
    """Return the move with the best mean place in this game, over many deals."""
    view = remembered(turn)
    if len(turn.moves) == 1:
        return turn.moves[0]
    moves = nlargest(depth.width, turn.moves, key=lambda move: worth(view, move))
    return best_of(turn, moves, _deals(turn, view), partial(_played_out, view.seat))


def trial(turn: Turn, depth: Depth) -> Trial:
    """Return the trial of moves. A point is the difference between the first and the last place."""
    view = remembered(turn)
    point = 2 * (len(view.hand_counts) - 1 + FIRST)
    return Trial(takes=lambda move: True, deals=_deals(turn, view), value=partial(_played_out, view.seat), point=point)


def _deals(turn: Turn, view: View) -> Iterator[tuple[Any, int]]:
    """Yield possible deals, each with the luck of its reshuffles."""
    while True:
        yield turn.game.imagine(view, turn.luck), turn.luck.getrandbits(32)


def _played_out(seat: int, deal: tuple[Any, int], move: Any) -> int:
    state, reshuffles = deal
    game = Game(state)
    game.move(move)
    play_out(game, Random(reshuffles))
    return _value(game, seat)


def _value(game: Game, seat: int) -> int:
    """Return twice the value of a place. In a game that was given up, the seats left share the places left."""
    last = game.seats - 1
    if seat in game.places:
        place = game.places.index(seat)
        return 2 * (last - place) + 2 * FIRST * (place == 0)
    taken = len(game.places)
    return last - taken + (FIRST if not taken else 0)
