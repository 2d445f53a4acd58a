"""Which of some moves does best in the mean of many deals: common deals for all moves, and sequential halving.

Everything is counted in whole numbers, so that the same deals give the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import Any, Final

from games.bots.level import Turn

SURE: Final = 9
"""A move is given up at once when its mean is behind that of the best by the square root of so many standard errors."""
EARLIEST: Final = 32
"""Deals before which nothing is given up for that, and between two looks."""


def best_of(
    turn: Turn, moves: Sequence[Any], deals: Iterator[Any], value: Callable[[Any, Any], int], cost: int = 1
) -> Any:
    """Return the move that brings most in the mean of deals; the first named among equals.

    Each stage spends an equal part of the iterations, then gives up the half of the moves that does worse. An iteration
    is one deal played on after one move; where that takes longer than elsewhere, it costs several. What the budget
    still has when the best is beyond doubt is not spent.
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
        """Return the best of those that are left."""
        return self.moves[max(self.left, key=lambda one: sum(self.found[one]))]

    def stage(self) -> bool:
        """Play a stage; return whether there was anything left to spend."""
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
        """Give up what is surely behind; return whether anything was."""
        best = max(self.left, key=lambda one: sum(self.found[one]))
        left = [one for one in self.left if one == best or not _behind(self.found[best], self.found[one])]
        given_up = len(left) < len(self.left)
        self.left = left
        return given_up


def _behind(best: Sequence[int], other: Sequence[int]) -> bool:
    """Say whether results of the same deals are surely worse than others."""
    ahead = [one - less for one, less in zip(best, other, strict=True)]
    total, count = sum(ahead), len(ahead)
    return total * total * (count + SURE) > SURE * count * sum([one * one for one in ahead])
