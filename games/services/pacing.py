"""How long a bot takes: as long whatever its cards are, so that nobody can tell many choices from few."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic, sleep

from django.conf import settings

from games import log
from games.responders import Person


@contextmanager
def paced(loaded: log.Loaded) -> Iterator[None]:
    """Choose a move, and where people play wait for the next beat: a whole number of BOT_PACE since the beginning."""
    begin = monotonic()
    yield
    if _with_people(loaded):
        sleep(until_beat(monotonic() - begin, settings.BOT_PACE))


def until_beat(passed: float, pace: float) -> float:
    """Return the seconds until the next beat; without a pace, none."""
    return max(1, ceil(passed / pace)) * pace - passed if pace else 0.0


def _with_people(loaded: log.Loaded) -> bool:
    """Say whether people play at a match, to whom the time that a bot takes would tell something of its cards."""
    return any(isinstance(seat.responder, Person) for seat in loaded.seats)
