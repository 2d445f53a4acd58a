"""The clock of a match as plain values, method by method, without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from games.clock.controls.move import MoveControl
from games.clock.outages import Away
from games.clock.state import Clock

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def at(minutes: float) -> datetime:
    """Return the time this number of minutes after noon."""
    return NOON + minutes * MINUTE


@pytest.fixture
def clock() -> Clock:
    """Return a clock with an hour for each move."""
    return Clock(MoveControl(3600))


@pytest.fixture
def running(clock) -> Clock:
    """Return a clock that has run for seat 1 since noon."""
    return clock.turn(1, NOON, awaited=True, anew=True)


def test_a_clock_in_a_lobby_has_a_control_and_no_deadline(clock):
    """The clock of a lobby has a control, but no deadline and no seat."""
    assert (clock.deadline(), clock.time_left(NOON), clock.seat) == (None, None, None)


def test_time_runs_from_the_beginning_of_a_turn(running):
    """A turn's time runs from its beginning, and the time left is never negative."""
    assert running.deadline() == at(60)
    assert [running.time_left(at(minutes)) for minutes in (0, 59, 60, 61)] == [
        60 * MINUTE,
        MINUTE,
        0 * MINUTE,
        0 * MINUTE,
    ]


def test_whatever_else_happens_time_runs_on(running):
    """Events within a turn do not restart its time; a new turn does."""
    assert running.turn(1, at(5), awaited=True, anew=False) == running
    assert running.turn(0, at(5), awaited=True, anew=True).deadline() == at(65)


def test_no_time_runs_for_a_seat_that_the_server_answers_for(running):
    """No time runs while the server answers for a seat; it starts when the player is back."""
    away = running.turn(1, at(5), awaited=False, anew=False)

    assert (away.deadline(), away.seat) == (None, 1)
    assert away.turn(1, at(7), awaited=True, anew=False).deadline() == at(67)


def test_after_a_pause_there_is_as_much_as_was_left(running):
    """After a pause the remaining time is the same, however long it took and whatever happened meanwhile."""
    paused = running.pause(at(50), running.time_left(at(50))).turn(1, at(50), awaited=True, anew=False)
    assert (paused.deadline(), paused.left_in_pause) == (None, 10 * MINUTE)

    still = paused.turn(1, at(70), awaited=False, anew=False).turn(1, at(80), awaited=True, anew=False)
    assert still == paused
    assert still.resume(at(100)).turn(1, at(100), awaited=True, anew=False).deadline() == at(110)


def test_after_a_pause_in_which_a_player_came_back_time_begins(clock):
    """A player who comes back during a pause gets the full time of a move, as none ran before."""
    paused = clock.turn(1, NOON, awaited=False, anew=True).pause(at(1), None)

    assert paused.resume(at(9)).turn(1, at(9), awaited=True, anew=False).deadline() == at(69)


def test_after_a_pause_in_which_a_player_left_no_time_runs(running):
    """After a pause no time runs for a player who left meanwhile; a bot answers for the seat."""
    paused = running.pause(at(50), running.time_left(at(50)))

    assert paused.resume(at(60)).turn(1, at(60), awaited=False, anew=False).deadline() is None


def test_more_time_is_until_a_moment(running):
    """An extension sets a deadline, which includes earlier outages."""
    more = running.extend(at(200), at(50))

    assert more.deadline([Away(at(10), at(20))]) == at(200)
    assert more.deadline([Away(at(100), at(110))]) == at(210)


def test_the_end_leaves_the_control(running):
    """After the end the clock has its control, and neither deadline nor pause."""
    assert running.pause(at(1), None).end() == Clock(running.control)


@pytest.mark.parametrize("minutes", [0.1, 1 / 3, 59.999])
def test_a_clock_is_what_its_json_says(running, minutes):
    """A clock survives JSON to the microsecond, running and paused."""
    for clock in (running, running.pause(at(minutes), running.time_left(at(minutes)))):
        assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock
        assert msgspec.convert(msgspec.to_builtins(clock), Clock) == clock
