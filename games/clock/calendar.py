"""The calendar of a player: when no time is to run for them, by the wall clocks where they are.

A moment is closed where the clocks on the wall show a time of the night, a free weekday or a free date then. So a night
is as long as the clocks say, also when they are put forward or back in it, whereas what runs is counted in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from math import ceil, floor
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct

from games.clock.closures import Closed, united
from games.engine.messages import Message, say

DAY: Final = timedelta(days=1)
LONGEST_NIGHT: Final = 16 * 60
"""Minutes: eight hours of each day are open."""
MOST_WEEKDAYS: Final = 3
MOST_DATES: Final = 12
"""Own dates in any year."""
A_YEAR: Final = timedelta(days=365)
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

WallTime = Annotated[
    str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", description="A time on the wall, in 24 hours: `22:30`.")
]
Weekday = Annotated[str, Meta(extra_json_schema={"enum": list(WEEKDAYS)}, description="A day of the week.")]


class Closure(StrEnum):
    """What a match can honour: kinds of time that then do not run."""

    NIGHTS = "nights"
    WEEKDAYS = "weekdays"
    DATES = "dates"
    VACATIONS = "vacations"


class Night(Struct, frozen=True, forbid_unknown_fields=True):
    """A window of every day; one that ends before it begins goes on past midnight."""

    begins: WallTime
    ends: WallTime

    @property
    def minutes(self) -> int:
        """How long it is by the clocks on the wall."""
        return (_minute(self.ends) - _minute(self.begins)) % (24 * 60)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for none, and for one that this server does not know, or no longer."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


class Calendar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When no time is to run for a player."""

    time_zone: str = "UTC"
    """Whose wall clocks are meant, by the name of the IANA."""
    night: Night | None = None
    """A window of every day; null: none."""
    weekdays: tuple[Weekday, ...] = ()
    """Days of each week that are free."""
    dates: tuple[date, ...] = ()
    """Days that are free once."""

    @property
    def closes_nothing(self) -> bool:
        """Whether the calendar has no free time."""
        return not (self.night or self.weekdays or self.dates)

    @property
    def faults(self) -> dict[str, Message]:
        """What cannot be, by fields; whether there is such a time zone is not asked here."""
        found = {}
        if self.night and not 0 < self.night.minutes <= LONGEST_NIGHT:
            found["night"] = say("invalid.calendar.night", hours=24 - LONGEST_NIGHT // 60)
        if len(set(self.weekdays)) > MOST_WEEKDAYS or not set(self.weekdays) <= set(WEEKDAYS):
            found["weekdays"] = say("invalid.calendar.weekdays", count=MOST_WEEKDAYS)
        days = sorted(set(self.dates))
        if any(later - first < A_YEAR for first, later in zip(days, days[MOST_DATES:], strict=False)):
            found["dates"] = say("invalid.calendar.dates", count=MOST_DATES)
        return found

    def closures(self, honoured: Collection[Closure], start: datetime, end: datetime) -> tuple[Closed, ...]:
        """Return what is closed between two moments of what is honoured, each window whole as far as it lies there."""
        zone = zone_named(self.time_zone)
        return united(
            window
            for begins, ends, offset in _with_one_offset(zone, start, end)
            for window in self._windows(honoured, begins, ends, offset)
        )

    def _windows(
        self, honoured: Collection[Closure], start: datetime, end: datetime, offset: timedelta
    ) -> Iterator[Closed]:
        """Yield the windows of a time in which the clocks on the wall are so far ahead of UTC."""
        night = self.night if Closure.NIGHTS in honoured else None
        free = {WEEKDAYS.index(day) for day in self.weekdays} if Closure.WEEKDAYS in honoured else set()
        dates = set(self.dates) if Closure.DATES in honoured else set()
        falls, lasts = (
            (timedelta(minutes=_minute(night.begins)), timedelta(minutes=night.minutes)) if night else (DAY, DAY)
        )
        day = (start + offset).date() - DAY  # whose night may go on past midnight
        midnight = datetime.combine(day, time(), UTC) - offset
        while midnight < end:
            if day.weekday() in free or day in dates:
                yield from _clipped(midnight, midnight + DAY, start, end)
            if night:
                yield from _clipped(midnight + falls, midnight + falls + lasts, start, end)
            day, midnight = day + DAY, midnight + DAY


def _clipped(begins: datetime, ends: datetime, start: datetime, end: datetime) -> Iterator[Closed]:
    if max(begins, start) < min(ends, end):
        yield Closed(max(begins, start), min(ends, end))


def _minute(wall: str) -> int:
    hours, minutes = wall.split(":")
    return int(hours) * 60 + int(minutes)


def _with_one_offset(zone: ZoneInfo, start: datetime, end: datetime) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Yield the parts of a time in which the clocks of a zone are equally far ahead of UTC, with how far.

    No zone puts its clocks forward and back within a day, so two looks at a day tell whether they are put at all.
    """
    begins = at = start
    offset = _offset(zone, start)
    while at < end:
        later = min(at + DAY, end)
        if _offset(zone, later) == offset:
            at = later
            continue
        at = _first_other(zone, offset, at, later)
        yield begins, at, offset
        begins, offset = at, _offset(zone, at)
    if begins < end:
        yield begins, end, offset


def _first_other(zone: ZoneInfo, offset: timedelta, before: datetime, after: datetime) -> datetime:
    """Return the first second at which a zone has another offset, which it has not before and has after."""
    known, other = floor(before.timestamp()), ceil(after.timestamp())
    while other - known > 1:
        middle = (known + other) // 2
        if _offset(zone, datetime.fromtimestamp(middle, UTC)) == offset:
            known = middle
        else:
            other = middle
    return datetime.fromtimestamp(other, UTC)


def _offset(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta(0)
