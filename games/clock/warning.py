"""When a player is told that their time runs low."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

SHARE: Final = 4
"""A player is told when a quarter of the time is left: of a day six hours, so that somebody who looks at noon and at
night is told between."""
AT_MOST: Final = timedelta(hours=12)
"""Of long times not so much: with days left nobody does anything about it, and half a day has a waking hour in it."""
SHORTEST: Final = timedelta(hours=1)
"""Of shorter times nobody is told: who plays at that pace sits there, and the word would come when the time is up."""


def low_time(time: timedelta) -> timedelta | None:
    """Return what is left of the time of a turn when it runs low; None where that is not told."""
    return None if time < SHORTEST else min(time / SHARE, AT_MOST)
