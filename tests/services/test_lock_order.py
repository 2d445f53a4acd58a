"""Players, then matches, then seats: what happens at once waits for each other in one order, never for ever."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from games.models import Actor, Match, Move, Seat
from games.services import clock, playing
from games.services.refusals import Refusal

pytestmark = [pytest.mark.production, pytest.mark.usefixtures("_log_may_be_emptied")]


class InAnotherThread(threading.Thread):
    """Something that is done at the same time, on a connection of its own."""

    def __init__(self, what, *arguments):
        super().__init__()
        self.what, self.arguments = what, arguments
        self.error = None

    def run(self):
        """Do it, and keep what went wrong."""
        try:
            self.what(*self.arguments)
        except Exception as error:
            self.error = error
        finally:
            connection.close()


@pytest.fixture
def missed(running, now):
    """Return a match in which the player to act has missed a turn, and when the time of the next one is up."""
    table = running(turn_seconds=60, options={"cut": False})
    seat = table.match.to_act
    Seat.objects.filter(match=table.match, number=seat).update(missed=1, missed_in_row=1)
    return table, table.seats[seat], Match.objects.get(pk=table.match.pk).due_at


def play_while(table, seat, at, meanwhile):
    """Let the player move, and something else happen when the move is made and not yet written."""

    def render(after):
        meanwhile.start()
        meanwhile.join(2)  # what waits for the player by now waits until they have written their move
        return ""

    move = table.game.write_move(table.game.legal_moves(table.state)[0])
    playing.play_move(table.match.pk, seat.player, move, table.match.version, at, render)


def test_a_player_who_comes_back_at_the_last_moment_loses_to_the_clock(missed):
    """The clock was faster: the player hears so, and nobody of the two waits for the other."""
    table, seat, due_at = missed
    clocks = InAnotherThread(clock.wake, table.match.pk, due_at + timedelta(seconds=1))

    with pytest.raises(Refusal) as refused:
        play_while(table, seat, due_at, clocks)

    clocks.join()
    assert refused.value.code == "stale_version"
    assert clocks.error is None
    assert [move.by for move in Move.objects.filter(match=table.match)] == [Actor.TIMEOUT]
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 2


def test_a_player_who_comes_back_twice_at_once_moves_once(missed):
    """By two devices, one of which presses resume."""
    table, seat, due_at = missed
    again = InAnotherThread(playing.resume, table.match.pk, seat.player, due_at)

    play_while(table, seat, due_at, again)

    again.join()
    assert again.error is None
    assert [move.by for move in Move.objects.filter(match=table.match)] == [Actor.PLAYER]
    assert Seat.objects.get(pk=seat.pk).missed_in_row == 0
