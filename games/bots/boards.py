"""Cards that can be dealt again: for puzzles, and to compare bots fairly."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engine.protocol import Shuffle


@dataclass(frozen=True)
class Board:
    """The cards of a match: each round begins with the same deck, whatever the players do.

    Cards and bots have generators of their own, so a bot that draws more numbers gets the same cards.
    """

    name: str

    def dealer(self, seats: int) -> int:
        """Return the seat of the first dealer."""
        return Random(f"{self.name}|dealer").randrange(seats)

    def shuffled(self, asked: Shuffle) -> list[int]:
        """Return a shuffled deck."""
        deck = list(asked.cards)
        Random(f"{self.name}|cards|{asked.round}|{asked.attempt}").shuffle(deck)
        return deck

    def lucks(self, seats: int) -> list[Random]:
        """Return a generator for the bot at each seat, so a level against itself wins just its share of a board."""
        return [Random(f"{self.name}|bot|{seat}") for seat in range(seats)]
