"""The availability of a player: a calendar, its coming change, and vacations.

Vacations are whole days in the player's time zone. The credit grows by the day. Only the player starts a vacation; it
ends by itself. A change of the calendar takes effect two days later, so that no player puts a night between now and a
deadline. A turn follows the calendar that was valid when it began.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.clock.calendar import Calendar, Closure, zone_named
from games.clock.closures import Closed, advance, length, united, within
from games.clock.control import Control

BINDS_AFTER: Final = timedelta(hours=48)
DAYS_A_YEAR: Final = 30
"""Vacation days that a player gets in a year."""
FIRST_DAYS: Final = 7.0
"""Vacation days of a new account."""
MOST_DAYS: Final = 45.0
"""Vacation days that a player can save up."""
LONGEST_VACATION: Final = 30
"""Upper bound of one vacation, in days."""
AHEAD: Final = timedelta(days=90)
"""The latest start of a vacation, counted from now."""
BEYOND: Final = timedelta(days=3)
"""The time after the deadline for which closed times are computed: an outage may still put the deadline off."""
A_DAY: Final = timedelta(days=1)
KEPT_FOR: Final = timedelta(days=150)
"""The time for which a replaced calendar is kept. No turn lasts longer, even with its closed times."""


class Earlier(Struct, frozen=True):
    """A replaced calendar, and the end of its validity."""

    calendar: Calendar
    until: datetime


class Vacation(Struct, frozen=True):
    """A vacation, from its first moment to the first one after it."""

    begins: datetime
    ends: datetime
    days: int
    """Vacation days used; a day that has begun counts as a whole one."""


class Hours(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The stored availability of a player."""

    calendar: Calendar = Calendar()
    """The calendar that is valid until ``takes_effect_at``."""
    coming: Calendar | None = None
    """The calendar from ``takes_effect_at`` on; None when no change is planned."""
    takes_effect_at: datetime | None = None
    earlier: tuple[Earlier, ...] = ()
    """The calendars before ``calendar``, oldest first, for turns that began under them: at most one in 48 hours."""
    vacations: tuple[Vacation, ...] = ()
    """Vacations in order, without those that ended over a year ago."""
    credit: float = FIRST_DAYS
    """Vacation days that were left at ``credited_at``."""
    credited_at: datetime | None = None
    """The moment of ``credit``; None for the creation of the account."""

    # --- the calendar -------------------------------------------------------------------------------------------------

    def bound(self, at: datetime) -> Calendar:
        """Return the calendar that is valid at a moment; the oldest one for a moment before all stored ones."""
        if self.coming and self.takes_effect_at and self.takes_effect_at <= at:
            return self.coming
        return next((one.calendar for one in self.earlier if at < one.until), self.calendar)

    def changed(self, calendar: Calendar, now: datetime) -> Hours:
        """Return these hours with another calendar, valid in two days. It replaces a change that has not come yet.

        A change between two calendars without closed times is valid at once. The newest calendar changes nothing.
        """
        if calendar == self._newest(now):
            return self
        bound, earlier = self.bound(now), self.earlier
        if self.takes_effect_at and self.takes_effect_at <= now:
            earlier = (*earlier, Earlier(self.calendar, self.takes_effect_at))
        settled = replace(
            self,
            calendar=bound,
            coming=None,
            takes_effect_at=None,
            earlier=tuple(one for one in earlier if one.until > now - KEPT_FOR),
        )
        if calendar.closes_nothing and bound.closes_nothing:
            return replace(settled, calendar=calendar)
        return settled if calendar == bound else replace(settled, coming=calendar, takes_effect_at=now + BINDS_AFTER)

    def moved(self, time_zone: str, now: datetime) -> Hours:
        """Return these hours with the newest calendar in another time zone."""
        return self.changed(replace(self._newest(now), time_zone=time_zone), now)

    def _newest(self, now: datetime) -> Calendar:
        return self.coming or self.bound(now)

    # --- vacations ----------------------------------------------------------------------------------------------------

    def days_left(self, came: datetime, now: datetime) -> float:
        """Return the vacation days that a player has now; ``came`` is the creation of the account."""
        grown = (now - (self.credited_at or came)) / timedelta(days=365) * DAYS_A_YEAR
        return min(self.credit + grown, MOST_DAYS)

    def vacation_at(self, now: datetime) -> Vacation | None:
        """Return the current vacation, or else the coming one."""
        return next((one for one in self.vacations if one.ends > now), None)

    def away(self, first: datetime, days: int, time_zone: str, came: datetime, now: datetime) -> Hours:
        """Add a vacation that starts at ``first``, now or on a later day. The caller has checked that it is allowed."""
        ends = midnight_after(time_zone, first, days)
        kept = tuple(one for one in self.vacations if one.ends > now - timedelta(days=365))
        credit = self.days_left(came, now) - days
        return replace(self, vacations=(*kept, Vacation(first, ends, days)), credit=credit, credited_at=now)

    def back(self, time_zone: str, came: datetime, now: datetime) -> Hours:
        """End the current vacation or cancel the coming one. Days that have not begun are credited again."""
        kept = []
        credit = self.days_left(came, now)
        for one in self.vacations:
            if one.ends <= now:
                kept.append(one)
                continue
            had = (
                sum(midnight_after(time_zone, one.begins, day) < now for day in range(one.days))
                if one.begins < now
                else 0
            )
            credit += one.days - had
            if had:
                kept.append(Vacation(one.begins, now, had))
        return replace(self, vacations=tuple(kept), credit=min(credit, MOST_DAYS), credited_at=now)

    # --- closed times -------------------------------------------------------------------------------------------------

    def closing(self, control: Control, had: float, began: datetime, start: datetime, span: timedelta) -> Closing:
        """Return the closed times of a turn from ``start`` on, with ``span`` of its time left.

        The calendar is the one that was valid when the turn ``began``. ``had``: the seconds of vacation that the seat
        has used in the match.
        """
        calendar, end = self.bound(began), start
        due_at = start + span
        closing = Closing((), ())
        while end < due_at + BEYOND:
            reached, end = end, due_at + BEYOND
            windows = calendar.closures(control.honours, reached, end)
            vacations = self._honoured(control, had, start, end)
            closed = united((*closing.closed, *windows, *vacations))
            closing, due_at = Closing(closed, vacations), advance(closed, start, span)
        return closing

    def _honoured(self, control: Control, had: float, start: datetime, end: datetime) -> tuple[Closed, ...]:
        """Return the vacations between two moments that the match honours, up to its ``vacation_days`` for the seat."""
        if Closure.VACATIONS not in control.honours:
            return ()
        left = control.vacation_days * A_DAY - timedelta(seconds=had)
        honoured = []
        for one in within([Closed(one.begins, one.ends) for one in self.vacations], start, end):
            if left > timedelta(0):
                honoured.append(Closed(one.begins, min(one.ends, one.begins + left)))
                left -= length(honoured[-1:])
        return tuple(honoured)


class Closing(NamedTuple):
    """The closed times of a turn."""

    closed: tuple[Closed, ...]
    """All closed times, in order."""
    vacations: tuple[Closed, ...]
    """The vacations among the closed times."""


def midnight_after(time_zone: str, moment: datetime, days: int) -> datetime:
    """Return the midnight at the end of a number of days in a zone. The day of the moment is the first."""
    zone = zone_named(time_zone)
    day = moment.astimezone(zone).date() + days * A_DAY
    return datetime.combine(day, time(), zone).astimezone(moment.tzinfo)
