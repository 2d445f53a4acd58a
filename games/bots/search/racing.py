"""The choice of the move with the best mean over many deals: common deals and sequential halving.

All values are whole numbers, so that the same deals give the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import Any, Final

from games.bots.level import Turn

SURE: Final = 9
"""A move is given up at once if its mean is behind the best one by the square root of this number of standard
errors."""
EARLIEST: Final = 32
"""The number of deals before the first such check, and between two of them."""


def best_of(
    turn: Turn, moves: Sequence[Any], deals: Iterator[Any], value: Callable[[Any, Any], int], cost: int = 1
) -> Any:
    """Return the move with the best mean over deals; the first named among equals.

    Each stage spends an equal part of the iterations, then gives up the worse half of the moves. An iteration is one
    deal played on after one move; ``cost`` is its number of iterations in games that take longer. The rest of the
    budget is not spent once the best move is beyond doubt.
    """
    race = _Race(turn, list(moves), deals, value)
    race.iterations //= cost
    while len(race.left) > 1 and race.stage():
        pass
    return race.best()


class _Race:
    def __init__(self, turn: Turn, moves: list[Any], deals: Iterator[Any], value: Callable[[Any, Any], int]) -> None:
        self.turn = turn
        self.moves = moves
        self.deals = deals
        self.value = value
        self.left = list(range(len(moves)))
        self.found: list[list[int]] = [[] for _ in moves]
        self.iterations = turn.budget.iterations if turn.budget else 0

    def best(self) -> Any:
        """Return the best of the moves that are left."""
        return self.moves[max(self.left, key=lambda one: sum(self.found[one]))]

    def stage(self) -> bool:
        """Play a stage; return whether the budget allowed any deal."""
        stages = (len(self.left) - 1).bit_length()
        deals = self.iterations // (stages * len(self.left))
        for number in range(1, deals + 1):
            self.turn.check()
            deal = next(self.deals)
            for one in self.left:
                self.found[one].append(self.value(deal, self.moves[one]))
            self.iterations -= len(self.left)
            if number % EARLIEST == 0 and self._given_up():
                return True
        self.left = sorted(nlargest((len(self.left) + 1) // 2, self.left, key=lambda one: sum(self.found[one])))
        return deals > 0

    def _given_up(self) -> bool:
        """Give up the moves that are surely behind; return whether there were any."""
        best = max(self.left, key=lambda one: sum(self.found[one]))
        left = [one for one in self.left if one == best or not _behind(self.found[best], self.found[one])]
        given_up = len(left) < len(self.left)
        self.left = left
        return given_up


def _behind(best: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether the other results are surely behind the best ones, on the same deals."""
    ahead = [one - less for one, less in zip(best, other, strict=True)]
    total, count = sum(ahead), len(ahead)
    return total * total * (count + SURE) > SURE * count * sum([one * one for one in ahead])
