"""Schemas of calendars and vacations."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.clock.calendar import Calendar, Night, Weekday
from games.clock.hours import LONGEST_VACATION


class CalendarRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """When no time is to run for you, at matches that honour it."""

    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """Your `time_zone` (`getMe`), which this changes, too: the name of a zone in the database of the IANA,
    `Africa/Tunis`. Left out: it stays."""
    night: Night | None = None
    """A window of every day, of sixteen hours at most; null: none."""
    weekdays: Annotated[list[Weekday], Meta(max_length=7)] = []
    """Days of every week that are free: three at most."""
    dates: Annotated[list[date], Meta(max_length=100)] = []
    """Days that are free once: twelve in any year."""

    def calendar(self, time_zone: str) -> Calendar:
        """Return the calendar that is meant by a player in a time zone."""
        zone = (time_zone or Calendar().time_zone) if self.time_zone is UNSET else self.time_zone
        return Calendar(time_zone=zone, night=self.night, weekdays=tuple(self.weekdays), dates=tuple(self.dates))


class Vacation(Struct, kw_only=True):
    """A vacation, from its first moment to the first one after it."""

    begins: Moment
    """When it begins, or began."""
    ends: Moment
    """When it ends by itself: at midnight by your own clocks."""
    days: int
    """As many days as it takes."""


class Availability(Struct, kw_only=True):
    """When no time runs for you."""

    calendar: CalendarRequest
    """What turns go by that begin now."""
    coming: CalendarRequest | None
    """What turns go by that begin from `binds_at` on; null where nothing is going to change."""
    binds_at: Moment | None
    """When `coming` binds."""
    vacation: Vacation | None
    """The vacation that you are on, or that is to come."""
    vacation_days: int
    """Whole days of vacations that you have left: 7 for newcomers, 30 more in a year, 45 at most."""


class VacationRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A vacation that you want to begin."""

    days: Annotated[int, Meta(ge=1, le=LONGEST_VACATION)]
    """Whole days."""
    first: date | UnsetType = UNSET
    """The first day, by the clocks of your calendar's time zone; left out: today, from now on."""
