"""Calendars of players: the nights, weekdays and dates on which no time runs for them, in their local time.

A moment is closed when the local time is in the night, on a free weekday or on a free date. So a night with a change
to or from summer time is an hour shorter or longer. Time that runs is counted in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from math import ceil, floor
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from games.clock.closures import Closed, united, within
from games.engine.malformed import ENDS_THERE
from games.engine.messages import Message, say

DAY: Final = timedelta(days=1)
LONGEST_NIGHT: Final = 16 * 60
"""Minutes. Eight hours of each day stay open."""
MOST_WEEKDAYS: Final = 3
MOST_DATES: Final = 12
"""Free dates in any 365 days."""
A_YEAR: Final = timedelta(days=365)
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

TIME_OF_DAY: Final = "^([01][0-9]|2[0-3]):[0-5][0-9]$" + ENDS_THERE
"""The pattern of a time of day."""
WallTime = Annotated[str, Meta(pattern=TIME_OF_DAY, description="A time of day in 24-hour format: `22:30`.")]
Weekday = Annotated[str, Meta(extra_json_schema={"enum": list(WEEKDAYS)}, description="A day of the week.")]


class Closure(StrEnum):
    """Kinds of closed time. Clocks stand still in those that the match honours."""

    NIGHTS = "nights"
    WEEKDAYS = "weekdays"
    DATES = "dates"
    VACATIONS = "vacations"


class Night(Struct, frozen=True, forbid_unknown_fields=True):
    """A daily window in local time. A window with an end before its beginning goes past midnight."""

    begins: WallTime
    ends: WallTime

    @property
    def minutes(self) -> int:
        """The length of the night, in minutes of local time."""
        return (_minute(self.ends) - _minute(self.begins)) % (24 * 60)


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of a name; UTC for an empty name and for one that this server does not know."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


class Calendar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The times at which no clock runs for a player."""

    time_zone: str = "UTC"
    """The zone of all times and days here, by its IANA name."""
    night: Night | None = None
    """A window of every day, or null for none."""
    weekdays: tuple[Weekday, ...] = ()
    """Free days of each week."""
    dates: tuple[date, ...] = ()
    """Single days that are free."""

    def __post_init__(self) -> None:
        """Sort the free days, each once, so that equal calendars are equal."""
        force_setattr(self, "weekdays", tuple(sorted(set(self.weekdays), key=" ".join(WEEKDAYS).find)))
        force_setattr(self, "dates", tuple(sorted(set(self.dates))))

    @property
    def closes_nothing(self) -> bool:
        """True for a calendar without closed times."""
        return not (self.night or self.weekdays or self.dates)

    @property
    def faults(self) -> dict[str, Message]:
        """The errors of the calendar by field. The existence of the time zone is not checked here."""
        found = {}
        if self.night and not 0 < self.night.minutes <= LONGEST_NIGHT:
            found["night"] = say("invalid.calendar.night", hours=24 - LONGEST_NIGHT // 60)
        if unknown := sorted(set(self.weekdays) - set(WEEKDAYS)):
            found["weekdays"] = say("malformed.sentence", what=say("malformed.choice", value=unknown[0]))
        elif len(self.weekdays) > MOST_WEEKDAYS:
            found["weekdays"] = say("invalid.calendar.weekdays", count=MOST_WEEKDAYS)
        if any(later - first < A_YEAR for first, later in zip(self.dates, self.dates[MOST_DATES:], strict=False)):
            found["dates"] = say("invalid.calendar.dates", count=MOST_DATES)
        return found

    def closures(self, honoured: Collection[Closure], start: datetime, end: datetime) -> tuple[Closed, ...]:
        """Return the closed times of the honoured kinds between two moments: merged, in order, cut at both ends."""
        zone = zone_named(self.time_zone)
        return united(
            window
            for begins, ends, offset in _with_one_offset(zone, start, end)
            for window in within(self._windows(honoured, begins, ends, offset), begins, ends)
        )

    def _windows(
        self, honoured: Collection[Closure], start: datetime, end: datetime, offset: timedelta
    ) -> Iterator[Closed]:
        """Yield the closed windows of each day between two moments with the same offset from UTC."""
        night = self.night if Closure.NIGHTS in honoured else None
        free = {WEEKDAYS.index(day) for day in self.weekdays} if Closure.WEEKDAYS in honoured else set()
        dates = set(self.dates) if Closure.DATES in honoured else set()
        day = (start + offset).date() - DAY  # its night may go past midnight
        midnight = datetime.combine(day, time(), UTC) - offset
        while midnight < end:
            if day.weekday() in free or day in dates:
                yield Closed(midnight, midnight + DAY)
            if night:
                falls = midnight + timedelta(minutes=_minute(night.begins))
                yield Closed(falls, falls + timedelta(minutes=night.minutes))
            day, midnight = day + DAY, midnight + DAY


def _minute(wall: str) -> int:
    hours, minutes = wall.split(":")
    return int(hours) * 60 + int(minutes)


def _with_one_offset(zone: ZoneInfo, start: datetime, end: datetime) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """Split a time at each change of the zone's offset from UTC. Yield the parts with their offsets.

    No zone changes its offset twice within a day, so it is enough to compare the offsets a day apart.
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
    """Return the first second at which the offset differs, between a moment that has it and one that has not."""
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
