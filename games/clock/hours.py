"""The hours of a player: a calendar, its change to come, and vacations.

Vacations are whole days by the player's own clocks. They grow by the day, are begun by the player and by nobody else,
and end by themselves. A change of the calendar binds two days later, so that nobody puts a night between now and a
deadline; a turn goes by what was bound when it began.
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
"""Days of vacations that a player gets in a year."""
FIRST_DAYS: Final = 7.0
"""Days that newcomers have."""
MOST_DAYS: Final = 45.0
"""Days that can be saved up."""
LONGEST_VACATION: Final = 30
"""Days of one vacation."""
AHEAD: Final = timedelta(days=90)
"""So far ahead a vacation can be begun."""
BEYOND: Final = timedelta(days=3)
"""So far beyond the deadline closures are told: an outage may still put it off."""
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
    """As many as it takes, begun ones whole."""


class Hours(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is kept of a player's hours."""

    calendar: Calendar = Calendar()
    """What binds until ``binds_at``."""
    coming: Calendar | None = None
    """What binds from then on; None: nothing else."""
    binds_at: datetime | None = None
    earlier: tuple[Earlier, ...] = ()
    """The calendars before ``calendar``, oldest first, for turns that began under them: at most one in 48 hours."""
    vacations: tuple[Vacation, ...] = ()
    """In order; those that ended long ago are left out."""
    credit: float = FIRST_DAYS
    """Days of vacations that were left at ``credited_at``."""
    credited_at: datetime | None = None
    """None: when the player came in."""

    # --- the calendar -------------------------------------------------------------------------------------------------

    def bound(self, at: datetime) -> Calendar:
        """Return the calendar that is valid at a moment; for a moment before all that are kept, the oldest one."""
        if self.coming and self.binds_at and self.binds_at <= at:
            return self.coming
        return next((one.calendar for one in self.earlier if at < one.until), self.calendar)

    def changed(self, calendar: Calendar, now: datetime) -> Hours:
        """Let another calendar bind, in two days; one that was to bind before is forgotten."""
        bound, earlier = self.bound(now), self.earlier
        if self.binds_at and self.binds_at <= now:
            earlier = (*earlier, Earlier(self.calendar, self.binds_at))
        settled = replace(
            self,
            calendar=bound,
            coming=None,
            binds_at=None,
            earlier=tuple(one for one in earlier if one.until > now - KEPT_FOR),
        )
        if calendar.closes_nothing and bound.closes_nothing:
            return replace(settled, calendar=calendar)
        return settled if calendar == bound else replace(settled, coming=calendar, binds_at=now + BINDS_AFTER)

    def moved(self, time_zone: str, now: datetime) -> Hours:
        """Return these hours with the newest calendar in another time zone."""
        newest = self.coming or self.bound(now)
        return self if newest.time_zone == time_zone else self.changed(replace(newest, time_zone=time_zone), now)

    # --- vacations
    # -----------------------------------------------------------------------------------------------------

    def days_left(self, came: datetime, now: datetime) -> float:
        """Return the days of vacations that a player has who came in at a moment."""
        grown = (now - (self.credited_at or came)) / timedelta(days=365) * DAYS_A_YEAR
        return min(self.credit + grown, MOST_DAYS)

    def vacation_at(self, now: datetime) -> Vacation | None:
        """Return the vacation that goes on, or that is still to come."""
        return next((one for one in self.vacations if one.ends > now), None)

    def away(self, first: datetime, days: int, time_zone: str, came: datetime, now: datetime) -> Hours:
        """Begin a vacation with a moment, now or on a later day. The caller has looked whether it can be."""
        ends = midnight_after(time_zone, first, days)
        kept = tuple(one for one in self.vacations if one.ends > now - timedelta(days=365))
        credit = self.days_left(came, now) - days
        return replace(self, vacations=(*kept, Vacation(first, ends, days)), credit=credit, credited_at=now)

    def back(self, time_zone: str, came: datetime, now: datetime) -> Hours:
        """End the vacation that goes on, or is still to come; days that have not begun are given back."""
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

    # --- what they close ----------------------------------------------------------------------------------------------

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
        """Return the vacations between two moments that a match honours: no more than it agreed on for each seat."""
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
    """What is closed of a turn."""

    closed: tuple[Closed, ...]
    """All of it, in order."""
    vacations: tuple[Closed, ...]
    """What of that are vacations."""


def midnight_after(time_zone: str, moment: datetime, days: int) -> datetime:
    """Return the midnight that ends so many days by the clocks of a zone; that of the moment is the first."""
    zone = zone_named(time_zone)
    day = moment.astimezone(zone).date() + days * A_DAY
    return datetime.combine(day, time(), zone).astimezone(moment.tzinfo)
