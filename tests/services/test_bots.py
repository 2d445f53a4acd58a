"""Levels of bots: those that players are offered, and those that are kept for comparisons."""

from __future__ import annotations

import pytest

from games.bots import BOTS, DESCRIPTIONS, KEPT, LEVELS
from games.engine.violations import RuleViolation
from games.models import Move, Seat
from games.services import clock, lobby
from games.services.refusals import Refusal


def test_players_are_offered_what_is_described():
    """The catalogue names every level that can be seated, and no other."""
    assert list(DESCRIPTIONS) == list(LEVELS)
    assert not set(KEPT) & set(LEVELS)
    assert set(BOTS) == {*LEVELS, *KEPT}


@pytest.mark.parametrize("level", KEPT)
def test_a_kept_level_cannot_be_seated(level, make_match, player, now):
    """It is there to be compared with, not to be played against."""
    amel = player("Amel")
    table = make_match(amel)

    with pytest.raises((Refusal, RuleViolation)) as refused:
        lobby.set_bots(table.match.pk, amel, {1: level}, None, now)
    assert refused.value.code == "unknown_bot"


@pytest.mark.parametrize("level", KEPT)
def test_a_match_whose_seat_names_a_kept_level_is_played_on(level, running, now):
    """What once could be seated still moves."""
    table = running(bots={1: "medium"})
    Seat.objects.filter(match=table.match).update(bot=level)

    clock.wake(table.match.pk, now)

    assert Move.objects.filter(match=table.match, by="bot").count() == 1
