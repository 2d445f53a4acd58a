"""Bots: a turn in, a move out. A bot never holds a state, so it cannot see what its seat cannot.

To add a level, write a file like those here and name its ``LEVEL`` in the list (docs/adding-a-level.md). Before a level
that players know learns more, keep it as it was among ``KEPT``, so that what was learnt can be measured (docs/bots.md).
"""

from __future__ import annotations

from typing import Final

from games.bots import easy, easy_1, expert, hard, medium, medium_1, medium_2
from games.bots.level import Level
from games.engine.messages import Message, say

LEVELS: dict[str, Level] = {level.key: level for level in (easy.LEVEL, medium.LEVEL, hard.LEVEL, expert.LEVEL)}
"""The levels that players are offered."""

KEPT: dict[str, Level] = {level.key: level for level in (easy_1.LEVEL, medium_1.LEVEL, medium_2.LEVEL)}
"""Levels as they once were, for comparisons. Nobody can seat them, but a match that names one can be played on."""

BOTS: dict[str, Level] = {**LEVELS, **KEPT}
"""Every level that a match can name."""

FALLBACKS: Final = (medium.LEVEL, easy_1.LEVEL)
"""Who plays where a level fails, is killed, takes too long, or is not known here: the first that does not fail itself.
They are quick, and play every game."""

DESCRIPTIONS: dict[str, Message] = {level: say(f"bot.{level}") for level in LEVELS}
"""What each level is like, for people."""
