"""The end of a round of a fishing game with all cards known, solved exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.bots.search.fishing import Round

Value = Callable[[Round], int]
"""The value of a finished round for the searching side; all other sides want it low."""


class TooMany(Exception):
    """The search would need more positions than it may look at."""


class Endgame:
    """A search for the best line of a round in which all cards are known (alpha-beta)."""

    def __init__(self, side: int, value: Value, most: int) -> None:
        self.side = side
        self.value = value
        self.left = most
        """The number of positions that may still be looked at."""

    def best_of(self, known: Any, moves: Sequence[Any]) -> Any:
        """Return the best move if every side plays its best; the first among equals. Raises TooMany."""
        best, most = moves[0], -LIMIT
        for move in moves:
            played = Round(known)
            played.move(move)
            found = self.of(played, most, LIMIT)
            if found > most:
                best, most = move, found
        return best

    def of(self, played: Round, low: int, high: int) -> int:
        """Return the value of a round, exact if it lies between the two bounds. Raises TooMany."""
        if played.is_over:
            return self.value(played)
        self.left -= 1
        if self.left < 0:
            raise TooMany
        mine = played.rules.side_of[played.turn] == self.side
        for move in played.legal_moves():
            after = Round(played)
            after.move(move)
            found = self.of(after, low, high)
            if mine:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if mine else high


LIMIT = 1 << 60
"""A bound above the value of any round."""
