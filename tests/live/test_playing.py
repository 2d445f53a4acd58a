"""Whole matches against a real server: bots answer, and requests are held."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.eventually import LONG
from tests.live.server import play_to_the_end


@pytest.mark.parametrize(
    ("game", "seats", "bots"),
    [
        ("chkobba", 2, {"1": "medium"}),
        ("chkobba", 4, {"1": "easy", "3": "medium"}),
        ("chkobba-cafe", 4, {"1": "easy", "2": "medium", "3": "easy"}),
        ("chkobba-spec", 2, {}),
        ("camba", 3, {"1": "easy", "2": "medium"}),
        ("haggis", 3, {"1": "medium", "2": "easy"}),
    ],
)
def test_a_whole_match(server, game, seats, bots):
    """Guests and bots play to the end; the record replays, the log verifies."""
    options = {"target": 3} if game.startswith("chkobba") else {}
    players = [server.guest(f"Guest {number}") for number in range(seats - len(bots))]
    wish = {"game": game, "seats": seats, "bots": bots, "options": options, "autostart": True}
    match = players[0].post("matches", json=wish).json()
    for player in players[1:]:
        assert player.post("matches/join", json={"code": match["code"]}).status_code == 200

    if game == "haggis":
        finish_haggis(players[0], match)
    else:
        play_to_the_end(players, match)

    assert players[0].get(f"matches/{match['id']}").json()["result"]["reason"] in ("played", "resigned")
    assert "1 matches verified, 0 broken" in server.manage("verify_matches", match["id"]).stdout


def finish_haggis(player, match):
    """Play some moves of a game with very many, then give up: two bots play on to the end."""
    for _ in range(5):
        view = wait_for(player, match["id"], lambda view: view["legal_moves"] or view["status"] == "finished")
        if view["status"] == "finished":
            return
        answer = player.get(f"matches/{match['id']}/legal-moves").json()
        body = {"move": answer["moves"][0]["move"], "expected_version": view["version"]}
        assert player.post(f"matches/{match['id']}/moves", json=body).status_code == 201
    assert player.post(f"matches/{match['id']}/resign").status_code == 200
    wait_for(player, match["id"], lambda view: view["status"] == "finished")


def wait_for(player, match_id, what):
    """Return the view when something is true of it. Fails when it never is."""
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        view = player.get(f"matches/{match_id}").json()
        if what(view):
            return view
        player.get(f"matches/{match_id}/events", params={"after": view["version"], "wait": 5})
    raise AssertionError(f"still {view}")


def test_a_held_request_is_answered_when_something_happens(server):
    """Before its time is up, with what happened."""
    amel, sami = server.guest("Amel"), server.guest("Sami")
    match = amel.post("matches", json={"game": "chkobba"}).json()

    with ThreadPoolExecutor() as pool:
        begin = time.monotonic()
        query = {"after": match["version"], "wait": 25}
        held = pool.submit(amel.get, f"matches/{match['id']}/events", params=query)
        time.sleep(0.5)
        assert not held.done()
        sami.post(f"matches/{match['id']}/join", json={})
        feed = held.result().json()

    assert time.monotonic() - begin < 25
    assert [event["type"] for entry in feed["entries"] for event in entry["events"]] == ["joined"]


def test_a_held_request_in_which_nothing_happens_ends_empty(server):
    """When its time is up."""
    amel = server.guest("Amel")
    match = amel.post("matches", json={"game": "chkobba"}).json()

    begin = time.monotonic()
    feed = amel.get(f"matches/{match['id']}/events", params={"after": match["version"], "wait": 1}).json()

    assert time.monotonic() - begin >= 1
    assert feed == {"entries": [], "version": match["version"], "more": False}


def test_many_held_requests_take_no_threads(server):
    """A hundred wait, and the web server has hardly more threads than before; all are answered."""
    amel = server.guest("Amel")
    match = amel.post("matches", json={"game": "chkobba"}).json()
    query = {"after": match["version"], "wait": 25}
    before = server.threads_of("web")

    def news(client):
        while not (entries := client.get(f"matches/{match['id']}/events", params=query).json()["entries"]):
            pass  # nothing within 25 seconds, on a machine that was busy
        return entries

    with ThreadPoolExecutor(100) as pool:
        held = [pool.submit(news, server.client()) for _ in range(100)]
        time.sleep(3)
        during = server.threads_of("web")
        amel.post(f"matches/{match['id']}/cancel")
        told = [answer.result() for answer in held]

    assert during - before < 20
    assert all(entries[0]["events"][0]["type"] == "cancelled" for entries in told)


def test_a_token_that_was_revoked_meanwhile_gets_nothing(server):
    """A held request is looked at anew before it is answered."""
    amel, sami = server.guest("Amel"), server.guest("Sami")
    match = amel.post("matches", json={"game": "chkobba", "visibility": "private"}).json()

    with ThreadPoolExecutor() as pool:
        query = {"after": match["version"], "wait": 25}
        held = pool.submit(amel.get, f"matches/{match['id']}/events", params=query)
        time.sleep(0.5)
        device = amel.get("me/tokens").json()["devices"][0]["id"]
        assert amel.delete(f"me/tokens/{device}").status_code == 204
        sami.post("matches/join", json={"code": match["code"]})
        answer = held.result()

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
