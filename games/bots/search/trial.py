"""Trials of moves, for code that compares them: the deals, and the value of the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Trial:
    """The means to compare the moves of a turn."""

    takes: Callable[[Any], bool]
    """A function that says whether a move can be tried; rules of thumb alone judge the other moves."""
    deals: Iterator[Any]
    """The possible deals, without an end."""
    value: Callable[[Any, Any], int]
    """The value of a deal after a move, a whole number."""
    point: int
    """The value that one point stands for."""
    cost: int = 1
    """The number of iterations that one deal counts as."""
    known: bool = False
    """True if there is only one deal, and its value is exact."""
