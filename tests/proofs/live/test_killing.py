"""A killed worker loses nothing: another one does its work later."""

from __future__ import annotations

from django.conf import settings

from games.services.due_matches import LEASE
from tests.helpers.eventually import eventually

FOUND_WITHIN = 10
"""Seconds within which a sweep must find a waiting match, on a machine without other load."""


def test_a_killed_worker_leaves_no_match_stuck(own_server):
    """Bots play in twenty matches when the worker is killed: a sweep finds the matches, and all go on.

    The sweep finds them at its interval, when the lease of the killed worker is over. The test waits for no other time.
    """
    assert LEASE.total_seconds() + settings.SWEEP_SECONDS < FOUND_WITHIN
    player = own_server.guest("Amel")
    bots = {"1": "easy", "2": "medium", "3": "easy"}
    wish = {"game": "chkobba-cafe", "seats": 4, "bots": bots, "autostart": True, "options": {"target": 201}}
    matches = [player.post("matches", json=wish).json()["id"] for _ in range(20)]

    for _ in range(3):
        play_where_it_is_my_turn(player, matches)
        own_server.kill("worker")
        play_where_it_is_my_turn(player, matches)
        stuck = [view["id"] for view in views(player, matches) if view["to_act"] != 0]
        own_server.start("worker")
        own_server.wait_until_ready()
        for match in matches:  # one after the other, since constant requests for all of them would delay the bots
            eventually(lambda match=match: player.get(f"matches/{match}").json()["to_act"] == 0)
        assert stuck
        assert all(view["to_act"] == 0 and view["status"] == "running" for view in views(player, matches))

    assert "20 matches verified, 0 broken" in own_server.manage("verify_matches").stdout


def views(player, matches):
    """Return the views of all matches."""
    return [player.get(f"matches/{match}").json() for match in matches]


def play_where_it_is_my_turn(player, matches):
    """Play a move in each match that waits for the player."""
    for view in views(player, matches):
        if view["legal_moves"]:
            body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
            assert player.post(f"matches/{view['id']}/moves", json=body).status_code == 201


def test_a_server_without_worker_still_takes_moves(own_server):
    """The server answers a move as usual; the bots follow when a worker is back."""
    player = own_server.guest("Amel")
    own_server.kill("worker")
    own_server.kill("beat")
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "options": {"cut": False}, "autostart": True}
    match = player.post("matches", json=wish).json()
    play_where_it_is_my_turn(player, [match["id"]])
    view = player.get(f"matches/{match['id']}").json()
    assert (view["to_act"], view["legal_moves"]) == (1, None)

    own_server.start("worker")
    own_server.start("beat")
    eventually(lambda: player.get(f"matches/{match['id']}").json()["legal_moves"])
