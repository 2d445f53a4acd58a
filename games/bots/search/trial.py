"""The trial of a turn: how a bot tries moves on possible deals.

A trial has the deals, and a function that returns the value of each move on a deal. Searches and analyses use it to
compare the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Trial:
    """The means to compare the moves of a turn."""

    takes: Callable[[Any], bool]
    """A function that says whether a move can be tried; rules of thumb alone judge the other moves."""
    deals: Iterator[Any]
    """An endless iterator over possible deals."""
    value: Callable[[Any, Any], int]
    """A function that returns the value of a deal after a move, as a whole number."""
    point: int
    """The number that stands for one point in the results of ``value``."""
    cost: int = 1
    """The number of iterations of the budget that one move on one deal costs."""
    known: bool = False
    """True if all cards are known: there is only one deal, and ``value`` is exact."""


def lead_of(scores: Sequence[int], side: int) -> int:
    """Return the points of a side above the mean of the other sides, times their number."""
    return scores[side] * len(scores) - sum(scores)
