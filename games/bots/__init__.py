"""Bots: a view and the legal moves in, a move out. A bot never holds a state, so it cannot see what its seat cannot.

To add a level, write a file with a ``choose`` like those here and name it in ``LEVELS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from games.bots import easy, medium
from games.engine.protocol import AnyGame


class Choose(Protocol):
    """A bot: chooses one of the legal moves of the seat whose view it gets; the same for the same luck."""

    def __call__(self, game: AnyGame, view: Any, moves: Sequence[Any], luck: Random) -> Any:
        """Return one of the moves."""


LEVELS: dict[str, Choose] = {"easy": easy.choose, "medium": medium.choose}

DESCRIPTIONS: dict[str, str] = {
    "easy": "Plays anything that is allowed.",
    "medium": "Takes what is worth most, and thinks of what it leaves to the next player.",
}
"""What each level is like, for people."""
