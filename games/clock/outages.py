"""Outages of the server count for no player: each deadline is put off by the part of an outage in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.clock.closures import Closed, advance, measure

SHORTEST: Final = timedelta(seconds=30)
"""A longer time without a sign of any worker is an outage; a shorter one means a busy server."""


class Away(NamedTuple):
    """An outage, from the last sign of a worker before it to the first one after it."""

    began_at: datetime
    ended_at: datetime


def between(last_sign: datetime, now: datetime) -> Away | None:
    """Return the outage between the last sign of a worker and now; None if the time is too short for one."""
    return Away(last_sign, now) if now - last_sign > SHORTEST else None


def known_at(outages: Iterable[Away], moment: datetime) -> Iterator[Away]:
    """Yield the outages as known at a moment; one that still went on ends at that moment."""
    for began_at, ended_at in outages:
        if ended_at <= moment:
            yield Away(began_at, ended_at)
        elif began_at < moment and (so_far := between(began_at, moment)):
            yield so_far


def put_off(due_at: datetime, since: datetime, outages: Iterable[Away], closed: Sequence[Closed] = ()) -> datetime:
    """Return a deadline, put off by each outage from ``since`` on.

    An outage after the deadline does not count, and neither does the closed time in an outage.
    """
    for began_at, ended_at in sorted(outages):
        if due_at > began_at:
            due_at = advance(closed, due_at, measure(closed, max(since, began_at), ended_at))
    return due_at
