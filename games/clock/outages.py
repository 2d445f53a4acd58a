"""Time in which the server was away counts for nobody: a deadline is put off by as much of it as it ran."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.clock.closures import Closed, advance, measure

SHORTEST: Final = timedelta(seconds=30)
"""Without a sign of any worker for so long, the server was away; for less, it was busy."""


class Away(NamedTuple):
    """A time in which the server was away, from the last sign of a worker before it to the first one after it."""

    began_at: datetime
    ended_at: datetime


def between(last_sign: datetime, now: datetime) -> Away | None:
    """Return the outage between the last sign of a worker and now, if it is one."""
    return Away(last_sign, now) if now - last_sign > SHORTEST else None


def known_at(outages: Iterable[Away], moment: datetime) -> Iterator[Away]:
    """Yield what was known of outages at a moment: one that went on then had lasted until then."""
    for began_at, ended_at in outages:
        if ended_at <= moment:
            yield Away(began_at, ended_at)
        elif began_at < moment and (so_far := between(began_at, moment)):
            yield so_far


def put_off(due_at: datetime, since: datetime, outages: Iterable[Away], closed: Sequence[Closed] = ()) -> datetime:
    """Return a deadline that ran since a moment, put off by what outages took of it, each from when it ran.

    What was up before an outage is up: it takes nothing of that. Nor does it take what was closed anyway.
    """
    for began_at, ended_at in sorted(outages):
        if due_at > began_at:
            due_at = advance(closed, due_at, measure(closed, max(since, began_at), ended_at))
    return due_at
