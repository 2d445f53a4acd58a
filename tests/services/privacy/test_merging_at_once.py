"""Merging two players concurrently with other actions: one comes first, and nothing is lost."""

from __future__ import annotations

from functools import partial

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
from tests.helpers.threads import InAnotherThread, at_once
from tests.services.matches.test_lock_order import play_while

pytestmark = [pytest.mark.production, pytest.mark.usefixtures("_log_may_be_emptied")]


def by_token(player, guest, now):
    """Return a function that merges a guest into a player by a token."""
    return partial(merge, create_token(player, "")[0], merge_proofs.TokenProof(create_token(guest, "")[1]), now)


@pytest.mark.parametrize("_round", range(5))
def test_of_two_merges_at_once_one_happens(player, now, _round):
    """One of two opposite merges happens, without a deadlock; the other one is refused."""
    amel, phone = player("Amel"), player("Phone")

    done = at_once(by_token(amel, phone, now), by_token(phone, amel, now), by_token(amel, phone, now))

    assert Alias.objects.count() == 1
    assert Player.objects.filter(is_active=True).count() == 1
    assert sum(not isinstance(one, DomainError) for one in done) == 1


def test_a_move_under_way_is_written_and_is_the_player_s(running, amel, now):
    """A move that was read before the merge and is written after it belongs to the merged player."""
    table = running(options={"cut": False})
    seat = table.seats[table.match.to_act]

    play_while(table, seat, now, merging := InAnotherThread(by_token(amel, seat.player, now)))

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

    merged, *_ = at_once(
        by_token(amel, phone, now),
        partial(playing.resign, going.pk, sami, now),
        partial(joining.join_by_code, open_one.code, phone, now),
        partial(joining.join_by_code, open_one.code, amel, now),
        partial(jobs.follow_up, over.pk, now),
    )

    if not isinstance(merged, DomainError):
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
