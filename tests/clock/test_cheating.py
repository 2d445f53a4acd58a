"""Somebody who changes calendars, zones and vacations as often as they may gains no more time than the rules give."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.clock.calendar import WEEKDAYS, Calendar, Closure, Night
from games.clock.closures import measure
from games.clock.controls.move import MoveControl
from games.clock.hours import LONGEST_VACATION, Hours
from tests.eventually import attempts

CAME = datetime(2027, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
ALL = tuple(Closure)
EAST_AND_WEST = ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Tunis", "Europe/Paris", "America/New_York", "UTC")
"""The clocks of the first two are 25 hours apart."""


class Cheat:
    """Somebody who plays with their hours for a year, and the book that a judge keeps beside them."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.hours = Hours()
        self.now = CAME
        self.said: list[tuple[datetime, Calendar]] = [(CAME - 3 * DAY, Calendar())]
        """Each calendar that they asked for, and when."""
        self.taken: list[tuple[datetime, datetime]] = []
        """Each vacation as it was in the end."""

    def year(self) -> Iterator[int]:
        """Yield until a year has passed."""
        for number in attempts(2_000, "a year passes"):
            if self.now >= CAME + 365 * DAY:
                return
            yield number

    def go_on(self, *deeds: str) -> None:
        """Do one of some things, some time later."""
        self.now += self.luck.choice((timedelta(minutes=1), HOUR, 6 * HOUR, DAY, 5 * DAY)) * self.luck.random()
        getattr(self, self.luck.choice(deeds))()

    def change(self) -> None:
        """Ask for the calendar that closes most of the hours to come, somewhere in the world."""
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
        """Go on the longest vacation there is."""
        days = min(int(self.hours.days_left(CAME, self.now)), LONGEST_VACATION)
        if days and not self.hours.vacation_at(self.now):
            self.hours = self.hours.away(self.now, days, self.hours.bound(self.now).time_zone, CAME, self.now)
            self.taken.append((self.now, self.hours.vacations[-1].ends))

    def come_back(self) -> None:
        """End it early, to have the days again."""
        if self.hours.vacation_at(self.now):
            self.hours = self.hours.back(self.hours.bound(self.now).time_zone, CAME, self.now)
            self.taken[-1] = (self.taken[-1][0], self.now)

    def bound(self) -> Calendar:
        """Return the last calendar that stood for two days, as a judge reads the book."""
        bound, standing = self.said[0][1], None
        for at, calendar in self.said[1:]:
            if standing and standing[0] + 2 * DAY <= at:
                bound = standing[1]
            standing = None if calendar == bound else (at, calendar)
        return standing[1] if standing and standing[0] + 2 * DAY <= self.now else bound


@pytest.mark.parametrize("seed", range(5))
def test_a_turn_lasts_no_longer_than_the_rules_say(seed):
    """It is closed by one calendar, that has stood for two days, and by vacations; all that is open counts."""
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


@pytest.mark.parametrize("seed", range(5))
def test_vacations_are_no_longer_than_what_was_saved_up(seed):
    """Seven days, and thirty a year: however often they are begun and ended, and wherever one lives meanwhile."""
    cheat = Cheat(seed)
    for _ in cheat.year():
        cheat.go_on("change", "leave", "leave", "come_back", "come_back")
        had = sum((min(ends, cheat.now) - begins for begins, ends in cheat.taken), timedelta(0))
        allowed = 7 * DAY + (cheat.now - CAME) / 365 * 30
        # a day is as long as the clocks say, and a journey westward while away makes one longer
        assert had <= allowed + 2 * HOUR * len(cheat.taken)
    assert len(cheat.taken) > 3
