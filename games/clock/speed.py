"""Speeds of time controls. A good player of fast matches need not be good over weeks, so ratings keep them apart."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.clock.control import Control


class Speed(StrEnum):
    """The speed of a time control. Players have separate ratings for each speed."""

    BLITZ = "blitz"
    """Less than a minute for a move, with the increment and its share of the bank."""
    EVENING = "evening"
    """Less than an hour for a move."""
    DAYS = "days"
    """An hour or longer for a move: correspondence play."""


_BELOW: Final = ((60.0, Speed.BLITZ), (3600.0, Speed.EVENING))


def speed_of(control: Control) -> Speed:
    """Return the speed of a control, by the usual time for a move (``Control.usual_seconds``)."""
    return next((speed for seconds, speed in _BELOW if control.usual_seconds < seconds), Speed.DAYS)
