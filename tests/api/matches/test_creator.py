"""Actions of a match's creator over HTTP: bots, changes, start and end."""

from __future__ import annotations

from games.models import Match, Seat
from tests.api.asking import refused


def test_bots_sit_down_and_get_up(make_match, client_of):
    """Bots take seats by number or all free seats, and leave them again; with ``autostart`` a full table starts."""
    table = make_match(seats=4)
    client = client_of(table.match.creator)

    one = client.post(f"matches/{table.match.pk}/bots", {"seats": {"2": "easy"}})
    rest = client.post(f"matches/{table.match.pk}/bots", {"fill": "medium", "seats": {"2": None, "3": "easy"}})

    assert [seat["bot"] for seat in one.data["seats"]] == [None, None, "easy", None]
    assert [seat["bot"] for seat in rest.data["seats"]] == [None, "medium", "medium", "easy"]
    assert rest.data["status"] == "lobby"
    assert client.patch(f"matches/{table.match.pk}", {"autostart": True}).data["status"] == "running"


WRONG_BOTS = [
    ({"fill": "genius"}, 400, "unknown_bot"),
    ({"seats": {"1": "genius"}}, 400, "unknown_bot"),
    ({"seats": {"2": "easy"}}, 400, "no_such_seat"),
    ({"seats": {"0": "easy"}}, 409, "seat_taken"),
    ({"seats": {"0": None}}, 409, "seat_taken"),
    ({"seats": {"1": 3}}, 400, "invalid"),
    ({"seats": {"8": "easy"}}, 400, "invalid"),
    ({"seats": []}, 400, "invalid"),
    ({"fill": None}, 400, "invalid"),
    ({"level": "easy"}, 400, "invalid"),
]
"""Wishes for bots that cannot be, with the refusal."""


def test_bots_that_cannot_sit_there_are_refused(make_match, client_of):
    """A refused request moves no bot."""
    table = make_match()
    client = client_of(table.match.creator)

    answers = [(wish, client.post(f"matches/{table.match.pk}/bots", wish)) for wish, *_ in WRONG_BOTS]

    assert [(wish, answer.status_code, answer.data["code"]) for wish, answer in answers] == WRONG_BOTS
    assert Match.objects.get(pk=table.match.pk).version == table.match.version
    assert not Seat.objects.exclude(bot="").exists()


def test_starting_a_match(make_match, client_of):
    """A match starts when every seat is taken: the server deals, the clock runs, and it cannot start twice."""
    table = make_match(turn_seconds=60)
    client = client_of(table.match.creator)

    assert refused(client.post(f"matches/{table.match.pk}/start"), 409, "seats_open")["seats"] == [1]
    client.post(f"matches/{table.match.pk}/bots", {"fill": "easy"})
    answer = client.post(f"matches/{table.match.pk}/start")

    assert (answer.status_code, answer.data["status"]) == (200, "running")
    assert answer.data["table"]["kind"] == "fishing"
    assert answer.data["to_act"] in (0, 1)
    assert answer.data["started_at"] is not None
    refused(client.post(f"matches/{table.match.pk}/start"), 409, "not_in_lobby")


def test_cancelling_a_match(make_match, client_of):
    """A cancelled match is over, and cannot be cancelled twice."""
    table = make_match()
    client = client_of(table.match.creator)

    assert client.post(f"matches/{table.match.pk}/cancel").data["status"] == "cancelled"
    refused(client.post(f"matches/{table.match.pk}/cancel"), 409, "not_in_lobby")


def test_changing_a_match(make_match, client_of):
    """The named fields change and the others stay; the version and the ETag change."""
    table = make_match(options={"target": 11}, turn_seconds=3600)
    client = client_of(table.match.creator)
    wish = {"options": {"cut": False}, "turn_seconds": 10, "visibility": "private", "autostart": True, "seed": "salt"}

    before = client.get(f"matches/{table.match.pk}")
    answer = client.patch(f"matches/{table.match.pk}", wish)

    assert answer.status_code == 200
    assert (answer.data["options"]["target"], answer.data["options"]["cut"]) == (11, False)
    assert (answer.data["turn_seconds"], answer.data["visibility"], answer.data["autostart"]) == (10, "private", True)
    assert answer.data["you"]["seed"] == "salt"
    assert answer.data["version"] == before.data["version"] + 2  # the seed is a row of its own
    assert answer.headers["ETag"] != before.headers["ETag"]


WRONG_CHANGES = [
    ({"options": {"house_rule": True}}, "bad_option"),
    ({"options": {"target": 0}}, "bad_option"),
    ({"options": None}, "invalid"),
    ({"turn_seconds": 9}, "invalid"),
    ({"turn_seconds": "60"}, "invalid"),
    ({"turn_seconds": None}, "invalid"),
    ({"visibility": "secret"}, "invalid"),
    ({"seed": "a b"}, "invalid"),
    ({"game": "scopa"}, "invalid"),
    ({"seats": 4}, "invalid"),
]
"""Changes that cannot be, with the code of the refusal."""


def test_a_change_that_cannot_be_is_refused(make_match, client_of):
    """A refused change leaves the match as it was, also where another field was valid."""
    table = make_match()
    before = Match.objects.filter(pk=table.match.pk).values().get()
    client, path = client_of(table.match.creator), f"matches/{table.match.pk}"

    answers = [(wish, client.patch(path, {"autostart": True, **wish})) for wish, _ in WRONG_CHANGES]

    assert [(wish, answer.data["code"]) for wish, answer in answers] == WRONG_CHANGES
    assert {answer.status_code for _, answer in answers} == {400}
    assert Match.objects.filter(pk=table.match.pk).values().get() == before
