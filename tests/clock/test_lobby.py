"""Time before the start."""

from __future__ import annotations

from datetime import timedelta

from games.clock import lobby
from games.clock.controls.move import MoveControl
from tests.clock.test_state import NOON


def test_seeds_are_awaited_as_long_as_a_move_takes_and_no_longer_than_a_day():
    """A match by the minute waits for minutes."""
    waits = [lobby.seeds_due_at(MoveControl(seconds), NOON) - NOON for seconds in (600, 7 * 86_400)]

    assert waits == [timedelta(minutes=10), timedelta(days=1)]


def test_a_lobby_lasts_two_weeks():
    """From when the match was made."""
    assert lobby.ends_at(NOON) == NOON + timedelta(days=14)
