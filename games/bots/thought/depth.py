"""The settings in which thinking levels differ, besides their budgets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Depth:
    """The depth of a level's search; its budget limits the iterations."""

    width: int
    """The number of most promising moves that are tried."""
    tells: int = 1
    """The number of deals from which one is drawn by the others' plays; 1: plays do not matter."""
    exact: int = 0
    """The most positions for solving the rest of a round once all cards are known; 0: never solve it."""
    match: bool = False
    """True if the level plays to win the match when this round may end the match; false: it plays for points alone."""
