"""The easy bot as it was before it looked at its cards: anything that is allowed. For comparisons."""

from __future__ import annotations

from typing import Any

from games.bots.level import Level, Turn


def choose(turn: Turn) -> Any:
    """Return any legal move."""
    return turn.luck.choice(turn.moves)


LEVEL = Level(key="easy-1", choose=choose)
