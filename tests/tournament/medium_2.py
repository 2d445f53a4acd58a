"""The medium bot before it remembered face-down piles, for comparisons.

Unchanged parts are shared with ``medium``; copy a part here before you change it.
"""

from __future__ import annotations

from typing import Any

from games.bots.level import Level, Turn
from games.bots.medium import best


def choose(turn: Turn) -> Any:
    """Return the best-looking move; among equals, a random one."""
    return best(turn, turn.view)


LEVEL = Level(key="medium-2", choose=choose)
