"""What a level of bots is, and what it gets when its turn has come."""

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
    """How much a level may think about one move."""

    iterations: int
    """They decide what is chosen, so that whoever has the same turn, luck and budget chooses the same."""
    seconds: float
    """When nobody waits any longer: a quick bot plays then."""


def _nothing() -> Sequence[Seen]:
    return ()


def _go_on() -> None:
    pass


@dataclass(frozen=True)
class Turn:
    """All that a bot gets: what its seat sees and has seen, and nothing else."""

    game: AnyGame
    view: Any
    """What ``Game.observe`` shows the seat."""
    moves: Sequence[Any]
    """The legal moves, of which it returns one."""
    luck: Random
    """The only chance that it may take, so that its choice can be made again."""
    recall: Callable[[], Sequence[Seen]] = _nothing
    """What ``seen`` asks, once."""
    budget: Budget | None = None
    """None for a level that is quick."""
    check: Callable[[], None] = _go_on
    """Raises something where nobody waits for the answer any more."""

    @cached_property
    def seen(self) -> Sequence[Seen]:
        """What the seat saw since the round began, oldest first. It is read when it is asked for: that takes time."""
        return self.recall()

    def iterations(self) -> Iterator[int]:
        """Count what the budget allows: ``for number in turn.iterations(): …``. Ends early only by an exception."""
        for number in range(self.budget.iterations if self.budget else 0):
            self.check()
            yield number


Choose = Callable[[Turn], Any]
"""Returns one of the legal moves of a turn; the same for the same luck."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A level of bots."""

    key: str
    """By which matches name it, for ever; its sentence in the catalogue is ``bot.`` with the key."""
    choose: Choose
    budget: Budget | None = None
    """What it may think about a move. Without one it is quick: it answers within milliseconds, whatever the table."""
    version: int = 1
    """One more whenever it may choose otherwise with the same turn, luck and budget: the log names it at each move."""
    games: frozenset[str] | None = None
    """The games that it can play, by their keys; None for all."""

    def plays(self, game: str) -> bool:
        """Say whether it can play a game."""
        return self.games is None or game in self.games
