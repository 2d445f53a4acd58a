"""Calendars: closed and open time, and the end of a given amount of open time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.calendar import Calendar, Closure, Night
from games.clock.closures import Closed, advance, length, measure, united, within
from games.texts import reader
from tests.proofs.torture.calendars import disagreement, drawn

ALL = tuple(Closure)
HOUR = timedelta(hours=1)
MONDAY = datetime(2026, 11, 23, tzinfo=UTC)
MOMENTS = st.integers(0, 5000).map(lambda minutes: MONDAY + timedelta(minutes=minutes))
CLOSURES = st.lists(st.tuples(MOMENTS, st.integers(-10, 900)), max_size=8).map(
    lambda found: [Closed(begins, begins + timedelta(minutes=minutes)) for begins, minutes in found]
)


def utc(*parts):
    """Return a moment in UTC."""
    return datetime(*parts, tzinfo=UTC)


def night_of(zone, begins="22:00", ends="08:00"):
    """Return a calendar with only a night."""
    return Calendar(time_zone=zone, night=Night(begins, ends))


def test_what_is_open_is_what_the_clocks_on_the_wall_say():
    """Open time equals a count of minutes by wall clocks, in any zone, over clock changes and leap days.

    The proof ``calendars`` covers more.
    """
    assert not [found for seed in range(40) if (found := disagreement(drawn(Random(seed))))]


@pytest.mark.parametrize(
    ("zone", "evening", "hours"),
    [
        ("Europe/Paris", utc(2026, 3, 28, 12), 9),  # clocks go forward in this night
        ("Europe/Paris", utc(2026, 10, 24, 12), 11),  # clocks go back in this night
        ("Africa/Tunis", utc(2026, 3, 28, 12), 10),
        ("Australia/Lord_Howe", utc(2026, 10, 3, 2), 9.5),  # clocks change by half an hour
    ],
)
def test_a_night_is_as_long_as_the_clocks_on_the_wall_say(zone, evening, hours):
    """A night lasts from one wall-clock time to the other, also when clocks change in it."""
    closed = night_of(zone).closures(ALL, evening, evening + 24 * HOUR)

    assert length(closed) == hours * HOUR


def test_a_deadline_waits_for_the_morning():
    """A deadline of ten hours from six in the evening uses four before the night, and six after it."""
    closed = night_of("UTC").closures(ALL, MONDAY, MONDAY + timedelta(days=7))

    assert advance(closed, MONDAY + 18 * HOUR, 10 * HOUR) == MONDAY + 38 * HOUR
    assert advance(closed, MONDAY + 18 * HOUR, 4 * HOUR) == MONDAY + 22 * HOUR  # the first moment, not the morning
    assert advance(closed, MONDAY + 23 * HOUR, 1 * HOUR) == MONDAY + 33 * HOUR


def test_a_night_before_a_free_day_counts_once():
    """Overlapping closures count once: a closed Saturday includes the rest of Friday's night."""
    calendar = Calendar(night=Night("22:00", "08:00"), weekdays=("saturday",), dates=(date(2026, 11, 28),))
    friday = MONDAY + timedelta(days=4)

    assert calendar.closures(ALL, friday + 12 * HOUR, friday + 60 * HOUR) == (
        Closed(friday + 22 * HOUR, friday + 56 * HOUR),
    )


def test_a_match_honours_what_it_agreed_on():
    """A match stops only for the closures that its control names."""
    calendar = Calendar(night=Night("22:00", "08:00"), weekdays=("tuesday",), dates=(date(2026, 11, 23),))
    expected = {"nights": 20, "weekdays": 24, "dates": 24, "vacations": 0}

    closed = {one: calendar.closures([Closure(one)], MONDAY, MONDAY + 48 * HOUR) for one in expected}

    assert {one: length(found) // HOUR for one, found in closed.items()} == expected
    assert calendar.closures([], MONDAY, MONDAY + 48 * HOUR) == ()


@pytest.mark.parametrize(
    ("calendar", "field"),
    [
        (Calendar(night=Night("08:00", "08:00")), "night"),
        (Calendar(night=Night("08:00", "00:01")), "night"),
        (Calendar(weekdays=("monday", "tuesday", "friday", "saturday")), "weekdays"),
        (Calendar(weekdays=("Caturday",)), "weekdays"),
        (Calendar(dates=tuple(date(2027, 1, day) for day in range(1, 14))), "dates"),
        (Calendar(dates=(date(2026, 1, 1), *(date(2026, 12, day) for day in range(20, 32)))), "dates"),
    ],
)
def test_a_calendar_leaves_time_to_play(calendar, field):
    """A calendar must leave open eight hours a day, four days a week, and all but twelve dates in any year."""
    assert list(calendar.faults) == [field]


def test_an_unknown_weekday_is_named():
    """The error of an unknown weekday differs from that of too many."""
    faults = Calendar(weekdays=("monday", "Monday")).faults

    assert reader().text(faults["weekdays"]) == "Monday is not one of the values that are allowed."


def test_what_leaves_time_to_play_can_be():
    """A calendar may close sixteen hours a night, three days a week and twelve dates a year."""
    dates = [date(year, 12, day) for year in (2026, 2027) for day in range(20, 32)]
    calendar = Calendar(night=Night("16:00", "08:00"), weekdays=("friday", "sunday", "monday"), dates=tuple(dates))

    assert not calendar.faults


@settings(max_examples=40)
@given(closures=CLOSURES, start=MOMENTS, minutes=st.integers(0, 3000), more=st.integers(0, 500))
def test_measuring_and_advancing_are_inverse_and_monotonic(closures, start, minutes, more):
    """A deadline has as much open time as was given, and more time never ends earlier."""
    closed, span = united(closures), timedelta(minutes=minutes)
    due = advance(closed, start, span)

    assert measure(closed, start, due) == span
    assert advance(closed, start, measure(closed, start, due)) == due
    assert advance(closed, start, span + timedelta(minutes=more)) >= due + timedelta(minutes=more)
    assert advance(closed, start + timedelta(minutes=more), span) >= due


@settings(max_examples=40)
@given(closures=CLOSURES, start=MOMENTS, end=MOMENTS)
def test_closed_and_open_time_are_all_the_time(closures, start, end):
    """Closed and open time add up to all time, also when closures overlap, touch, or end before they begin."""
    closed = united(closures)

    assert all(one.ends < other.begins for one, other in pairwise(closed))
    assert measure(closed, start, end) + length(within(closed, start, end)) == max(end - start, timedelta(0))
