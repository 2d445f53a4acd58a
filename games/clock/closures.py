"""Closed times, in which the clock of a player stands still, and arithmetic with the open time between them.

Closed times are disjoint and in order (``united``). They are a union and never a sum: a night in a vacation counts
once. The time between them is *open*, and only open time runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

NOTHING = timedelta(0)


class Closed(NamedTuple):
    """A period in which the clock of a player stands still, from ``begins`` until just before ``ends``."""

    begins: datetime
    ends: datetime


def united(closures: Iterable[Closed]) -> tuple[Closed, ...]:
    """Merge closed times, which may overlap and come in any order. Return disjoint ones, in order."""
    whole: list[Closed] = []
    for begins, ends in sorted(closures):
        if whole and begins <= whole[-1].ends:
            whole[-1] = Closed(whole[-1].begins, max(ends, whole[-1].ends))
        elif begins < ends:
            whole.append(Closed(begins, ends))
    return tuple(whole)


def within(closures: Iterable[Closed], start: datetime, end: datetime) -> tuple[Closed, ...]:
    """Return the parts of closed times between two moments."""
    clipped = (Closed(max(begins, start), min(ends, end)) for begins, ends in closures)
    return tuple(one for one in clipped if one.begins < one.ends)


def length(closures: Iterable[Closed]) -> timedelta:
    """Return the sum of the lengths of closed times."""
    return sum((ends - begins for begins, ends in closures), NOTHING)


def measure(closures: Sequence[Closed], start: datetime, end: datetime) -> timedelta:
    """Return the open time from ``start`` to ``end``; zero when ``end`` comes first."""
    whole = max(end - start, NOTHING)
    return whole - length(within(closures, start, end)) if closures else whole


def advance(closures: Iterable[Closed], start: datetime, span: timedelta) -> datetime:
    """Return the first moment at which ``span`` of open time has passed since ``start``."""
    at = start
    for begins, ends in closures:
        if ends <= at:
            continue
        if begins - at >= span:
            break
        span -= max(begins - at, NOTHING)
        at = ends
    return at + span
