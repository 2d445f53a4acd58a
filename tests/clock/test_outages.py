"""Outages: how they postpone deadlines."""

from __future__ import annotations

import pytest

from games.clock.outages import SHORTEST, Away, between, known_at, put_off
from tests.clock.test_state import MINUTE, NOON, at

HOURS = Away(at(30), at(150))
"""An outage of two hours."""


@pytest.mark.parametrize(
    ("since", "due", "later"),
    [
        (0, 60, 180),  # ran at its beginning, due during it
        (0, 500, 620),  # due after it
        (0, 30, 30),  # due before it
        (60, 120, 210),  # set during it
        (150, 210, 210),  # set after it
        (40, 140, 250),
    ],
)
def test_an_outage_takes_what_ran_of_it(since, due, later):
    """An outage adds the time for which the clock ran in it, unless the deadline was over before."""
    assert put_off(at(due), at(since), [HOURS]) == at(later)


def test_a_deadline_that_one_outage_puts_into_another_is_put_off_by_both():
    """A deadline that one outage moves into another is postponed by both, in any order."""
    second = Away(at(160), at(170))

    assert put_off(at(60), NOON, [HOURS, second]) == put_off(at(60), NOON, [second, HOURS]) == at(190)


def test_a_sweep_that_is_merely_late_is_no_outage():
    """A sweep that is half a minute late is no outage."""
    assert between(NOON, NOON + SHORTEST) is None
    assert between(NOON, at(1)) == Away(NOON, at(1))


def test_what_is_known_of_outages_grows_with_time():
    """An outage is known only once a sweep is too late; from then on its elapsed part counts."""
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
    """During an outage the time left is the same as before it."""
    for minutes in (31, 100, 150, 155):
        gone = put_off(at(60), NOON, known_at([HOURS], at(minutes))) - at(minutes)
        assert gone == 30 * MINUTE - max(at(minutes) - HOURS.ended_at, 0 * MINUTE)
