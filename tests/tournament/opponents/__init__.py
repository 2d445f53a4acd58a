"""Opponents that measure levels. Only the arena knows them, so no player can choose them.

``random`` is the bottom, ``cheating``, which sees all cards, about the ceiling. ``greedy`` takes what it gets, and
``chitarella`` plays as the old rules of Scopone tell partners to. ``bold``, ``cautious`` and ``collector`` play in
other styles than the levels do: they are held out, so nothing may be tuned against them.
"""

from __future__ import annotations

from typing import Final

from games.bots import any_move
from games.bots.level import Level
from tests.tournament.opponents import bold, cautious, chitarella, collector, greedy
from tests.tournament.opponents.cheating import CHEATER, Cheater

HOLD_OUTS: Final = {level.key: level for level in (bold.LEVEL, cautious.LEVEL, collector.LEVEL)}
"""Never used for tuning."""

OPPONENTS: Final[dict[str, Level | Cheater]] = {
    **{level.key: level for level in (any_move.LEVEL, greedy.LEVEL, chitarella.LEVEL)},
    **HOLD_OUTS,
    CHEATER.key: CHEATER,
}
"""Every one of them, by its key."""

__all__ = ["HOLD_OUTS", "OPPONENTS", "Cheater"]
