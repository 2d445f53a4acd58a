"""Chance in proofs: the name of the running test determines the cards of real servers."""

from __future__ import annotations

from tests.proofs.live.server import Server, play_to_the_end


def test_every_server_plays_the_same_match_for_the_same_test(server, own_server):
    """The cards and the choices of bots are the same; another test has another match."""
    this, that = ([played(each, name) for each in (server, own_server)] for name in ("test_this", "test_that"))

    assert this[0] == this[1]
    assert that[0] == that[1]
    assert this[0] != that[0]


def played(server, test):
    """Play a match against bots for a test; return its id, and the actions and views of each seat."""
    with Server.dealing_for(test):
        player = server.guest("Amel")
        wish = {"game": "scopa", "seats": 3, "bots": {"1": "easy", "2": "medium"}, "options": {"target": 1}}
        match = player.post("matches", json={**wish, "autostart": True}).json()
        play_to_the_end([player], match)
        entries = player.get(f"matches/{match['id']}/events", params={"limit": 200}).json()["entries"]
    happened = [(match["id"], entry["seat"], event) for entry in entries for event in entry["events"]]
    return [one for one in happened if one[2]["type"] != "started"]  # which has the player's id
