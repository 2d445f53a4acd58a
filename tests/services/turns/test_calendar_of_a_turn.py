"""A turn keeps the calendar that it began with, whatever its player changes meanwhile.

The expected deadline is computed independently: hour by hour, by the wall clock.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from chkobba_api.errors import DomainError
from games.clock.calendar import WEEKDAYS, Calendar, Closure, Night
from games.clock.controls.move import MoveControl
from games.models import Match
from games.services.log.verification import faults_of
from games.services.turns import availability
from tests.helpers.eventually import attempts
from tests.helpers.playing import play_until_turn_of
from tests.helpers.sweeping import apply_changed_availability

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("UTC", "Africa/Tunis", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago")
"""Time zones at whole hours from UTC without clock changes."""
LONG = MoveControl(seconds=14 * 24 * 3600, honours=tuple(Closure), vacation_days=30)


def is_closed(calendar, vacations, at):
    """Say whether an hour does not count, by the calendar's wall clock or a vacation."""
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
    """Return when this many open seconds (whole hours) have passed since a turn began."""
    at, left = began, seconds // 3600
    for _ in attempts(24 * 365, "the time of a turn is up"):
        if left == 0:
            return at
        left -= not is_closed(calendar, vacations, at)
        at += HOUR
    raise AssertionError("a turn of a year")


class Cheat:
    """A player who changes calendars and vacations during a turn, with a record of the changes."""

    def __init__(self, player, seed: int, now: datetime) -> None:
        self.player, self.luck, self.now = player, Random(seed), now
        self.calendars = [(now - DAY, Calendar())]
        """The times from which calendars are in effect, in order; the last may be in the future."""
        self.vacations: list[tuple[datetime, datetime]] = []

    def go_on(self) -> None:
        """Do something, some hours later."""
        self.now += self.luck.randrange(30) * HOUR
        with suppress(DomainError):  # no days are left, or there is no vacation
            self.luck.choice((self.change, self.announce, self.leave, self.come_back))()

    def change(self) -> None:
        """Request a calendar that closes most of the coming hours."""
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
        self._begin(first=(self.now + self.luck.randint(1, 60) * DAY).date())

    def leave(self) -> None:
        self._begin(first=None)

    def _begin(self, first) -> None:
        kept = availability.begin_vacation(self.player, self.now, days=self.luck.randint(1, 4), first=first)
        self.vacations.append((kept.vacations[-1].begins, kept.vacations[-1].ends))

    def come_back(self) -> None:
        availability.end_vacation(self.player, self.now)
        begins, _ = self.vacations.pop()
        if begins < self.now:
            self.vacations.append((begins, self.now))

    def bound(self, at: datetime) -> Calendar:
        """Return the calendar in effect at a moment, by the record."""
        return [calendar for since, calendar in self.calendars if since <= at][-1]


@pytest.fixture
def turn_of(running, player):
    """Return a function that makes matches in which it is the player's turn, with fourteen days for it."""

    def make(somebody, at):
        table = running(somebody, player("Other"), at=at, control=LONG, options={"cut": False}, despite_vacation=True)
        play_until_turn_of(0, table.match.pk, at)
        return table.match.pk

    return make


@pytest.mark.parametrize("seed", range(2))
def test_a_turn_is_as_long_as_its_first_calendar_and_its_vacations_say(player, turn_of, now, seed):
    """After each change the deadline equals the one computed from the record."""
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
        apply_changed_availability(cheat.now)
        due_at = Match.objects.get(pk=match_id).due_at
        assert due_at == walked(calendar, cheat.vacations, began, LONG.seconds)
        looked += 1

    assert list(faults_of(Match.objects.get(pk=match_id))) == []
    assert looked > 5


def test_a_vacation_to_come_brings_no_other_calendar(player, turn_of, now):
    """A cancelled vacation leaves the deadline, fourteen days until 16 November, as it was."""
    somebody = player("Cheat")
    match_id = turn_of(somebody, now)
    assert Match.objects.get(pk=match_id).due_at == now + 14 * DAY
    availability.change_calendar(somebody, Calendar(night=Night("00:00", "16:00"), weekdays=WEEKDAYS[:3]), now + HOUR)

    later = now + 3 * DAY
    availability.begin_vacation(somebody, later, days=1, first=(later + 60 * DAY).date())
    apply_changed_availability(later)
    availability.end_vacation(somebody, later + HOUR)
    apply_changed_availability(later + HOUR)

    assert Match.objects.get(pk=match_id).due_at == now + 14 * DAY
