"""Deadlines before the start of a match."""

from __future__ import annotations

from datetime import timedelta

from games.clock import lobby
from games.clock.controls.move import MoveControl
from tests.clock.test_state import NOON


def test_seeds_are_awaited_as_long_as_a_move_takes_and_no_longer_than_a_day():
    """The server waits for seeds as long as for a move, but at most a day."""
    waits = [lobby.seeds_due_at(MoveControl(seconds), NOON) - NOON for seconds in (600, 7 * 86_400)]

    assert waits == [timedelta(minutes=10), timedelta(days=1)]


def test_a_lobby_lasts_two_weeks():
    """A lobby lasts two weeks from when the match was made."""
    assert lobby.ends_at(NOON) == NOON + timedelta(days=14)
