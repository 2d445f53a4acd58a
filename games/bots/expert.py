"""The expert bot: like the hard bot, with more and likelier deals, for the match, and exact where all is known."""

from __future__ import annotations

from functools import partial

from games.bots.level import Budget, Level
from games.bots.thought import choose
from games.bots.thought.depth import Depth

DEPTH = Depth(width=12, tells=4, exact=3_000, match=True)
LEVEL = Level(key="expert", choose=partial(choose, depth=DEPTH), budget=Budget(iterations=1_200, seconds=10))
