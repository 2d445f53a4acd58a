"""Whole matches against a real server, with answers of bots and long polls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.helpers.eventually import attempts, eventually
from tests.proofs.live.server import at_turn_or_over, play_to_the_end, view_when


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
    """Play some moves of a game with very many, then resign: two bots play on to the end."""
    for _ in range(5):
        view = view_when(player, match["id"], at_turn_or_over)
        if view["status"] == "finished":
            return
        answer = player.get(f"matches/{match['id']}/legal-moves").json()
        body = {"move": answer["moves"][0]["move"], "expected_version": view["version"]}
        assert player.post(f"matches/{match['id']}/moves", json=body).status_code == 201
    assert player.post(f"matches/{match['id']}/resign").status_code == 200
    view_when(player, match["id"], lambda view: view["status"] == "finished")


def held(client, match, name):
    """Send a long poll that waits at most 25 s; its line in the log has a name."""
    query = {"after": match["version"], "wait": 25}
    return client.get(f"matches/{match['id']}/events", params=query, headers={"X-Request-ID": name})


def wait_until_held(server, *names):
    """Wait until the server has checked for news for these requests, and found none."""
    log = server.folder / "web.log"
    eventually(lambda: all(f"request_id={name}" in log.read_text() for name in names))


def test_a_held_request_is_answered_when_something_happens(server):
    """The answer has the new events."""
    amel, sami = server.guest("Amel"), server.guest("Sami")
    match = amel.post("matches", json={"game": "chkobba"}).json()

    with ThreadPoolExecutor() as pool:
        answer = pool.submit(held, amel, match, "held-by-amel")
        wait_until_held(server, "held-by-amel")
        assert not answer.done()
        sami.post(f"matches/{match['id']}/join", json={})
        feed = answer.result().json()

    assert [event["type"] for entry in feed["entries"] for event in entry["events"]] == ["joined"]


def test_a_held_request_in_which_nothing_happens_ends_empty(server):
    """Its time is up without an event."""
    amel = server.guest("Amel")
    match = amel.post("matches", json={"game": "chkobba"}).json()

    feed = amel.get(f"matches/{match['id']}/events", params={"after": match["version"], "wait": 1}).json()

    assert feed == {"entries": [], "version": match["version"], "more": False}


def test_many_held_requests_take_no_threads(server):
    """A hundred requests wait with hardly more threads; the server answers all of them."""
    amel = server.guest("Amel")
    match = amel.post("matches", json={"game": "chkobba"}).json()
    names = [f"held-{number:02}" for number in range(100)]
    before = server.threads_of("web")

    def news(name):
        client = server.client()
        for _ in attempts(10, "there is news"):  # on a busy machine the others may need more than one long poll
            if entries := held(client, match, name).json()["entries"]:
                break
        return entries

    with ThreadPoolExecutor(100) as pool:
        answers = [pool.submit(news, name) for name in names]
        wait_until_held(server, *names)
        during = server.threads_of("web")
        amel.post(f"matches/{match['id']}/cancel")
        told = [answer.result() for answer in answers]

    assert during - before < 20
    assert all(entries[0]["events"][0]["type"] == "cancelled" for entries in told)


def test_a_token_that_was_revoked_meanwhile_gets_nothing(server):
    """The server checks the token again before it answers a long poll."""
    amel, sami = server.guest("Amel"), server.guest("Sami")
    match = amel.post("matches", json={"game": "chkobba", "visibility": "private"}).json()

    with ThreadPoolExecutor() as pool:
        held_one = pool.submit(held, amel, match, "held-by-who-is-revoked")
        wait_until_held(server, "held-by-who-is-revoked")
        device = amel.get("me/devices").json()["devices"][0]["id"]
        assert amel.delete(f"me/devices/{device}").status_code == 204
        sami.post("matches/join", json={"code": match["code"]})
        answer = held_one.result()

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
