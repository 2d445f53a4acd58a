"""The end of a round of a fishing game when all cards are known: solved, not guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.bots.search.fishing import Round

Value = Callable[[Round], int]
"""What a round that is over is worth to the side that asks; all others want it low."""


class TooMany(Exception):
    """There are more positions than may be looked at."""


class Endgame:
    """Looks for the best line of a round whose cards lie open to everybody (alpha-beta)."""

    def __init__(self, side: int, value: Value, most: int) -> None:
        self.side = side
        self.value = value
        self.left = most
        """Positions that may still be looked at."""

    def best_of(self, known: Any, moves: Sequence[Any]) -> Any:
        """Return the move that leads to most if everybody plays their best; the first among equals. Raises TooMany."""
        best, most = moves[0], -LIMIT
        for move in moves:
            played = Round(known)
            played.move(move)
            found = self.of(played, most, LIMIT)
            if found > most:
                best, most = move, found
        return best

    def of(self, played: Round, low: int, high: int) -> int:
        """Return what a round comes to, as far as that lies between two bounds."""
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
"""More than any round is worth."""
