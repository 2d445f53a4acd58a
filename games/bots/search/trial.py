"""How moves are tried: on which deals, and what comes of them there. It serves whoever compares moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What it takes to compare moves of a turn."""

    takes: Callable[[Any], bool]
    """Whether a move can be tried; the others are judged by rules of thumb alone."""
    deals: Iterator[Any]
    """Deals that may be, without an end."""
    value: Callable[[Any, Any], int]
    """What comes of a deal after a move, in whole numbers."""
    point: int
    """How much of that a point is."""
    cost: int = 1
    """As how many iterations one deal counts."""
    known: bool = False
    """Whether there is but one deal, of which the value is exact."""
