"""What outages take of a deadline."""

from __future__ import annotations

import pytest

from games.clock.outages import SHORTEST, Away, between, known_at, put_off
from tests.clock.test_state import MINUTE, NOON, at

HOURS = Away(at(30), at(150))
"""Two hours."""


@pytest.mark.parametrize(
    ("since", "due", "later"),
    [
        (0, 60, 180),  # ran when it began, and was due in it
        (0, 500, 620),  # was due after it
        (0, 30, 30),  # was up when it began
        (60, 120, 210),  # was set in it
        (150, 210, 210),  # was set after it
        (40, 140, 250),
    ],
)
def test_an_outage_takes_what_ran_of_it(since, due, later):
    """From when a deadline ran, if it was not up before."""
    assert put_off(at(due), at(since), [HOURS]) == at(later)


def test_a_deadline_that_one_outage_puts_into_another_is_put_off_by_both():
    """In whatever order they are told."""
    second = Away(at(160), at(170))

    assert put_off(at(60), NOON, [HOURS, second]) == put_off(at(60), NOON, [second, HOURS]) == at(190)


def test_a_sweep_that_is_merely_late_is_no_outage():
    """Half a minute is none."""
    assert between(NOON, NOON + SHORTEST) is None
    assert between(NOON, at(1)) == Away(NOON, at(1))


def test_what_is_known_of_outages_grows_with_time():
    """Nothing before one begins, nothing while a sweep may be merely late, then what has gone by of it."""
    known = {minutes: list(known_at([HOURS], at(minutes))) for minutes in (20, 30, 30.5, 31, 150, 160)}

    assert known == {
        20: [],
        30: [],
        30.5: [],
        31: [Away(at(30), at(31))],
        150: [HOURS],
        160: [HOURS],
    }


def test_time_is_left_as_if_an_outage_had_not_been():
    """Whoever asks in the middle of it is told the same as before it."""
    for minutes in (31, 100, 150, 155):
        gone = put_off(at(60), NOON, known_at([HOURS], at(minutes))) - at(minutes)
        assert gone == 30 * MINUTE - max(at(minutes) - HOURS.ended_at, 0 * MINUTE)
