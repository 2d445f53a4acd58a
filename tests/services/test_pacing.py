"""How long bots take."""

from __future__ import annotations

import pytest

from games.models import Move
from games.services import clock, pacing
from games.services.pacing import until_beat
from games.services.wake_ups import LEASE


@pytest.mark.parametrize("thought", [0.0, 0.001, 0.02, 0.0499, 0.05])
def test_a_bot_moves_on_the_same_beat_however_long_it_thought(thought):
    """The beat after the one on which it began."""
    assert thought + until_beat(thought, 0.05) == pytest.approx(0.05)


def test_a_bot_that_thinks_longer_moves_on_a_later_beat():
    """So that still only whole beats can be told apart."""
    assert 0.07 + until_beat(0.07, 0.05) == pytest.approx(0.1)


def test_without_a_pace_nobody_waits():
    """As in tests."""
    assert until_beat(0.02, 0) == 0


@pytest.mark.parametrize("late", [False, True])
def test_a_move_where_people_play_waits_for_its_beat(running, now, settings, monkeypatch, late):
    """The server waits before it notes a move of a bot, and a move of the clock for an absent player."""
    bots = {} if late else {1: "medium"}
    tables = (running(game="haggis", bots=bots, turn_seconds=60) for _ in range(50))
    table = next(table for table in tables if late or table.match.to_act == 1)
    moves = Move.objects.filter(match=table.match)
    settings.BOT_PACE = 0.3
    waited = []
    monkeypatch.setattr(pacing, "monotonic", iter([10.0, 10.1]).__next__)
    monkeypatch.setattr(pacing, "sleep", lambda seconds: waited.append((seconds, moves.count())))

    clock.wake(table.match.pk, table.match.due_at + LEASE if late else now)

    assert waited == [(pytest.approx(0.2), 0)]
    assert moves.count() == 1
