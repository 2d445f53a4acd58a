"""The easy bot: anything that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.protocol import AnyGame


def choose(game: AnyGame, view: Any, moves: Sequence[Any], luck: Random) -> Any:
    """Return any legal move."""
    return luck.choice(moves)
