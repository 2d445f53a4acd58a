"""Banks: reserve time that moves use and increments refill; effects of pauses, extensions and outages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.controls.bank import BankControl
from games.clock.controls.move import SHORTEST, MoveControl
from games.clock.outages import Away
from games.clock.state import Clock

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
HOUR, DAY = 3600, 86_400
LEAGUE = BankControl(seconds=DAY, bank_seconds=3 * DAY, increment_seconds=0, cap_seconds=3 * DAY)
FISCHER = BankControl(seconds=0, bank_seconds=HOUR, increment_seconds=60, cap_seconds=2 * HOUR)


def after(seconds):
    """Return the moment this number of seconds after noon."""
    return NOON + timedelta(seconds=seconds)


def started(control, seat=0):
    """Return a clock that has run for a seat since noon."""
    return Clock(control).start(seat, NOON)


@pytest.mark.parametrize(
    ("control", "spent", "bank"),
    [
        (LEAGUE, HOUR, 3 * DAY),
        (LEAGUE, DAY, 3 * DAY),
        (LEAGUE, DAY + HOUR, 3 * DAY - HOUR),
        (LEAGUE, 4 * DAY, 0),
        (LEAGUE, 5 * DAY, 0),
        (FISCHER, 0, HOUR + 60),
        (FISCHER, 600, HOUR - 540),
        (FISCHER, HOUR, 60),
        (FISCHER, 2 * HOUR, 60),
        (BankControl(seconds=0, bank_seconds=HOUR, increment_seconds=60, cap_seconds=HOUR), 20, HOUR),
    ],
)
def test_a_move_uses_its_own_time_first_and_adds_to_the_bank(control, spent, bank):
    """A move uses its own time before the bank; the increment refills the bank up to its cap, also after a timeout."""
    clock = started(control).moved(after(spent))

    assert clock.bank(0) == bank
    assert clock.bank(1) == control.first_bank
    assert clock.start(0, after(spent)).due_at == after(spent + control.seconds + bank)


@settings(max_examples=50)
@given(
    seconds=st.integers(0, 1000),
    bank=st.integers(0, 1000),
    increment=st.integers(0, 100),
    cap=st.integers(0, 2000),
    turns=st.lists(st.integers(0, 2500), max_size=12),
)
def test_a_bank_is_what_its_definition_says(seconds, bank, increment, cap, turns):
    """The bank follows ``bank = min(cap, bank - max(0, spent - seconds) + increment)``, and never falls below zero."""
    control = BankControl(seconds=seconds, bank_seconds=bank, increment_seconds=increment, cap_seconds=cap)
    clock, at = started(control), NOON
    for spent in turns:
        at += timedelta(seconds=spent)
        clock = clock.moved(at).start(0, at)
        bank = min(cap, max(0, bank - max(0, spent - seconds)) + increment)

    assert clock.bank(0) == pytest.approx(bank)


def test_each_seat_has_its_own():
    """A move changes only the bank of its own seat."""
    clock = started(FISCHER, seat=2).moved(after(600))

    assert [clock.bank(seat) for seat in range(4)] == [HOUR, HOUR, HOUR - 540, HOUR]
    again = clock.start(0, after(600)).moved(after(660))
    assert [again.bank(seat) for seat in range(4)] == [HOUR, HOUR, HOUR - 540, HOUR]


def test_where_no_time_runs_nothing_is_used_or_added():
    """A move without a running clock, as of a bot or the autopilot, changes no bank."""
    assert Clock(FISCHER).stop(1).moved(after(600)) == Clock(FISCHER).stop(1)


def test_without_banks_nothing_is_kept():
    """A control without banks stores no banks, as before."""
    clock = started(MoveControl(DAY))

    assert clock.moved(after(HOUR)) == clock
    assert "banks" not in msgspec.to_builtins(clock)


def test_a_pause_uses_nothing():
    """A pause uses neither the time of the move nor the bank."""
    clock = started(LEAGUE)
    paused = clock.pause(after(DAY + HOUR), clock.time_left(after(DAY + HOUR)))
    going_on = paused.resume(after(9 * DAY))

    assert going_on.due_at == after(9 * DAY + 3 * DAY - HOUR)
    assert going_on.moved(after(9 * DAY + HOUR)).bank(0) == 3 * DAY - 2 * HOUR


def test_more_time_is_used_before_the_bank():
    """An extension by the staff is used before the bank."""
    clock = started(LEAGUE).extend(after(6 * DAY), after(HOUR))

    assert clock.moved(after(2 * DAY)).bank(0) == 3 * DAY
    assert clock.moved(after(4 * DAY)).bank(0) == 2 * DAY


def test_an_outage_uses_nothing():
    """An outage uses neither move time nor bank. Turns that are too short for one need no lookup of outages."""
    away = [Away(after(HOUR), after(3 * HOUR))]
    clock = started(FISCHER)

    assert clock.moved(after(3 * HOUR + 60), away).bank(0) == 60
    assert started(LEAGUE).moved(after(DAY + 4 * HOUR), away).bank(0) == 3 * DAY - 2 * HOUR
    assert not clock.needs_outages(after(30))
    assert clock.needs_outages(after(31))
    assert not started(MoveControl(DAY)).needs_outages(after(HOUR))


def test_an_outage_that_goes_on_counts_up_to_the_move():
    """The part of an outage after the move does not count."""
    away = [Away(after(HOUR), after(3 * HOUR))]

    assert started(FISCHER).moved(after(2 * HOUR), away).bank(0) == 60


def test_what_is_stored_is_read_again():
    """A clock survives JSON to the microsecond."""
    clock = started(FISCHER).moved(after(0.123457)).start(1, after(1))

    stored = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(clock)))
    assert msgspec.convert(stored, Clock) == clock


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"bank_seconds": 20, "cap_seconds": 10}, "invalid.control.cap"),
        ({"seconds": 4, "increment_seconds": 5}, "invalid.control.short"),
        ({"seconds": 0, "increment_seconds": 60, "bank_seconds": 0, "cap_seconds": 5}, "invalid.control.short"),
        ({"seconds": SHORTEST}, None),
        ({"seconds": 0, "increment_seconds": SHORTEST}, None),
    ],
)
def test_there_is_always_time_for_a_move(fields, fault):
    """An empty bank leaves at least the shortest time for a move."""
    control = BankControl(**{"seconds": 0, "bank_seconds": 10, "increment_seconds": 0, "cap_seconds": 60, **fields})

    assert (control.fault.id if control.fault else None) == fault
