"""Time that does not count: closures, and how long something takes beside them.

Closures are times without an end in common, in their order (``united``). They are a union and never a sum: a night in a
vacation counts once. What lies between them is *open*, and only open time runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

NOTHING = timedelta(0)


class Closed(NamedTuple):
    """A time that does not count, from its first moment to the first one after it."""

    begins: datetime
    ends: datetime


def united(closures: Iterable[Closed]) -> tuple[Closed, ...]:
    """Return closures that may overlap, and come in any order, as ones that don't, in order."""
    whole: list[Closed] = []
    for begins, ends in sorted(closures):
        if whole and begins <= whole[-1].ends:
            whole[-1] = Closed(whole[-1].begins, max(ends, whole[-1].ends))
        elif begins < ends:
            whole.append(Closed(begins, ends))
    return tuple(whole)


def within(closures: Iterable[Closed], start: datetime, end: datetime) -> tuple[Closed, ...]:
    """Return what of closures lies between two moments."""
    clipped = (Closed(max(begins, start), min(ends, end)) for begins, ends in closures)
    return tuple(one for one in clipped if one.begins < one.ends)


def length(closures: Iterable[Closed]) -> timedelta:
    """Return how long closures are together."""
    return sum((ends - begins for begins, ends in closures), NOTHING)


def measure(closures: Sequence[Closed], start: datetime, end: datetime) -> timedelta:
    """Return how much open time there is from one moment to another; nothing where the other comes first."""
    whole = max(end - start, NOTHING)
    return whole - length(within(closures, start, end)) if closures else whole


def advance(closures: Iterable[Closed], start: datetime, span: timedelta) -> datetime:
    """Return the first moment at which so much open time has passed since another one."""
    at = start
    for begins, ends in closures:
        if ends <= at:
            continue
        if begins - at >= span:
            break
        span -= max(begins - at, NOTHING)
        at = ends
    return at + span
