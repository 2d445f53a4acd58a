"""How fast a time control is: who plays well at the table need not play well over weeks, and the other way round."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.clock.control import Control


class Speed(StrEnum):
    """What players are rated in apart from each other."""

    BLITZ = "blitz"
    """At the table: less than a minute for a move, all in all."""
    EVENING = "evening"
    """Less than an hour."""
    DAYS = "days"
    """Longer: a move now, the answer tonight or in three days."""


_BELOW: Final = ((60.0, Speed.BLITZ), (3600.0, Speed.EVENING))


def speed_of(control: Control) -> Speed:
    """Return how fast a control is, by the time that a move may take again and again."""
    return next((speed for seconds, speed in _BELOW if control.usual_seconds < seconds), Speed.DAYS)
