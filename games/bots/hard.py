"""The hard bot: plays the rest of the round out in many deals that may be, with each move on the same ones.

Moves that do worse are given up, half of those left each time, so that most deals are spent on those that are close
(sequential halving).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, Final

from games.bots import medium
from games.bots.candidates import candidates
from games.bots.knowledge import fishing
from games.bots.level import Budget, Level, Turn
from games.bots.memory import remembered
from games.bots.search.fishing import Round
from games.bots.search.tactics import play_out
from games.engine.catalogue import GAMES
from games.engine.fishing.moves import Play
from games.engine.fishing.state import NO_SIDE
from games.engine.fishing.view import View

WIDTH: Final = 12
"""So many of the moves that look best to medium are tried."""
MATCH: Final = 30.0
"""What it counts, in points, to win the match at once by all ten diamonds, or to lose it so."""


def choose(turn: Turn) -> Any:
    """Return the move after which the round ends best in the mean of many deals; what is no play, as medium does."""
    view: View = remembered(turn)
    if len(turn.moves) == 1 or not any(isinstance(move, Play) for move in turn.moves):
        return medium.best(turn, view)
    looked_at = candidates(turn.game, view, turn.moves)
    moves = nlargest(WIDTH, looked_at, key=lambda move: fishing.worth(view, move))
    return searched(turn, view, moves)


def searched(turn: Turn, view: View, moves: Sequence[Any]) -> Any:
    """Return the best of some moves, the most promising first."""
    side = view.rules.side_of[view.turn]
    left = dict.fromkeys(moves, 0.0)
    deals = turn.budget.iterations if turn.budget else 0
    halvings = max(1, (len(moves) - 1).bit_length())
    for number in turn.iterations():
        deal = turn.game.imagine(view, turn.luck)
        for move in left:
            played = Round(deal)
            played.move(move)
            play_out(played)
            left[move] += margin(played, side)
        if (number + 1) * halvings % deals < halvings and len(left) > 1:
            best = nlargest((len(left) + 1) // 2, left, key=left.__getitem__)
            left = {move: left[move] for move in left if move in best}
        if len(left) == 1:
            break
    return max(left, key=left.__getitem__)


def margin(played: Round, side: int) -> float:
    """Return how many points more than the others have on the mean a side has won in a round that is over."""
    if played.winner != NO_SIDE:
        return MATCH if played.winner == side else -MATCH
    scores = played.scores()
    return scores[side] - (sum(scores) - scores[side]) / (len(scores) - 1)


LEVEL = Level(
    key="hard",
    choose=choose,
    budget=Budget(iterations=200, seconds=5),
    games=frozenset(key for key, game in GAMES.items() if game.kind == "fishing"),
)
