"""Deals that can be repeated, for puzzles and for fair comparisons of bots."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engine.protocol import Shuffle


@dataclass(frozen=True)
class Board:
    """The cards of a match: each round begins with the same deck, whatever the players do.

    Cards and bots have separate random generators, so the cards do not depend on the numbers that a bot draws.
    """

    name: str

    def dealer(self, seats: int) -> int:
        """Return the seat of the first dealer."""
        return Random(f"{self.name}|dealer").randrange(seats)

    def shuffled(self, asked: Shuffle) -> list[int]:
        """Return the deck for a shuffle; the same shuffle always gives the same deck."""
        deck = list(asked.cards)
        Random(f"{self.name}|cards|{asked.round}|{asked.attempt}").shuffle(deck)
        return deck

    def lucks(self, seats: int) -> list[Random]:
        """Return a random generator for each seat, so a level against itself wins just its share of a board."""
        return [Random(f"{self.name}|bot|{seat}") for seat in range(seats)]
