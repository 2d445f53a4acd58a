"""Merging two players concurrently with other actions: one comes first, and nothing is lost."""

from __future__ import annotations

import pytest

from accounts.login import merge_proofs
from accounts.models import Alias, Player
from accounts.services import create_token
from chkobba_api.errors import DomainError
from games.clock.controls.move import MoveControl
from games.match_end import jobs
from games.models import Match, Move, Seat
from games.services.log import recompute
from games.services.log.verification import faults_now
from games.services.matchmaking.lobby import joining, match_creation
from games.services.privacy import merge_jobs
from games.services.privacy.merging import merge
from games.services.turns import playing
from tests.services.matches.test_lock_order import InAnotherThread, play_while

pytestmark = [pytest.mark.production, pytest.mark.usefixtures("_log_may_be_emptied")]


def by_token(player, guest, now):
    """Return a thread that merges a guest into a player by a token."""
    return InAnotherThread(merge, create_token(player, "")[0], merge_proofs.TokenProof(create_token(guest, "")[1]), now)


def at_once(*threads):
    """Run all threads; return their errors."""
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    assert not any(one.is_alive() for one in threads)
    return [one.error for one in threads]


@pytest.mark.parametrize("_round", range(5))
def test_of_two_merges_at_once_one_happens(player, now, _round):
    """One of two opposite merges happens, without a deadlock; the other one is refused."""
    amel, phone = player("Amel"), player("Phone")

    errors = at_once(by_token(amel, phone, now), by_token(phone, amel, now), by_token(amel, phone, now))

    assert Alias.objects.count() == 1
    assert Player.objects.filter(is_active=True).count() == 1
    assert sum(error is None for error in errors) == 1
    assert all(isinstance(error, None | DomainError) for error in errors)


def test_a_move_under_way_is_written_and_is_the_player_s(running, amel, now):
    """A move that was read before the merge and is written after it belongs to the merged player."""
    table = running(options={"cut": False})
    seat = table.seats[table.match.to_act]

    play_while(table, seat, now, merging := by_token(amel, seat.player, now))

    merging.join()
    assert merging.error is None
    assert Move.objects.get(match=table.match).player == seat.player
    assert Seat.objects.get(pk=seat.pk).player == amel
    assert not faults_now(table.match.pk)


def test_all_at_a_table_happens_while_two_become_one(running, player, now):
    """Resigning, joining, merging and counting work in any order, without deadlocks; logs and sums stay valid."""
    amel, phone, sami = player("Amel"), player("Phone"), player("Sami")
    going, open_one = running(phone, sami).match, lobby_of(sami, now)
    over = running(phone, sami).match
    playing.resign(over.pk, phone, now)

    errors = at_once(
        by_token(amel, phone, now),
        InAnotherThread(playing.resign, going.pk, sami, now),
        InAnotherThread(joining.join_by_code, open_one.code, phone, now),
        InAnotherThread(joining.join_by_code, open_one.code, amel, now),
        InAnotherThread(jobs.follow_up, over.pk, now),
    )

    assert all(isinstance(error, None | DomainError) for error in errors), errors
    if errors[0] is None:
        merge_jobs.MERGES.go_on(Alias.objects.get().pk, now)
        assert not Seat.objects.filter(player=phone).exists()
    for match in Match.objects.all():
        assert not faults_now(match.pk)
    assert not list(recompute.differences(lambda rows, count: rows))


def lobby_of(creator, now):
    """Return a lobby made by this player."""
    wish = {"game": "scopa", "seats": 3, "options": {}, "visibility": "public", "control": MoveControl(60)}
    return match_creation.create_match(
        creator, match_creation.MatchSettings(**wish, autostart=False, bots={}), now
    ).match
