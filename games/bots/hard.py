"""The hard bot: tries its most promising moves on possible deals."""

from __future__ import annotations

from functools import partial

from games.bots.level import Budget, Level
from games.bots.thought import choose
from games.bots.thought.depth import Depth

LEVEL = Level(key="hard", choose=partial(choose, depth=Depth(width=6)), budget=Budget(iterations=240, seconds=5))
