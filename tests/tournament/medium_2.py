"""The medium bot as it was before it remembered: of piles that lie face down it knew nothing. For comparisons.

What has not changed since is shared with ``medium``; copy it here before you change it.
"""

from __future__ import annotations

from typing import Any

from games.bots.level import Level, Turn
from games.bots.medium import best


def choose(turn: Turn) -> Any:
    """Return the best-looking move; among equals, any."""
    return best(turn, turn.view)


LEVEL = Level(key="medium-2", choose=choose)
