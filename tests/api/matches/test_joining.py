"""Joining a match over HTTP by id or room code, and leaving it."""

from __future__ import annotations

import json

import pytest

from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining, match_cancellation, match_start
from games.services.turns import playing
from tests.api.asking import UNKNOWN, kinds, refused

# --- sitting down -----------------------------------------------------------------------------------------------------


def test_joining_a_public_match(make_match, player, client_of):
    """A player joins at the first free seat or a chosen one, and may add a seed; the answer has the room code."""
    table = make_match(seats=4)

    first = client_of(player("First")).post(f"matches/{table.match.pk}/join", {"seat": 3, "seed": "salt"})
    second = client_of(player("Second")).post(f"matches/{table.match.pk}/join")

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.data["you"] == {"seat": 3, "side": 1, "creator": False, "seed": "salt", "seed_commitment": ""}
    assert second.data["you"] == {"seat": 1, "side": 1, "creator": False, "seed": "", "seed_commitment": ""}
    assert [seat["name"] for seat in second.data["seats"]] == ["Creator", "Second", None, "First"]
    assert second.data["code"] == table.match.code


def test_a_look_at_an_invitation_changes_nothing(make_match, player, client_of):
    """A preview of a code shows host, game, pace and players, also to clients that may not join; it changes nothing."""
    table = make_match(visibility="private")
    visitor = client_of(player("Visitor"))
    version = visitor.post("matches/join", {"code": table.match.code, "dry_run": True}).data["version"]

    seen = visitor.post("matches/join", {"code": table.match.code, "dry_run": True})

    assert (seen.status_code, seen.data["you"], seen.data["code"]) == (200, None, None)
    assert [seat["name"] for seat in seen.data["seats"]] == ["Creator", None]
    assert (seen.data["version"], seen.data["creator"]) == (version, str(table.match.creator_id))
    refused(visitor.get(f"matches/{table.match.pk}"), 404, "not_found")
    refused(visitor.post("matches/join", {"code": "AAAABBBB", "dry_run": True}), 404, "wrong_code")


def test_the_last_one_who_joins_may_start_the_match(make_match, player, client_of):
    """With ``autostart``, the answer to the last player who joins shows the cards."""
    table = make_match(autostart=True)

    answer = client_of(player()).post(f"matches/{table.match.pk}/join")

    assert (answer.data["status"], answer.data["code"]) == ("running", table.match.code)
    assert answer.data["table"] is not None


def test_joining_that_cannot_be(make_match, player, client_of):
    """A refusal names what is wrong in fields."""
    here, other = f"matches/{make_match().match.pk}/join", client_of(player("Other"))

    assert refused(other.post(here, {"seat": 0}), 409, "seat_taken")["seat"] == 0
    assert refused(other.post(here, {"seat": 2}), 400, "no_such_seat")["seats"] == 2
    refused(other.post(f"matches/{UNKNOWN}/join"), 404, "not_found")


def test_a_seat_of_the_wrong_form_is_refused(make_match, player, client_of):
    """The error names the invalid field, of joining by id and by room code."""
    client, here = client_of(player()), f"matches/{make_match().match.pk}/join"
    cases = [(here, {name: value}, name) for name, value in (("seat", 8), ("seat", "1"), ("seat", None), ("x", 1))]
    cases += [(here, {"seed": "a b"}, "seed")]
    cases += [("matches/join", body, "code") for body in ({}, {"code": 5}, {"code": "x" * 41})]
    for path, body, field in cases:
        assert list(refused(client.post(path, body), 400, "invalid")["errors"]) == [field]


def test_a_seat_that_a_rematch_keeps_is_for_one_alone(running, player, client_of, now):
    """A rematch reserves seats. The opponent finds it by the match id, though private, and joining starts it."""
    amel, sami = player("Amel"), player("Sami")
    old = running(amel, sami, visibility="private")
    playing.resign(old.match.pk, sami, now)
    again = rematch.rematch(old.match.pk, amel, now)

    seen = client_of(sami).get(f"matches/{again.match.pk}")
    assert kinds(seen) == ["kept", "player"]
    assert seen.data["seats"][0]["name"] == "Sami"
    refused(client_of(player("Stranger")).post(f"matches/{again.match.pk}/join"), 404, "not_found")

    assert client_of(sami).post(f"matches/{again.match.pk}/join").data["status"] == "running"


# --- by room code -----------------------------------------------------------------------------------------------------


def test_a_room_code_opens_a_private_match(make_match, player, client_of):
    """A room code, in any case and with dashes, opens a private match; joining by it is refused as by id."""
    table = make_match(visibility="private", seats=4)
    client, code = client_of(player()), "–".join(table.match.code.lower())
    refused(client.post("matches/join", {"code": code, "seat": 0}), 409, "seat_taken")

    answer = client.post("matches/join", {"code": code, "seat": 2, "seed": "salt"})

    assert (answer.status_code, answer.data["id"]) == (200, str(table.match.pk))
    assert answer.data["you"] == {"seat": 2, "side": 0, "creator": False, "seed": "salt", "seed_commitment": ""}


def test_a_wrong_room_code_opens_nothing(amel, make_match):
    """Any text that is no room code of a match answers 404."""
    make_match()
    for code in ("ACDEFGHJ", "", "?", "é", "\x00", "null", "x" * 40):
        refused(amel.post("matches/join", {"code": code}), 404, "wrong_code")


