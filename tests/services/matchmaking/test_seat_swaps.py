"""Choosing seats before the start: a free one at once, another player's with their consent."""

from __future__ import annotations

import pytest

from games.models import Match, Notification, Seat, SeatSwap
from games.services.log.verification import faults_of
from games.services.matches import shuffle_seeds
from games.services.matchmaking import seat_swaps
from games.services.matchmaking.lobby import joining, lobby_bots, match_start
from games.shuffle import seat_commitment_to
from tests.helpers.refusals import refused


@pytest.fixture
def table(make_match, player, now):
    """Return a match of four with Amel, Sami and Zohra on the first seats, and a free last one."""
    made = make_match(player("Amel"), game="chkobba-cafe", seats=4)
    for name in ("Sami", "Zohra"):
        made = joining.join(made.match.pk, player(name), now)
    return made


def names(table):
    """Return the players' names, or bots' levels, by seat."""
    seats = Seat.objects.filter(match=table.match).order_by("number").select_related("player")
    return [seat.player.nickname if seat.player else seat.bot for seat in seats]


def test_an_empty_seat_is_taken_at_once(table, now):
    """A player takes a free seat at once, and their seed moves along."""
    amel = table.seats[0].player
    shuffle_seeds.add_seed(table.match.pk, amel, now, commitment=seat_commitment_to("salt"))

    after = seat_swaps.change_seat(table.match.pk, amel, 3, now)

    assert names(after) == ["", "Sami", "Zohra", "Amel"]
    assert [seat.seed_commitment for seat in after.seats] == ["", "", "", seat_commitment_to("salt")]
    assert seat_swaps.change_seat(table.match.pk, amel, 3, now).match.version == after.match.version


def test_two_change_places_when_both_want_to(table, now):
    """Two players swap after each asked for the other's seat; seeds move along, and the match verifies."""
    amel, sami, _ = (seat.player for seat in table.seats[:3])
    shuffle_seeds.add_seed(table.match.pk, amel, now, commitment=seat_commitment_to("salt"))
    shuffle_seeds.add_seed(table.match.pk, sami, now, seed="pepper")

    asked = seat_swaps.change_seat(table.match.pk, amel, 1, now)
    assert names(asked) == ["Amel", "Sami", "Zohra", ""]
    assert seat_swaps.wanted_by(asked) == {1: [0]}
    assert [one.kind for one in Notification.objects.filter(player=sami)] == ["joined", "seat_wanted"]
    after = seat_swaps.change_seat(table.match.pk, sami, 0, now)

    assert names(after) == ["Sami", "Amel", "Zohra", ""]
    assert not seat_swaps.wanted_by(after)
    lobby_bots.set_bots(table.match.pk, amel, {3: "easy"}, None, now)
    match_start.start(table.match.pk, amel, now)
    begun = shuffle_seeds.add_seed(table.match.pk, amel, now, seed="salt")
    assert (begun.match.status, [seat.seed for seat in begun.seats]) == ("running", ["pepper", "salt", "", ""])
    assert not list(faults_of(Match.objects.get(pk=table.match.pk)))


def test_who_stays_is_asked_no_more(table, now):
    """A refusal lasts for the match, but the player may still ask the other way round."""
    amel, sami, zohra = (seat.player for seat in table.seats[:3])
    for who in (amel, zohra):
        seat_swaps.change_seat(table.match.pk, who, 1, now)

    seat_swaps.stay(table.match.pk, sami, now)

    for who in (amel, zohra):
        refused("swap_refused", seat_swaps.change_seat, table.match.pk, who, 1, now)
        assert Notification.objects.filter(player=who, kind="seat_refused").exists()
    assert names(seat_swaps.change_seat(table.match.pk, sami, 0, now)) == ["Amel", "Sami", "Zohra", ""]


def test_asking_again_says_nothing_again(table, now):
    """Repeating a request neither notifies nor changes the version."""
    amel = table.seats[0].player
    first = seat_swaps.change_seat(table.match.pk, amel, 1, now)

    assert seat_swaps.change_seat(table.match.pk, amel, 1, now).match.version == first.match.version
    assert SeatSwap.objects.count() == 1


def test_seats_that_nobody_can_move_to(table, player, now):
    """Reserved, unknown and sealed seats are refused; only the creator can swap with a bot."""
    amel, sami, _ = (seat.player for seat in table.seats[:3])
    Seat.objects.filter(match=table.match, number=3).update(reserved_for=player("Karim"))
    refused("seat_taken", seat_swaps.change_seat, table.match.pk, sami, 3, now)
    refused("no_such_seat", seat_swaps.change_seat, table.match.pk, sami, 4, now)
    refused("not_seated", seat_swaps.change_seat, table.match.pk, player("Stranger"), 3, now)
    lobby_bots.set_bots(table.match.pk, amel, {3: "easy"}, None, now)
    refused("seat_taken", seat_swaps.change_seat, table.match.pk, sami, 3, now)
    assert names(seat_swaps.change_seat(table.match.pk, amel, 3, now)) == ["easy", "Sami", "Zohra", "Amel"]
    shuffle_seeds.add_seed(table.match.pk, sami, now, commitment=seat_commitment_to("salt"))
    match_start.start(table.match.pk, amel, now)
    refused("seats_sealed", seat_swaps.change_seat, table.match.pk, sami, 0, now)
    shuffle_seeds.add_seed(table.match.pk, sami, now, seed="salt")
    refused("not_in_lobby", seat_swaps.change_seat, table.match.pk, sami, 0, now)
    refused("not_in_lobby", seat_swaps.stay, table.match.pk, sami, now)
