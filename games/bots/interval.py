"""Means in points, with their intervals."""

from __future__ import annotations

from typing import Final, NamedTuple

QUANTILE: Final = 1.96
"""Standard errors on each side of the mean, for an interval of 95 %."""


class Interval(NamedTuple):
    """A mean in points, and its bounds (95 %)."""

    points: float
    low: float
    high: float
