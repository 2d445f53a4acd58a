"""Opponents for measuring levels. Only the arena knows them, so players cannot choose them.

``random`` is the lower bound, and ``cheating``, which sees all cards, about the upper one. ``greedy`` takes what it
can, and ``chitarella`` follows the old rules of Scopone for partners. ``bold``, ``cautious`` and ``collector`` play in
other styles than the levels; they are held out, so never tune against them.
"""

from __future__ import annotations

from typing import Final

from games.bots import any_move
from games.bots.level import Level
from tests.tournament.opponents import bold, cautious, chitarella, collector, greedy
from tests.tournament.opponents.cheating import CHEATER, Cheater

HOLD_OUTS: Final = {level.key: level for level in (bold.LEVEL, cautious.LEVEL, collector.LEVEL)}
"""Opponents that are never used for tuning."""

OPPONENTS: Final[dict[str, Level | Cheater]] = {
    **{level.key: level for level in (any_move.LEVEL, greedy.LEVEL, chitarella.LEVEL)},
    **HOLD_OUTS,
    CHEATER.key: CHEATER,
}
"""All opponents by their key."""

__all__ = ["HOLD_OUTS", "OPPONENTS", "Cheater"]
