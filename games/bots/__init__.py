"""Bots: a view and the legal moves in, a move out. A bot never holds a state, so it cannot see what its seat cannot.

To add a level, write a file with a ``choose`` like those here and name it in ``LEVELS``. Before a level that players
know learns more, keep it as it was and name it in ``KEPT``, so that what was learnt can be measured (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from games.bots import easy, medium, medium_1
from games.engine.protocol import AnyGame


class Choose(Protocol):
    """A bot: chooses one of the legal moves of the seat whose view it gets; the same for the same luck."""

    def __call__(self, game: AnyGame, view: Any, moves: Sequence[Any], luck: Random) -> Any:
        """Return one of the moves."""


LEVELS: dict[str, Choose] = {"easy": easy.choose, "medium": medium.choose}
"""The levels that players are offered."""

KEPT: dict[str, Choose] = {"medium-1": medium_1.choose}
"""Levels as they once were, for comparisons. Nobody can seat them, but a match that names one can be played on."""

BOTS: dict[str, Choose] = {**LEVELS, **KEPT}
"""Every level that there is."""

DESCRIPTIONS: dict[str, str] = {
    "easy": "Plays anything that is allowed.",
    "medium": "Takes what is worth most, and thinks of what it leaves to the next player.",
}
"""What each level is like, for people."""
