"""Levels of bots, and the turn that a bot gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from games.engine.protocol import AnyGame

Seen = Mapping[str, Any]
"""An event as ``Game.visible`` showed it to a seat."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """The limits of a level's thinking about one move."""

    iterations: int
    """The number of iterations. They alone decide: the same turn, luck and budget give the same move."""
    seconds: float
    """The time in seconds after which a quick bot plays instead."""


@dataclass(frozen=True)
class Turn:
    """The input of a bot: everything that its seat sees and has seen, and nothing else."""

    game: AnyGame
    view: Any
    """The game as the seat sees it, from ``Game.observe``."""
    moves: Sequence[Any]
    """The legal moves; the bot returns one of them."""
    luck: Random
    """The only source of chance for the bot, so that its choice can be repeated."""
    recall: Callable[[], Sequence[Seen]] = lambda: ()
    """The function behind ``seen``, called once at most."""
    budget: Budget | None = None
    """The budget of the level; None for a quick level."""
    check: Callable[[], None] = lambda: None
    """A function that raises an exception once the answer is no longer needed."""

    @cached_property
    def seen(self) -> Sequence[Seen]:
        """The events that the seat saw since the round began, oldest first. The first use reads them, which is slow."""
        return self.recall()

    def iterations(self) -> Iterator[int]:
        """Yield the budget's iterations: ``for number in turn.iterations(): …``. Only an exception ends them early."""
        for number in range(self.budget.iterations if self.budget else 0):
            self.check()
            yield number


Choose = Callable[[Turn], Any]
"""A function that returns one of the legal moves of a turn; the same luck gives the same move."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A level of bots."""

    key: str
    """The name of the level in matches, which never changes; ``bot.`` and the key is the id of its sentence."""
    choose: Choose
    budget: Budget | None = None
    """The limits of thinking about a move. A level without one is quick: it answers within milliseconds on any
    table."""
    version: int = 1
    """The version. Raise it if the same turn, luck and budget may give another move; the log names it at each move."""
    games: frozenset[str] | None = None
    """The games that the level can play, by their keys; None for all."""

    def plays(self, game: str) -> bool:
        """Return whether the level can play a game."""
        return self.games is None or game in self.games
