"""Notification of a vacation's end: once, when it is over, with the most urgent match."""

from __future__ import annotations

from datetime import timedelta

from accounts.services import leave
from games.models import Notification, VacationEnd
from games.services.turns import availability
from tests.helpers.playing import play_until_turn_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def told():
    """Return player and match of each notification of a vacation's end."""
    return list(Notification.objects.filter(kind="vacation_ends").values_list("player__nickname", "match"))


def test_a_vacation_that_ends_by_itself_is_told_once(table, amel, now):
    """A vacation that ends by itself causes one notification, at midnight in the player's time zone."""
    ends = availability.begin_vacation(amel, now, days=2).vacation_at(now).ends

    availability.VACATION_ENDS.sweep(ends - HOUR)
    assert told() == []
    for _ in range(2):
        availability.VACATION_ENDS.sweep(ends)

    assert told() == [("Amel", table.match.pk)]
    assert not VacationEnd.objects.exists()


def test_a_second_vacation_in_one_turn_is_told_too(table, amel, now):
    """A second vacation in the same turn causes another one, although the version is the same."""
    for days in (0, 4):
        availability.begin_vacation(amel, now + days * DAY, days=1)
        availability.VACATION_ENDS.sweep(now + (days + 2) * DAY)

    assert told() == [("Amel", table.match.pk)] * 2


def test_who_ends_a_vacation_knows_it(table, amel, now):
    """A player who ends a vacation early is not notified; a later vacation is announced as usual."""
    availability.begin_vacation(amel, now, days=2)
    availability.end_vacation(amel, now + HOUR)
    availability.VACATION_ENDS.sweep(now + 5 * DAY)
    assert told() == []

    availability.begin_vacation(amel, now + 5 * DAY, days=1)
    availability.VACATION_ENDS.sweep(now + 8 * DAY)

    assert told() == [("Amel", table.match.pk)]


def test_it_is_about_the_match_in_which_it_is_their_turn(running, amel, sami, now):
    """The notification has the most urgent match with the player to move, or else any of the player's matches."""
    tables = [running(amel, sami, options={"cut": False}, turn_seconds=days * 86_400) for days in (5, 3, 4)]
    for table in tables:
        play_until_turn_of(0, table.match.pk, now)

    availability.begin_vacation(amel, now, days=1)
    availability.VACATION_ENDS.sweep(now + 2 * DAY)

    assert told() == [("Amel", tables[1].match.pk)]


def test_who_plays_nowhere_is_not_told(player, now):
    """A player without running matches is not notified, as no time of theirs runs."""
    availability.begin_vacation(player("Amel"), now, days=1)

    availability.VACATION_ENDS.sweep(now + 2 * DAY)

    assert told() == []
    assert not VacationEnd.objects.exists()


def test_who_has_left_is_not_told(table, amel, now):
    """A deleted player is not notified."""
    availability.begin_vacation(amel, now, days=1)
    leave(amel, now)

    availability.VACATION_ENDS.sweep(now + 2 * DAY)

    assert told() == []
