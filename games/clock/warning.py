"""The warning of a player whose time runs low."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

SHARE: Final = 4
"""The warning comes when a quarter of the time is left. Of a day that is six hours, so it reaches a player who looks
at noon and at night in between."""
AT_MOST: Final = timedelta(hours=12)
"""The warning comes no earlier: players ignore one with days left, and half a day has a waking hour in it."""
SHORTEST: Final = timedelta(hours=1)
"""No warning for shorter times: such players are at the screen, and the message would come when the time is up."""


def low_time(time: timedelta) -> timedelta | None:
    """Return the time that is left when the warning comes; None for turns without a warning."""
    return None if time < SHORTEST else min(time / SHARE, AT_MOST)
