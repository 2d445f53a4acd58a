"""A turn keeps the calendar that it began with, whatever its player does with calendars and vacations meanwhile.

The judge knows nothing of windows or spans: it walks from hour to hour, looks at the clock on the wall, and counts.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from games.clock.calendar import WEEKDAYS, Calendar, Closure, Night
from games.clock.controls.move import MoveControl
from games.models import Match
from games.services.errors import Refusal
from games.services.log.verification import faults_of
from games.services.turns import availability
from tests.eventually import attempts, drain
from tests.playing import play_first

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("UTC", "Africa/Tunis", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago")
"""Whose clocks are whole hours from UTC and are never put forward or back."""
LONG = MoveControl(seconds=14 * 24 * 3600, honours=tuple(Closure), vacation_days=30)


def apply_all(now):
    """Look at all turns that are to be looked at."""
    for player_id in availability.due(now, 100):
        drain(availability.go_on, player_id, now)


def is_closed(calendar, vacations, at):
    """Return whether an hour counts for nobody: by the wall clock of a calendar, or by a vacation."""
    wall = at.astimezone(ZoneInfo(calendar.time_zone))
    if any(begins <= at < ends for begins, ends in vacations):
        return True
    if WEEKDAYS[wall.weekday()] in calendar.weekdays or wall.date() in calendar.dates:
        return True
    if calendar.night is None:
        return False
    begins, ends = (int(text[:2]) for text in (calendar.night.begins, calendar.night.ends))
    return begins <= wall.hour < ends if begins < ends else wall.hour >= begins or wall.hour < ends


def walked(calendar, vacations, began, seconds):
    """Return when so many open seconds, which are whole hours, have passed since a turn began."""
    at, left = began, seconds // 3600
    for _ in attempts(24 * 365, "the time of a turn is up"):
        if left == 0:
            return at
        left -= not is_closed(calendar, vacations, at)
        at += HOUR
    raise AssertionError("a turn of a year")


class Cheat:
    """Somebody who does what they may with their hours during a turn, and a judge's book of it."""

    def __init__(self, player, seed: int, now: datetime) -> None:
        self.player, self.luck, self.now = player, Random(seed), now
        self.calendars = [(now - DAY, Calendar())]
        """Since when each calendar binds, in order; the last may be one to come."""
        self.vacations: list[tuple[datetime, datetime]] = []

    def go_on(self) -> None:
        """Do something, some hours later."""
        self.now += self.luck.randrange(30) * HOUR
        with suppress(Refusal):  # there are no days left, or there is no vacation
            self.luck.choice((self.change, self.announce, self.leave, self.come_back))()

    def change(self) -> None:
        """Ask for a calendar that closes most of the hours to come."""
        begins = self.luck.randrange(24)
        calendar = Calendar(
            time_zone=self.luck.choice(ZONES),
            night=Night(f"{begins:02}:00", f"{(begins + 16) % 24:02}:00"),
            weekdays=tuple(self.luck.sample(WEEKDAYS, 3)),
        )
        availability.change_calendar(self.player, calendar, self.now)
        self.calendars = [one for one in self.calendars if one[0] <= self.now]
        self.calendars.append((self.now + 2 * DAY, calendar))

    def announce(self) -> None:
        """Begin a vacation on a day to come."""
        self._begin(first=(self.now + self.luck.randint(1, 60) * DAY).date())

    def leave(self) -> None:
        """Begin a vacation at once."""
        self._begin(first=None)

    def _begin(self, first) -> None:
        kept = availability.begin_vacation(self.player, self.now, days=self.luck.randint(1, 4), first=first)
        self.vacations.append((kept.vacations[-1].begins, kept.vacations[-1].ends))

    def come_back(self) -> None:
        """End it, or call it off."""
        availability.end_vacation(self.player, self.now)
        begins, _ = self.vacations.pop()
        if begins < self.now:
            self.vacations.append((begins, self.now))

    def bound(self, at: datetime) -> Calendar:
        """Return the calendar that bound at a moment, by the book."""
        return [calendar for since, calendar in self.calendars if since <= at][-1]


@pytest.fixture
def turn_of(running, player):
    """Return a maker of matches in which it is the turn of a player, with fourteen days for it."""

    def make(somebody, at):
        table = running(somebody, player("Other"), at=at, control=LONG, options={"cut": False}, though_away=True)
        if table.match.to_act != 0:
            play_first(table.match.pk, at)
        return table.match.pk

    return make


@pytest.mark.parametrize("seed", range(8))
def test_a_turn_is_as_long_as_its_first_calendar_and_its_vacations_say(player, turn_of, now, seed):
    """After each deed, and in the end: the deadline is where a judge gets who walks through the book."""
    somebody = player("Cheat")
    cheat = Cheat(somebody, seed, now.replace(hour=0))
    for _ in range(3):
        cheat.change()
        cheat.now += cheat.luck.randrange(80) * HOUR
    began = cheat.now
    match_id = turn_of(somebody, began)
    calendar, looked = cheat.bound(began), 0

    for _ in range(40):
        cheat.go_on()
        if Match.objects.get(pk=match_id).due_at <= cheat.now:
            break
        apply_all(cheat.now)
        due_at = Match.objects.get(pk=match_id).due_at
        assert due_at == walked(calendar, cheat.vacations, began, LONG.seconds)
        looked += 1

    assert list(faults_of(Match.objects.get(pk=match_id))) == []
    assert looked > 5


def test_a_vacation_to_come_brings_no_other_calendar(player, turn_of, now):
    """Fourteen days until 16 November: a vacation that is called off leaves them as they were."""
    somebody = player("Cheat")
    match_id = turn_of(somebody, now)
    assert Match.objects.get(pk=match_id).due_at == now + 14 * DAY
    availability.change_calendar(somebody, Calendar(night=Night("00:00", "16:00"), weekdays=WEEKDAYS[:3]), now + HOUR)

    later = now + 3 * DAY
    availability.begin_vacation(somebody, later, days=1, first=(later + 60 * DAY).date())
    apply_all(later)
    availability.end_vacation(somebody, later + HOUR)
    apply_all(later + HOUR)

    assert Match.objects.get(pk=match_id).due_at == now + 14 * DAY
