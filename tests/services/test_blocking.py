"""Nothing that others do around the table keeps a player from moving."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import get_args, get_type_hints

import pytest

from games import log
from games.api.happenings import MatchEvent
from games.models import Actor, Match, Move, TableEvent
from games.plans.plan import SafeMove, Step
from games.services import agreeing, clock, ending, pausing, planning, playing, undoing
from games.services.refusals import Refusal
from games.services.table import Table, locked_match
from games.services.verifying import faults_of
from games.table_events import CHANGES_GAME

MINUTE = timedelta(minutes=1)


@pytest.fixture
def table(running, player):
    """Return a match of two players, in which nobody has moved."""
    return running(player("Amel"), player("Sami"), options={"cut": False})


def mover_of(table):
    """Return the player whose turn it is."""
    return table.seats[table.match.to_act].player


def other_of(table):
    """Return the player who waits."""
    return table.seats[1 - table.match.to_act].player


def move(table, now, version):
    """Let the player to move answer a version; return the versions that the answer tells of."""
    first = table.game.write_move(table.game.legal_moves(table.state)[0])

    def render(after: Table) -> str:
        return json.dumps([row.version for row in (*after.unseen, *after.rows)])

    return json.loads(playing.play_move(table.match.pk, mover_of(table), first, version, now, render))


def offer_and_withdraw(table, now):
    """Let the player who waits offer a pause, and take it back."""
    pausing.offer(table.match.pk, other_of(table), now, until=now + timedelta(hours=1))
    agreeing.withdraw(pausing.PAUSE, table.match.pk, other_of(table), now)


def test_each_type_of_row_has_decided(table, now):
    """All that the feed can tell of; what is undecided cannot be noted."""
    told = {get_args(get_type_hints(shape)["type"])[0] for shape in get_args(MatchEvent)}

    assert told == set(CHANGES_GAME)
    with locked_match(table.match.pk, now) as locked, pytest.raises(ValueError, match="brand_new"):
        locked.note("brand_new")


@pytest.mark.parametrize("type", sorted(CHANGES_GAME))
def test_a_type_of_row_makes_moves_stale_or_not(table, now, type):
    """Where it comes between a move and the version that it answers."""
    before = table.match.version
    after = Match(pk=table.match.pk, version=before + 1)
    TableEvent.objects.create(match=after, version=after.version, type=type, by=Actor.PLAYER, data="{}", at=now)

    assert (log.around_since(after, before) is None) == CHANGES_GAME[type]


def test_an_offer_that_is_taken_back_makes_no_move_stale(table, now):
    """The answer tells of it, too, so that what a client knows has no gap."""
    offer_and_withdraw(table, now)

    first = table.match.version + 1
    assert move(table, now + MINUTE, table.match.version) == [first, first + 1, first + 2]
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_a_move_may_name_any_version_since_the_game_changed(table, now):
    """Between the last row of the game and the newest one; neither before nor ahead."""
    offer_and_withdraw(table, now)

    for version in (table.match.version - 1, table.match.version + 3):
        with pytest.raises(Refusal, match="stale_version"):
            move(table, now, version)
    assert move(table, now, table.match.version + 1) == [table.match.version + 2, table.match.version + 3]
    with pytest.raises(Refusal, match="stale_version"):
        playing.play_move(table.match.pk, other_of(table), {"type": "pass"}, table.match.version, now, str)


def test_who_offers_while_the_move_is_written_does_not_stop_it(table, now, monkeypatch):
    """However often: the second time nobody else gets at the match."""
    settle = Table.settle
    late = iter([True])

    def slow(self):
        if any(isinstance(row, Move) for row in self.rows) and next(late, False):
            offer_and_withdraw(table, now)
        settle(self)

    monkeypatch.setattr(Table, "settle", slow)

    move(table, now, table.match.version)

    assert Move.objects.get(match=table.match).version == table.match.version + 3


def test_a_move_that_was_taken_back_makes_others_stale(table, now):
    """Whoever was to move then answers a table that is no more."""
    move(table, now, table.match.version)
    then = Match.objects.get(pk=table.match.pk).version
    undoing.offer(table.match.pk, mover_of(table), now)
    agreeing.answer(undoing.UNDO, table.match.pk, other_of(table), now, accept=True)

    with pytest.raises(Refusal, match="stale_version"):
        move(table, now, then)
    with pytest.raises(Refusal, match="stale_version"):
        move(table, now, table.match.version)


def test_an_offer_stops_no_planned_move(table, now, monkeypatch):
    """Also where it comes while the worker decides what the plan comes to."""
    move(table, now, table.match.version)
    waits = other_of(table)
    steps = [Step(play=SafeMove())]
    planning.plan(table.match.pk, waits, now, steps=steps, when_forced=False)
    decided = planning.decided

    def slow(*asked, **more):
        ending.offer(table.match.pk, mover_of(table), now, how=ending.How.NO_RESULT)
        return decided(*asked, **more)

    monkeypatch.setattr(planning, "decided", slow)

    clock.wake(table.match.pk, now)

    assert Move.objects.filter(match=table.match).latest("version").by == Actor.PLAN
