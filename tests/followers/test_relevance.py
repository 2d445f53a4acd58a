"""What is told must still be so: each kind of occasion, once while it is and once when it is no longer."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest

from games.followers.relevance import _STILL_SO, still_so
from games.models import Match, Occasion, Status
from games.services import lobby, playing, rematch, seeds, staff_actions
from games.services.clock import MISSED_UNTIL_AUTOPILOT, wake
from games.services.staff_actions import Order
from tests.playing import play_first

HOUR = timedelta(hours=1)


@pytest.fixture
def order(player, now):
    """Return an order of the staff."""
    return Order(player("Staff"), "to try it", now)


@pytest.fixture
def table(running, player):
    """Return a running match of two."""
    return running(player("Amel"), player("Sami"), options={"cut": False})


def newest(kind):
    """Return the last occasion of a kind."""
    return Occasion.objects.filter(kind=kind).latest("pk")


def test_a_turn(table, now):
    """It is over with the move."""
    play_first(table.match.pk, now)
    turn = newest("your_turn")
    assert still_so(turn)

    play_first(table.match.pk, now)
    assert not still_so(turn)
    assert still_so(newest("your_turn"))


def test_a_turn_in_a_pause_is_told_when_the_match_goes_on(table, order, now):
    """In the pause only the pause is told."""
    play_first(table.match.pk, now)
    turn = newest("your_turn")
    staff_actions.pause(table.match.pk, order)
    assert not still_so(turn)
    assert still_so(newest("match_paused"))
    assert still_so(newest("match_started"))

    staff_actions.resume(table.match.pk, order)
    assert not still_so(newest("match_paused"))
    assert still_so(newest("match_resumed"))

    staff_actions.pause(table.match.pk, order)
    assert not still_so(newest("match_resumed"))


def test_more_time(table, order, now):
    """It belongs to the turn."""
    staff_actions.extend(table.match.pk, order, HOUR)
    assert still_so(newest("extended"))

    play_first(table.match.pk, now)
    assert not still_so(newest("extended"))


def test_a_bot_at_the_seat(table, order):
    """Until the seat is given back; and the other way round."""
    staff_actions.give_to_bot(table.match.pk, order, 0, "easy")
    assert still_so(newest("given_to_bot"))

    staff_actions.give_back(table.match.pk, order, 0)
    assert not still_so(newest("given_to_bot"))
    assert still_so(newest("given_back"))

    staff_actions.give_to_bot(table.match.pk, order, 0, "easy")
    assert not still_so(newest("given_back"))


def test_the_autopilot(table, now):
    """Until its player is there again."""
    seat = table.seats[0]
    at = now
    while not Occasion.objects.filter(kind="autopilot_on", seat=0).exists():
        at += timedelta(days=30)
        wake(table.match.pk, at)
        if Match.objects.get().to_act == 1:
            play_first(table.match.pk, at)
    assert Match.objects.get().seats.get(number=0).missed == MISSED_UNTIL_AUTOPILOT
    assert still_so(newest("autopilot_on"))

    playing.resume(table.match.pk, seat.player, at)
    assert not still_so(newest("autopilot_on"))


def test_the_beginning_and_the_end(table, now):
    """That a match has begun is nothing to tell when it is over; its end stays."""
    begun = newest("match_started")
    assert still_so(begun)

    playing.resign(table.match.pk, table.seats[0].player, now)
    assert not still_so(begun)
    assert still_so(newest("match_finished"))


def test_a_rematch(table, now):
    """Until it has started or was called off."""
    playing.resign(table.match.pk, table.seats[0].player, now)
    wanted = rematch.rematch(table.match.pk, table.seats[0].player, now)
    assert still_so(newest("rematch"))

    lobby.leave(wanted.match.pk, table.seats[0].player, now)
    assert Match.objects.get(pk=wanted.match.pk).status == Status.CANCELLED
    assert not still_so(newest("rematch"))


def test_a_seed_that_is_awaited(make_match, player, now):
    """Until it was told."""
    people, secrets = [player("Amel"), player("Sami")], ["one", "two"]
    sealed = [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    match = make_match(people[0], autostart=True, seed_commitment=sealed[0]).match.pk
    lobby.join(match, people[1], now, seed_commitment=sealed[1])
    mine = Occasion.objects.get(kind="seed_awaited", player=people[0])
    assert still_so(mine)

    seeds.add_seed(match, people[0], now, seed=secrets[0])
    assert not still_so(mine)


def test_every_kind_that_can_be_out_of_date_is_tried_here():
    """A new one needs a test."""
    tried = {"your_turn", "extended", "match_started", "match_paused", "match_resumed", "autopilot_on", "given_to_bot"}
    assert set(_STILL_SO) == tried | {"given_back", "rematch", "seed_awaited"}
