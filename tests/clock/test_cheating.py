"""Cheating with calendars, time zones and vacations gains no more time than the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.clock.calendar import WEEKDAYS, Calendar, Closure, Night
from games.clock.closures import measure
from games.clock.controls.move import MoveControl
from games.clock.hours import LONGEST_VACATION, Hours
from tests.helpers.eventually import attempts

CAME = datetime(2027, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
ALL = tuple(Closure)
EAST_AND_WEST = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Tunis", "Europe/Paris", "America/New_York", "UTC")
"""Time zones; the clocks of the first two are 25 hours apart."""


class Cheat:
    """A player who exploits calendars and vacations for a year, and the records to judge it by."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.hours = Hours()
        self.now = CAME
        self.said: list[tuple[datetime, Calendar]] = [(CAME - 3 * DAY, Calendar())]
        """Each requested calendar, and when."""
        self.taken: list[tuple[datetime, datetime]] = []
        """The begin and actual end of each vacation."""

    def year(self) -> Iterator[int]:
        for number in attempts(2_000, "a year passes"):
            if self.now >= CAME + 365 * DAY:
                return
            yield number

    def go_on(self, *deeds: str) -> None:
        """Let time pass, and do one of these deeds."""
        self.now += self.luck.choice((timedelta(minutes=1), HOUR, 6 * HOUR, DAY, 5 * DAY)) * self.luck.random()
        getattr(self, self.luck.choice(deeds))()

    def change(self) -> None:
        """Request a calendar that closes most of the coming hours, in some time zone."""
        begins, free = self.luck.randrange(24), self.luck.sample(WEEKDAYS, 3)
        night = Night(f"{begins:02}:00", f"{(begins + 16) % 24:02}:00")
        days = tuple((self.now + day * DAY).date() for day in range(2, 14))
        calendar = Calendar(
            time_zone=self.luck.choice(EAST_AND_WEST),
            night=night,
            weekdays=tuple(free),
            dates=self.luck.choice((days, ())),
        )
        assert not calendar.faults
        self.hours = self.hours.changed(calendar, self.now)
        self.said.append((self.now, calendar))

    def leave(self) -> None:
        """Go on the longest possible vacation."""
        days = min(int(self.hours.days_left(CAME, self.now)), LONGEST_VACATION)
        if days and not self.hours.vacation_at(self.now):
            self.hours = self.hours.away(self.now, days, self.hours.bound(self.now).time_zone, CAME, self.now)
            self.taken.append((self.now, self.hours.vacations[-1].ends))

    def come_back(self) -> None:
        """End the vacation early to get its days back."""
        if self.hours.vacation_at(self.now):
            self.hours = self.hours.back(self.hours.bound(self.now).time_zone, CAME, self.now)
            self.taken[-1] = (self.taken[-1][0], self.now)

    def bound(self) -> Calendar:
        """Return the last calendar that stood unchanged for two days, by these records."""
        bound, standing = self.said[0][1], None
        for at, calendar in self.said[1:]:
            if standing and standing[0] + 2 * DAY <= at:
                bound = standing[1]
            standing = None if calendar == bound else (at, calendar)
        return standing[1] if standing and standing[0] + 2 * DAY <= self.now else bound


@pytest.mark.parametrize("seed", range(2))
def test_a_turn_lasts_no_longer_than_the_rules_say(seed):
    """One calendar, which stood for two days, and vacations close a turn; all other time counts."""
    cheat = Cheat(seed)
    for _ in cheat.year():
        cheat.go_on("change", "change", "leave", "come_back")
        turn = cheat.luck.choice((6 * HOUR, DAY, 3 * DAY))
        closed, vacations = cheat.hours.closing(MoveControl(seconds=1, honours=ALL), 0.0, cheat.now, cheat.now, turn)
        calendar = cheat.bound()
        until = closed[-1].ends if closed else cheat.now + turn
        mine = calendar.closures(ALL, cheat.now, until)

        assert measure(closed, cheat.now, until) <= measure(mine, cheat.now, until)
        only_calendar = [
            one for one in closed if not any(one.begins < end and begin < one.ends for begin, end in vacations)
        ]
        for begins, ends in only_calendar:
            assert measure(mine, begins, ends) == timedelta(0)
        away = sum((end - begin for begin, end in vacations), timedelta(0))
        weeks = (turn + 3 * DAY) / (4 * 8 * HOUR) + 2
        assert until - cheat.now <= weeks * 7 * DAY + 12 * DAY + away


@pytest.mark.parametrize("seed", range(2))
def test_vacations_are_no_longer_than_what_was_saved_up(seed):
    """Vacations last at most seven days plus thirty a year, however often they begin and end, in any time zone."""
    cheat = Cheat(seed)
    for _ in cheat.year():
        cheat.go_on("change", "leave", "leave", "come_back", "come_back")
        had = sum((min(ends, cheat.now) - begins for begins, ends in cheat.taken), timedelta(0))
        allowed = 7 * DAY + (cheat.now - CAME) / 365 * 30
        # a day lasts as long as the wall clock says, and travelling west makes one longer
        assert had <= allowed + 2 * HOUR * len(cheat.taken)
    assert len(cheat.taken) > 3
