"""The right log of the year, computed from the absences of people without any code of the server.

Open time is a table for each calendar, with an entry for each quarter of an hour of the year. It holds what a wall
clock shows then. The people of the year set their calendars by quarters of an hour.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

QUARTER: Final = 900
TOLERANCE: Final = 12.0
"""Seconds: two sweeps, and the time for which a match is left to a woken worker."""

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Calendar:
    """A calendar as its player set it."""

    zone: str = "UTC"
    night: tuple[int, int] | None = None
    """The night in quarters of a day, from and to."""
    weekdays: tuple[int, ...] = ()
    """The free weekdays; Monday is 0."""
    dates: tuple[str, ...] = ()

    def asked(self) -> dict[str, Any]:
        """Return the calendar in the form of the API."""
        names = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
        night = self.night and {"begins": _wall(self.night[0]), "ends": _wall(self.night[1])}
        return {
            "time_zone": self.zone,
            "night": night,
            "weekdays": [names[day] for day in self.weekdays],
            "dates": list(self.dates),
        }


@dataclass
class Book:
    """The calendars and vacations of a person, with their times."""

    calendars: list[tuple[datetime, Calendar]] = field(default_factory=list)
    """Calendars, with the time at which each takes effect."""
    vacations: list[Span] = field(default_factory=list)
    """Vacations with their final end."""
    changes: list[datetime] = field(default_factory=list)
    """The times at which vacations began or ended: the server then computes a running turn again."""

    def bound(self, at: datetime) -> Calendar:
        """Return the calendar in effect at a moment."""
        return next((one for since, one in reversed(self.calendars) if since <= at), Calendar())


@dataclass(frozen=True)
class Agreed:
    """The time control that a match agreed on."""

    seconds: float
    bank: float = 0
    increment: float = 0
    cap: float = 0
    honours: tuple[str, ...] = ()


class Reckoning:
    """A computation, turn by turn, of used time and of the banks."""

    def __init__(self, begin: datetime, end: datetime, away: Sequence[Span]) -> None:
        self.begin, self.end, self.away = begin, end, list(away)
        self.wrong: list[str] = []
        self.turns = self.timeouts = self.substitutes = 0

    @lru_cache(maxsize=4000)  # noqa: B019 - it lives as long as the program
    def _opened(self, calendar: Calendar, honours: tuple[str, ...]) -> tuple[bytes, list[int]]:
        """Return whether each quarter of an hour is open, and the number of open ones before it."""
        zone, quarters = ZoneInfo(calendar.zone), bytearray()
        before, total = [0], 0
        for passed in range(math.ceil((self.end - self.begin).total_seconds() / QUARTER)):
            wall = (self.begin + timedelta(seconds=passed * QUARTER)).astimezone(zone)
            number = wall.hour * 4 + wall.minute // 15
            closed = False
            if calendar.night and "nights" in honours:
                first, last = calendar.night
                closed = first <= number < last if first < last else number >= first or number < last
            closed = closed or ("weekdays" in honours and wall.weekday() in calendar.weekdays)
            closed = closed or ("dates" in honours and wall.date().isoformat() in calendar.dates)
            quarters.append(not closed)
            total += not closed
            before.append(total)
        return bytes(quarters), before

    def _open(self, calendar: Calendar, honours: tuple[str, ...], start: datetime, end: datetime) -> float:
        """Return the seconds between two moments that a calendar leaves open."""
        quarters, before = self._opened(calendar, honours)

        def until(at: datetime) -> float:
            whole, part = divmod((at - self.begin).total_seconds(), QUARTER)
            return before[int(whole)] * QUARTER + part * quarters[int(whole)]

        return until(end) - until(start)

    def used(self, book: Book, agreed: Agreed, start: datetime, end: datetime, paused: Sequence[Span]) -> float:
        """Return the seconds of a turn that count."""
        off = [*self.away, *paused, *(book.vacations if "vacations" in agreed.honours else ())]
        looked_at = [start, *(at for at in book.changes if start < at < end and "vacations" in agreed.honours), end]
        counted = 0.0
        for since, until in itertools.pairwise(looked_at):
            calendar = book.bound(since)
            for begins, ends in _between(off, since, until):
                counted += self._open(calendar, agreed.honours, begins, ends)
        return counted

    def turn(
        self,
        where: str,
        book: Book,
        agreed: Agreed,
        bank: float,
        span: Span,
        paused: Sequence[Span],
        by: str,
    ) -> float:
        """Check a turn that has ended; return the bank after it."""
        used = self.used(book, agreed, *span, paused)
        allowed = agreed.seconds + bank
        self.turns += 1
        if by == "timeout":
            self.timeouts += 1
            if not allowed - 1 <= used <= allowed + TOLERANCE:
                self.wrong.append(f"{where}: timed out after {used:.0f} s of {allowed:.0f}, {span}")
        elif used > allowed + TOLERANCE:
            self.wrong.append(f"{where}: moved after {used:.0f} s of {allowed:.0f}, {span}")
        if not agreed.cap:
            return 0.0
        return min(agreed.cap, max(0.0, bank - max(0.0, used - agreed.seconds)) + agreed.increment)


def _between(off: Sequence[Span], start: datetime, end: datetime) -> list[Span]:
    """Return the parts of a period outside of others."""
    left, at = [], start
    for begins, ends in sorted(off):
        if ends <= at or begins >= end:
            continue
        if begins > at:
            left.append((at, begins))
        at = max(at, ends)
    return [*left, (at, end)] if at < end else left


def _wall(quarter: int) -> str:
    return f"{quarter // 4:02}:{quarter % 4 * 15:02}"
