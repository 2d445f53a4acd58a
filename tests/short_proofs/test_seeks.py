"""The offline matching of seeks, compared with the server."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import timedelta

import pytest

from games.models import Seat, Seek
from games.services.matchmaking import seek_matching
from tests.proofs.torture.seeks import (
    GAMES,
    Arrival,
    compared,
    faults,
    kept_waiting,
    make,
    offline,
    still_waiting,
    wishes,
)


@pytest.mark.parametrize("games", [GAMES[:3], GAMES[3:]], ids=["first", "second"])
def test_one_after_the_other_all_are_matched_as_offline(player, now, games):
    """The server seats the same players in the same matches, in the same order, as the offline matching."""
    luck = random.Random(0)
    arrivals = []
    players = [player(f"P{number}") for number in range(14)]
    for number, (one, wanted, keep_going) in enumerate(wishes(26, players, luck, games)):
        at = now + timedelta(seconds=number)
        made = make(one, wanted, keep_going, at)
        seek_matching.look(made.pk, at)
        arrivals.append(Arrival(made.pk, one.pk, wanted, keep_going, number))

    tables = defaultdict(list)
    for match_id, seek_id in Seat.objects.order_by("number").values_list("match", "seek"):
        tables[match_id].append(seek_id)

    assert sorted(tables.values()) == sorted(offline(arrivals))
    assert len(tables) > 5
    lines = still_waiting()
    assert [*faults(), *kept_waiting(lines), *compared(lines)] == []


def test_who_is_kept_waiting_is_found(player, now):
    """The proof reports two players with the same settings if the server did not match them."""
    for name in ("Amel", "Sami"):
        make(player(name), ("chkobba", 2, 3600), None, now)

    lines = still_waiting()

    assert len(kept_waiting(lines)) == 2
    assert compared(lines) == ["('chkobba', 2, 3600): 2 wait, the offline matching leaves 0"]


def test_a_lost_seat_and_a_match_too_many_are_found(player, now):
    """The proof reports a seat without its player, and a seek with more matches than it wants."""
    made = [make(player(name), ("chkobba", 2, 3600), None, now) for name in ("Amel", "Sami")]
    seek_matching.look(made[1].pk, now)
    assert faults() == []
    Seek.objects.filter(pk=made[0].pk).update(ended_at=None, ending="", looking_since=now)
    assert len(faults()) == 2

    Seat.objects.filter(number=1).update(player=None)

    assert any("a seat is lost" in fault or "not what its player wants" in fault for fault in faults())
