"""A bot that plays any legal move: the last fallback, and the baseline of tournaments."""

from __future__ import annotations

from typing import Any

from games.bots.level import Level, Turn


def choose(turn: Turn) -> Any:
    """Return any legal move."""
    return turn.luck.choice(turn.moves)


LEVEL = Level(key="random", choose=choose)
