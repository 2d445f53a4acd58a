"""Schemas of calendars and vacations."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.clock.calendar import Calendar, Night, Weekday
from games.clock.hours import LONGEST_VACATION


class CalendarRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your calendar: the times in which your clock stands still, at matches that honour it."""

    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """A time zone of the IANA database, such as `Africa/Tunis`. It also becomes your `time_zone` (`getMe`). Left out:
    it stays."""
    night: Night | None = None
    """The closed hours of every day, sixteen at most; null: none."""
    weekdays: Annotated[list[Weekday], Meta(max_length=7)] = []
    """The free days of every week, three at most."""
    dates: Annotated[list[date], Meta(max_length=100)] = []
    """Single free dates, twelve in any year at most."""

    def calendar(self) -> Calendar:
        """Return the requested calendar, in UTC if the request names no zone."""
        zone = Calendar().time_zone if self.time_zone is UNSET else self.time_zone
        return Calendar(time_zone=zone, night=self.night, weekdays=tuple(self.weekdays), dates=tuple(self.dates))


class Vacation(Struct, kw_only=True):
    """A vacation: from `begins` until just before `ends`."""

    begins: Moment
    """The first moment of the vacation."""
    ends: Moment
    """The time when the vacation ends by itself: midnight in your time zone."""
    days: int
    """The number of vacation days that it takes."""


class Availability(Struct, kw_only=True):
    """Your calendar, its coming change, and your vacation."""

    calendar: CalendarRequest
    """The calendar for turns that begin now."""
    coming: CalendarRequest | None
    """The calendar for turns that begin at `takes_effect_at` or later; null without a coming change."""
    takes_effect_at: Moment | None
    """When `coming` takes effect; null without a coming change."""
    vacation: Vacation | None
    """Your present or coming vacation; null if there is none."""
    vacation_days: int
    """The whole vacation days that you have left. You start with 7 and get 30 a year; you can save 45 at most."""


class VacationRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A vacation that you want to start."""

    days: Annotated[int, Meta(ge=1, le=LONGEST_VACATION)]
    """The number of whole days."""
    first: date | UnsetType = UNSET
    """The first day, in the time zone of your calendar. Left out: today, and the vacation starts now."""
