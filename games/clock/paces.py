"""Paces: named time controls that clients offer. A match may agree on any other control, too.

To add one, add a line to ``PACES`` and its name to the catalogues of sentences.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.clock.control import Control
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.engine.messages import Message, say

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Pace(NamedTuple):
    """A time control with a name."""

    key: str
    name: Message
    control: Control


def _reserve(key: str, name: Message, seconds: int, reserve: int, more: int = 0) -> Pace:
    """Return a pace with a bank that never holds more than at the start."""
    bank = BankControl(seconds=seconds, bank_seconds=reserve, increment_seconds=more, cap_seconds=reserve)
    return Pace(key, name, bank)


PACES: Final = (
    _reserve("blitz", say("pace.blitz"), 20, 3 * MINUTE),
    _reserve("evening", say("pace.evening"), MINUTE, 15 * MINUTE, MINUTE // 2),
    Pace("day", say("pace.day"), MoveControl(seconds=DAY)),
    _reserve("reserve", say("pace.reserve"), 3 * DAY, 7 * DAY),
    Pace("week", say("pace.week"), MoveControl(seconds=7 * DAY)),
)
"""The paces, from fast to slow."""