def test_a_room_code_stays_the_label_of_its_match(make_match, player, client_of, now):
    """After the start a code tells players their match and others that they are late; spectators never see it."""
    started, cancelled = make_match(bots={1: "easy"}), make_match()
    codes = [started.match.code, cancelled.match.code]
    match_start.start(started.match.pk, started.match.creator, now)
    match_cancellation.cancel(cancelled.match.pk, cancelled.match.creator, now)

    for table, code in zip((started, cancelled), codes, strict=True):
        mine, other = client_of(table.match.creator), client_of(player())
        assert mine.get(f"matches/{table.match.pk}").data["code"] == code
        told = refused(mine.post("matches/join", {"code": f"{code[:4]}-{code[4:].lower()}"}), 409, "already_seated")
        assert told["match"] == str(table.match.pk)
        assert other.get(f"matches/{table.match.pk}").data["code"] is None
        late = refused(other.post("matches/join", {"code": code}), 409, "not_in_lobby")
        assert str(table.match.pk) not in json.dumps(late)


ALLOWED = 3
"""The number of wrong codes that a window allows here."""


@pytest.fixture
def _few_codes(frozen, settings):
    """Allow few wrong codes; no window ends during a test."""
    settings.THROTTLES = {**settings.THROTTLES, "codes": f"{ALLOWED}/hour"}


def from_address(client, address):
    """Let a client send requests from an address."""
    client.http.defaults["REMOTE_ADDR"] = address
    return client


@pytest.mark.usefixtures("_few_codes")
def test_a_player_has_only_so_many_wrong_codes(frozen, make_match, player, client_of):
    """At the limit a player is refused from any address, even with a right code, until the window ends.

    Others are not.
    """
    table = make_match(visibility="private", seats=4)
    right = {"code": table.match.code}
    guesser = client_of(player("Guesser"))

    for place in range(ALLOWED):
        from_address(guesser, f"198.51.100.{place}")
        refused(guesser.post("matches/join", {"code": "ACDEFGHJ"}), 404, "wrong_code")
    from_address(guesser, "198.51.100.99")

    for code in ("ACDEFGHJ", table.match.code):
        answer = guesser.post("matches/join", {"code": code})
        assert refused(answer, 429, "too_many_wrong_codes")["retry_after"] == 3600
        assert answer.headers["Retry-After"] == "3600"
    assert from_address(client_of(player()), "198.51.100.100").post("matches/join", right).status_code == 200
    frozen.shift(3600)
    assert guesser.post("matches/join", right).status_code == 200


def test_an_address_has_only_so_many_wrong_codes(frozen, make_match, player, client_of, settings):
    """An address has a limit for all its players together; refused requests do not count."""
    settings.THROTTLES = {**settings.THROTTLES, "codes": "2/hour", "codes_address": "6/hour"}
    right = {"code": make_match(visibility="private", seats=4).match.code}

    for _ in range(3):
        guesser = from_address(client_of(player("Guesser")), "198.51.100.7")
        for _ in range(2):
            refused(guesser.post("matches/join", {"code": "ACDEFGHJ"}), 404, "wrong_code")
        refused(guesser.post("matches/join", {"code": "ACDEFGHJ"}), 429, "too_many_wrong_codes")

    fresh = client_of(player("Fresh"))
    answer = from_address(fresh, "198.51.100.7").post("matches/join", right)
    refused(answer, 429, "too_many_wrong_codes")
    assert answer.headers["Retry-After"] == "3600"
    assert from_address(fresh, "198.51.100.8").post("matches/join", right).status_code == 200


@pytest.mark.usefixtures("_few_codes")
def test_right_codes_cost_nothing(amel, make_match, running):
    """A right code does not count, whether the player joins or is refused: at a taken seat, or after the start."""
    table, begun = make_match(visibility="private"), running(bots={1: "easy"}, visibility="private")

    for _ in range(ALLOWED):
        other = make_match(table.match.creator, visibility="private")
        assert amel.post("matches/join", {"code": other.match.code}).status_code == 200
        refused(amel.post("matches/join", {"code": other.match.code}), 409, "already_seated")
        refused(amel.post("matches/join", {"code": table.match.code, "seat": 0}), 409, "seat_taken")
        refused(amel.post("matches/join", {"code": begun.match.code}), 409, "not_in_lobby")

    for _ in range(ALLOWED):
        refused(amel.post("matches/join", {"code": "ACDEFGHJ"}), 404, "wrong_code")
    refused(amel.post("matches/join", {"code": "ACDEFGHJ"}), 429, "too_many_wrong_codes")


# --- getting up -------------------------------------------------------------------------------------------------------


def test_who_leaves_leaves_a_free_seat(make_match, player, client_of, now):
    """The player who left sees the code no more, and another player may take the seat."""
    table = make_match()
    leaver = player("Leaver")
    joining.join(table.match.pk, leaver, now)

    answer = client_of(leaver).post(f"matches/{table.match.pk}/leave")

    assert (answer.status_code, answer.data["status"]) == (200, "lobby")
    assert kinds(answer) == ["player", "free"]
    assert answer.data["you"] is answer.data["code"] is None
    assert client_of(player()).post(f"matches/{table.match.pk}/join").status_code == 200


def test_leaving_that_cannot_be(make_match, running, player, client_of):
    """Leaving fails for a player without a seat, and after the deal."""
    stranger = client_of(player("Stranger"))
    started = running(bots={1: "easy"})

    refused(stranger.post(f"matches/{make_match().match.pk}/leave"), 403, "not_seated")
    refused(client_of(started.match.creator).post(f"matches/{started.match.pk}/leave"), 409, "not_in_lobby")
