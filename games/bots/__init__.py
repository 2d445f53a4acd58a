"""Bots: a turn in, a move out. A bot never holds a state, so it cannot see what its seat cannot.

To add a level, write a file like those here and name its ``LEVEL`` in the list (docs/adding-a-level.md).
"""

from __future__ import annotations

from typing import Final

from games.bots import any_move, easy, expert, hard, medium
from games.bots.level import Level
from games.engine.messages import Message, say

LEVELS: dict[str, Level] = {level.key: level for level in (easy.LEVEL, medium.LEVEL, hard.LEVEL, expert.LEVEL)}
"""All levels. Players choose among them, and the log of a match names them."""

FALLBACKS: Final = (medium.LEVEL, any_move.LEVEL)
"""The bots that move where a level fails, is killed, takes too long, or is unknown here: the first that does not fail
itself. They are quick, and play every game."""

BOTS: Final = {level.key: level for level in (*LEVELS.values(), *FALLBACKS)}
"""All bots that the log of a match can name."""

DESCRIPTIONS: dict[str, Message] = {level: say(f"bot.{level}") for level in LEVELS}
"""What each level is like, for people."""
