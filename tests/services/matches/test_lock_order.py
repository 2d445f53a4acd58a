"""Lock order: players, then matches, then seats, so that concurrent requests never deadlock."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.services import leave
from chkobba_api.errors import DomainError
from games import log
from games.models import Abandonment, Actor, Match, Move, Seat
from games.services import due_matches
from games.services.log.verification import faults_of
from games.services.matchmaking import substitutes
from games.services.turns import playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.refusals import refused
from tests.helpers.threads import InAnotherThread, at_once

pytestmark = [pytest.mark.production, pytest.mark.usefixtures("_log_may_be_emptied")]


@pytest.fixture
def missed(running, now):
    """Return a match in which the player to act has missed a turn, and the time just after the next deadline."""
    table = running(turn_seconds=60, options={"cut": False})
    seat = table.match.to_act
    Seat.objects.filter(match=table.match, number=seat).update(missed=1, missed_in_row=1)
    return table, table.seats[seat], Match.objects.get(pk=table.match.pk).due_at


def play_while(table, seat, at, meanwhile):
    """Let the player move, and start another action between making and writing the move."""

    def render(after):
        meanwhile.start()
        meanwhile.join(2)  # by now the other action waits for the player's lock
        return ""

    move = table.game.write_move(table.game.legal_moves(table.state)[0])
    playing.play_move(table.match.pk, seat.player, move, table.match.version, at, render)


def test_a_player_who_comes_back_at_the_last_moment_loses_to_the_clock(missed):
    """The clock wins against a move at the last moment; the player gets an error, and there is no deadlock."""
    table, seat, due_at = missed
    clocks = InAnotherThread(due_matches.wake, table.match.pk, due_at + timedelta(seconds=1))

    refused("stale_version", play_while, table, seat, due_at, clocks)

    clocks.join()
    assert clocks.error is None
    assert [move.by for move in Move.objects.filter(match=table.match)] == [Actor.TIMEOUT]
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 2


def test_a_player_who_comes_back_twice_at_once_moves_once(missed):
    """A player who moves and resumes on two devices at once moves once."""
    table, seat, due_at = missed
    again = InAnotherThread(playing.resume, table.match.pk, seat.player, due_at)

    play_while(table, seat, due_at, again)

    again.join()
    assert again.error is None
    assert [move.by for move in Move.objects.filter(match=table.match)] == [Actor.PLAYER]
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 0


@pytest.fixture
def offered(running, now):
    """Return a match in which the seat to act is offered, and the time of that."""
    table = running(options={"cut": False}, substitutes_after=60)
    put_on_autopilot(table.match, table.match.to_act, now)
    at = now + timedelta(hours=1)
    substitutes.SUBSTITUTES.sweep(at)
    return log.read(table.match.pk), at


def test_who_comes_back_by_a_move_loses_to_who_was_quicker(offered, player):
    """A move loses to a takeover that commits before it is written, and leaves no trace."""
    table, at = offered
    seat = table.seats[table.match.to_act]
    zohra = player("Zohra")
    newcomer = InAnotherThread(substitutes.take_seat, table.match.pk, zohra, at)

    refused("not_seated", play_while, table, seat, at, newcomer)

    newcomer.join()
    assert newcomer.error is None
    there = Seat.objects.get(pk=seat.pk)
    assert (there.player, there.autopilot) == (zohra, False)
    assert not Move.objects.filter(match=table.match).exists()


def test_a_seat_is_kept_or_taken_and_never_both(offered, player):
    """A seat goes either to its returning player or to the substitute."""
    table, at = offered
    seat = table.seats[table.match.to_act]
    zohra = player("Zohra")
    both = at_once(
        partial(substitutes.take_seat, table.match.pk, zohra, at),
        partial(playing.resume, table.match.pk, seat.player, at),
    )

    there = Seat.objects.get(pk=seat.pk)
    codes = [getattr(one, "code", None) for one in both]
    assert codes in ([None, "not_seated"], ["no_substitute_wanted", None])
    assert there.player == (zohra if codes[0] is None else seat.player)
    assert not there.autopilot
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []


def test_of_substitutes_at_once_one_has_the_seat(offered, player):
    """One of several substitutes gets the seat.

    Each locks the player first, then the match, and the others are refused.
    """
    table, at = offered
    seat = table.seats[table.match.to_act]
    newcomers = [player(f"Newcomer {number}") for number in range(4)]
    *taken, left = at_once(
        *(partial(substitutes.take_seat, table.match.pk, newcomer, at) for newcomer in newcomers),
        partial(leave, seat.player, at),
    )

    assert not isinstance(left, DomainError)
    assert [one.code for one in taken if isinstance(one, DomainError)] == ["no_substitute_wanted"] * 3
    assert Seat.objects.get(pk=seat.pk).player in newcomers
    assert Abandonment.objects.get().player == seat.player
    assert list(faults_of(Match.objects.get(pk=table.match.pk))) == []
