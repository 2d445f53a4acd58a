"""Bots: each gets a turn and returns a move. A bot never holds a state, so it sees only what its seat sees.

To add a level, write a file like those here and add its ``LEVEL`` to LEVELS (docs/adding-a-level.md).
"""

from __future__ import annotations

from typing import Final

from games.bots import any_move, easy, expert, hard, medium
from games.bots.level import Level
from games.engine.messages import Message, say

LEVELS: dict[str, Level] = {level.key: level for level in (easy.LEVEL, medium.LEVEL, hard.LEVEL, expert.LEVEL)}
"""The levels that players choose from, by key; the log of a match names them."""

FALLBACKS: Final = (medium.LEVEL, any_move.LEVEL)
"""The bots that move if a level fails, is killed, takes too long, or is unknown here. The first one that does not fail
is used. They are quick, and play every game."""

BOTS: Final = {level.key: level for level in (*LEVELS.values(), *FALLBACKS)}
"""All bots that the log of a match can name."""

DESCRIPTIONS: dict[str, Message] = {level: say(f"bot.{level}") for level in LEVELS}
"""The description of each level, for people."""
