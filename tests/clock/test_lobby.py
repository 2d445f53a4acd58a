"""Deadlines before the start of a match."""

from __future__ import annotations

from datetime import timedelta

from games.clock import lobby
from tests.clock.test_state import NOON


def test_seeds_are_awaited_as_long_as_a_move_takes_and_no_longer_than_a_day():
    """The server waits for seeds as long as for a move, but at most a day."""
    assert lobby.wait_for_seeds(600) == timedelta(minutes=10)
    assert lobby.wait_for_seeds(7 * 86_400) == timedelta(days=1)


def test_a_lobby_lasts_two_weeks():
    """A lobby lasts two weeks from when the match was made."""
    assert lobby.ends_at(NOON) == NOON + timedelta(days=14)
