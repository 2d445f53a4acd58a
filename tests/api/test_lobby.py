"""Finding, making, joining, leaving and starting matches over HTTP."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import uuid
from datetime import timedelta

import pytest
import time_machine

from games import selectors
from games.api.views import etag_of
from games.models import Match, Seat
from games.services import lobby, playing, rematch
from tests.client import published

UNKNOWN = "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
OPERATIONS = [
    (method, template.removeprefix("/api/v1/"))
    for template, operations in published()["paths"].items()
    for method in operations
]
BELOW_A_MATCH = [(method, template) for method, template in OPERATIONS if "{match_id}" in template]
READING = [template for method, template in BELOW_A_MATCH if method == "get" and "legal-moves" not in template]
BODIES = {
    "matches/{match_id}/seed": {"seed": "salt"},
    "matches": {"game": "chkobba"},
    "matches/join": {"code": "ACDEFGHJ"},
    "matches/{match_id}": {"turn_seconds": 60},
    "matches/{match_id}/bots": {"fill": "easy"},
    "matches/{match_id}/moves": {"move": {"type": "cut", "keep": True}, "expected_version": 1},
}


def ask(client, method, template, match_id=UNKNOWN):
    """Send a request that is in order to an operation of the schema."""
    path = template.format(match_id=match_id)
    return client.get(path) if method == "get" else getattr(client, method)(path, BODIES.get(template, {}))


def refused(answer, status, code):
    """Assert that an answer is a refusal with this status and code; return its document."""
    assert (answer.status_code, answer.data["code"]) == (status, code)
    return answer.data


def ids(answer):
    """Return the ids of the matches that are listed."""
    return [uuid.UUID(match["id"]) for match in answer.data["results"]]


def kinds(answer):
    """Return what is on each seat."""
    return [seat["kind"] for seat in answer.data["seats"]]


def walk(client, path, query, link="next", between=lambda: None):
    """Return the ids of all matches of a list, page by page; ``between`` happens before each further page."""
    page = client.get(path, query)
    seen = ids(page)
    while address := page.data[link]:
        between()
        page = client.get(address.partition("/api/v1/")[2])
        seen = seen + ids(page) if link == "next" else ids(page) + seen
    return seen


# --- making a match ---------------------------------------------------------------------------------------------------


def test_a_game_is_all_that_a_match_needs(player, client_of):
    """Left out: a public table of two for a day a move, with oneself on the first seat and nobody else."""
    amel = player("Amel")

    answer = client_of(amel).post("matches", {"game": "chkobba"})

    assert answer.status_code == 201
    assert answer.data["status"] == "lobby"
    assert answer.data["game"] == {
        "key": "chkobba",
        "name": "Chkobba",
        "direction": "counterclockwise",
    }
    assert (answer.data["visibility"], answer.data["turn_seconds"], answer.data["autostart"]) == (
        "public",
        86400,
        False,
    )
    assert kinds(answer) == ["player", "free"]
    assert answer.data["you"] == {"seat": 0, "side": 0, "creator": True, "seed": "", "seed_commitment": ""}
    assert answer.data["creator"] == answer.data["seats"][0]["player"] == str(amel.pk)
    assert (answer.data["options"]["target"], answer.data["options"]["cut"]) == (21, True)
    assert answer.data["table"] is answer.data["legal_moves"] is answer.data["due_at"] is None
    assert len(answer.data["code"]) == 8


def test_every_wish_is_granted(player, client_of):
    """Seats, one's own seat, options, bots, visibility, time, autostart, and what one adds to the shuffle."""
    wish = {
        "game": "chkobba-cafe",
        "seats": 4,
        "seat": 2,
        "options": {"target": 31},
        "bots": {"1": "medium", "3": "easy"},
        "visibility": "private",
        "turn_seconds": 10,
        "autostart": True,
        "seed": "salt_-9",
    }

    answer = client_of(player("Amel")).post("matches", wish)

    assert answer.status_code == 201
    assert answer.data["game"]["key"] == "chkobba-cafe"
    assert kinds(answer) == ["free", "bot", "player", "bot"]
    assert [seat["bot"] for seat in answer.data["seats"]] == [None, "medium", None, "easy"]
    assert answer.data["you"] == {"seat": 2, "side": 0, "creator": True, "seed": "salt_-9", "seed_commitment": ""}
    assert answer.data["options"]["target"] == 31
    assert (answer.data["visibility"], answer.data["turn_seconds"], answer.data["autostart"]) == ("private", 10, True)


def test_a_table_that_is_full_at_once_may_start_at_once(player, client_of):
    """With bots on every other seat and ``autostart``, the first answer shows the cards."""
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True, "turn_seconds": 1_209_600}

    answer = client_of(player()).post("matches", wish)

    assert (answer.status_code, answer.data["status"]) == (201, "running")
    assert answer.data["table"] is not None


def test_a_new_match_says_where_it_is(player, client_of):
    """Location leads to it, and its ETag is known there."""
    client = client_of(player())

    answer = client.post("matches", {"game": "chkobba"})

    assert answer.headers["Location"] == f"/api/v1/matches/{answer.data['id']}"
    again = client.get(f"matches/{answer.data['id']}", **{"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "bridge"}, 400, "unknown_game"),
        ({"game": "bridge", "seats": 4}, 400, "unknown_game"),
        ({"seats": 3}, 400, "bad_seats"),
        ({"options": {"house_rule": True}}, 400, "bad_option"),
        ({"options": {"target": True}}, 400, "bad_option"),
        ({"options": {"target": "21"}}, 400, "bad_option"),
        ({"options": {"target": 10**30}}, 400, "bad_option"),
        ({"options": {"target": 21.5}}, 400, "bad_option"),
        ({"options": {"cut": 1}}, 400, "bad_option"),
        ({"options": {"cut": None}}, 400, "bad_option"),
        ({"seat": 2}, 400, "no_such_seat"),
        ({"bots": {"2": "easy"}}, 400, "no_such_seat"),
        ({"bots": {"0": "easy"}}, 409, "seat_taken"),
        ({"bots": {"1": "genius"}}, 400, "unknown_bot"),
    ],
)
def test_a_match_that_cannot_be_is_refused(player, client_of, wish, status, code):
    """With a code, and nothing is left of it."""
    answer = client_of(player()).post("matches", {"game": "chkobba", **wish})

    refused(answer, status, code)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": 5}, "game"),
        ({"game": None}, "game"),
        ({"seats": 1}, "seats"),
        ({"seats": 9}, "seats"),
        ({"seats": "2"}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": None}, "seats"),
        ({"seats": 10**400}, "seats"),
        ({"options": []}, "options"),
        ({"options": "cut"}, "options"),
        ({"visibility": "secret"}, "visibility"),
        ({"turn_seconds": 9}, "turn_seconds"),
        ({"turn_seconds": 1_209_601}, "turn_seconds"),
        ({"turn_seconds": 60.5}, "turn_seconds"),
        ({"seat": -1}, "seat"),
        ({"seat": 8}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"bots": []}, "bots"),
        ({"bots": {"8": "easy"}}, "bots"),
        ({"bots": {"one": "easy"}}, "bots"),
        ({"bots": {"1": 3}}, "bots"),
        ({"bots": {"1": None}}, "bots"),
        ({"autostart": "yes"}, "autostart"),
        ({"autostart": 1}, "autostart"),
        ({"seed": ""}, "seed"),
        ({"seed": "a b"}, "seed"),
        ({"seed": "x" * 65}, "seed"),
        ({"seed": "sälz"}, "seed"),
        ({"seed": "salt\n"}, "seed"),
        ({"seed": None}, "seed"),
        ({"turn": 60}, "turn"),
    ],
)
def test_a_wish_of_the_wrong_form_is_refused_by_its_name(player, client_of, wish, field):
    """``errors`` has the field that is wrong, and no other."""
    answer = client_of(player()).post("matches", {"game": "chkobba", **wish})

    errors = refused(answer, 400, "invalid")["errors"]
    assert [name.partition("[")[0] for name in errors] == [field]
    assert all(message for messages in errors.values() for message in messages)
    assert not Match.objects.exists()


def test_a_match_needs_a_game(player, client_of):
    """The one field that cannot be left out."""
    answer = client_of(player()).post("matches", {})

    assert list(refused(answer, 400, "invalid")["errors"]) == ["game"]


# --- finding matches --------------------------------------------------------------------------------------------------


def test_the_list_has_public_lobbies_and_nothing_else(make_match, running, player, client_of, now):
    """Newest first; neither private ones, nor those that have started, ended or were cancelled."""
    older = make_match(at=now)
    newer = make_match(at=now + timedelta(seconds=1))
    make_match(visibility="private")
    running(bots={1: "easy"})
    over, cancelled = running(bots={1: "easy"}), make_match()
    playing.resign(over.match.pk, over.match.creator, now)
    lobby.cancel(cancelled.match.pk, cancelled.match.creator, now)

    for viewer in (client_of(), client_of(player("Stranger")), client_of(older.match.creator)):
        assert ids(viewer.get("matches")) == [newer.match.pk, older.match.pk]
        assert ids(viewer.get("matches", {"watch": "false"})) == [newer.match.pk, older.match.pk]


def test_who_watches_finds_public_matches_that_are_played(make_match, running, client_of, now):
    """Beside the lobbies; not private ones, and not those that are over."""
    waiting = make_match(at=now)
    played = running(bots={1: "easy"}, at=now + timedelta(seconds=1))
    running(bots={1: "easy"}, visibility="private")
    over = running(bots={1: "easy"})
    playing.resign(over.match.pk, over.match.creator, now)

    assert ids(client_of().get("matches", {"watch": "true"})) == [played.match.pk]
    assert ids(client_of().get("matches")) == [waiting.match.pk]


def test_a_list_of_what_can_be_joined_has_a_free_seat(make_match, player, client_of):
    """Not a full table, nor one whose free seats are kept for somebody else."""
    open_to_all, full, kept = make_match(), make_match(bots={1: "easy"}), make_match()
    awaited = player("Awaited")
    Seat.objects.filter(match=kept.match, number=1).update(kept_for=awaited)

    assert set(ids(client_of().get("matches"))) == {open_to_all.match.pk}
    assert set(ids(client_of(player()).get("matches"))) == {open_to_all.match.pk}
    assert set(ids(client_of(awaited).get("matches"))) == {open_to_all.match.pk, kept.match.pk}
    assert full.match.pk not in ids(client_of(full.match.creator).get("matches"))


def test_a_listed_match_tells_what_one_joins(make_match, player, client_of, now):
    """Game, options, time, who sits there and which seats are free; never the room code."""
    make_match(player("Amel"), seats=4, bots={1: "easy"}, turn_seconds=60, options={"target": 11})

    [listed] = client_of().get("matches").data["results"]

    assert listed["game"]["key"] == "chkobba"
    assert (listed["options"]["target"], listed["turn_seconds"]) == (11, 60)
    assert [seat["name"] for seat in listed["seats"]] == ["Amel", "Easy bot", None, None]
    assert "code" not in listed


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, "abcd"),
        ({"game": "chkobba"}, "ab"),
        ({"game": "scopa"}, "cd"),
        ({"seats": 2}, "ac"),
        ({"seats": 4}, "b"),
        ({"seats": 8}, ""),
        ({"turn_at_least": 3600}, "cd"),
        ({"turn_at_most": 3600}, "abc"),
        ({"turn_at_least": 60, "turn_at_most": 3600}, "bc"),
        ({"turn_at_least": 61, "turn_at_most": 3599}, ""),
        ({"turn_at_most": 0}, ""),
        ({"turn_at_least": 2**31 - 1}, ""),
        ({"turn_at_most": 2**31 - 1}, "abcd"),
        ({"game": "scopa", "seats": 3}, "d"),
    ],
)
def test_the_list_is_narrowed_down(make_match, client_of, query, found):
    """By game, seats and time, each and together; in one's own list too."""
    creator = make_match(game="chkobba", seats=2, turn_seconds=10).match.creator
    make_match(creator, game="chkobba", seats=4, turn_seconds=60)
    make_match(creator, game="scopa", seats=2, turn_seconds=3600)
    make_match(creator, game="scopa", seats=3, turn_seconds=86_400)
    names = dict(zip(Match.objects.order_by("turn_seconds").values_list("pk", flat=True), "abcd", strict=True))

    for path in ("matches", "me/matches"):
        answer = client_of(creator).get(path, query)
        assert answer.status_code == 200
        assert "".join(sorted(names[pk] for pk in ids(answer))) == found


@pytest.mark.parametrize("path", ["matches", "me/matches"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", "bridge"),
        ("game", "CHKOBBA"),
        ("seats", "two"),
        ("seats", "1"),
        ("seats", "9"),
        ("seats", "NaN"),
        ("turn_at_least", "soon"),
        ("turn_at_least", "-1"),
        ("turn_at_least", "1e999999999"),
        ("turn_at_most", "Infinity"),
        ("turn_at_most", "\x00"),
    ],
)
def test_a_wrong_filter_is_refused_by_its_name(player, client_of, path, name, value):
    """``errors`` has the filter, and no other."""
    answer = client_of(player()).get(path, {name: value})

    assert list(refused(answer, 400, "invalid")["errors"]) == [name]


def test_a_wrong_filter_is_refused_with_a_sentence(client_of):
    """For people, beside the name of the filter."""
    for name, value in (("seats", "two"), ("game", "bridge"), ("turn_at_least", "1e30"), ("turn_at_most", 2**31)):
        (messages,) = client_of().get("matches", {name: value}).data["errors"].values()
        assert len(messages) == 1
        assert messages[0].endswith(".")


@pytest.mark.parametrize("value", ["yes", "1", "True", ""])
def test_watching_is_true_or_false(client_of, value):
    """Anything else is refused."""
    answer = client_of().get("matches", {"watch": value})

    assert list(refused(answer, 400, "invalid")["errors"]) == ["watch"]


# --- pages ------------------------------------------------------------------------------------------------------------


def test_pages_lose_and_double_nothing_while_new_matches_come(make_match, player, client_of, now):
    """Following ``next`` to its end finds each match that was there at the beginning, once, in order."""
    creator = player()
    there = [make_match(creator, at=now + timedelta(seconds=second)).match.pk for second in range(40)]
    newcomers = (now + timedelta(hours=hour) for hour in range(1, 100))

    seen = walk(client_of(), "matches", {"limit": 7}, between=lambda: make_match(creator, at=next(newcomers)))

    assert seen == there[::-1]
    assert next(newcomers) == now + timedelta(hours=6)


def test_pages_lose_nothing_when_matches_go(make_match, player, client_of, now):
    """A match that was shown and is cancelled then takes no other one with it."""
    creator = player()
    there = [make_match(creator, at=now + timedelta(seconds=second)).match.pk for second in range(20)]
    shown = iter(there[::-1])

    seen = walk(client_of(), "matches", {"limit": 4}, between=lambda: lobby.cancel(next(shown), creator, now))

    assert seen == there[::-1]


def test_pages_hold_matches_of_the_same_moment(make_match, player, client_of):
    """However many were made at once."""
    creator = player()
    there = [make_match(creator).match.pk for _ in range(18)]

    seen = walk(client_of(), "matches", {"limit": 5})

    assert sorted(seen) == sorted(there)


def test_pages_lead_back(make_match, player, client_of, now):
    """``previous`` of the last page leads to the first one, through all."""
    creator = player()
    there = [make_match(creator, at=now + timedelta(seconds=second)).match.pk for second in range(10)]
    client = client_of()
    page = client.get("matches", {"limit": 3})
    assert page.data["previous"] is None
    while page.data["next"]:
        page = client.get(page.data["next"].partition("/api/v1/")[2])

    seen = walk(client, page.wsgi_request.get_full_path().removeprefix("/api/v1/"), {}, link="previous")

    assert seen == there[::-1]


def test_filters_hold_on_every_page(make_match, player, client_of, now):
    """``next`` repeats them."""
    creator = player()
    for second in range(6):
        make_match(creator, at=now + timedelta(seconds=second), game=("scopa", "chkobba")[second % 2])

    seen = walk(client_of(), "matches", {"limit": 1, "game": "scopa"})

    assert set(Match.objects.filter(pk__in=seen).values_list("game", flat=True)) == {"scopa"}
    assert len(seen) == 3


def test_a_page_has_twenty_matches_or_as_many_as_asked_for(make_match, player, client_of, now):
    """Up to a hundred."""
    creator = player()
    for second in range(101):
        make_match(creator, at=now + timedelta(seconds=second))
    client = client_of()

    sizes = [len(ids(client.get("matches", query))) for query in ({}, {"limit": 1}, {"limit": 100})]

    assert sizes == [20, 1, 100]
    assert client.get("matches", {"limit": 101}).data["code"] == "invalid"


@pytest.mark.parametrize("path", ["matches", "me/matches"])
@pytest.mark.parametrize(
    "cursor",
    [
        "what",
        "é",
        "cj1hbGw=",
        base64.b64encode(b"o=-1").decode(),
        base64.b64encode(b"p=soon").decode(),
        base64.b64encode(b"p=None").decode(),
        base64.b64encode(b"p=%00").decode(),
    ],
)
def test_a_wrong_cursor_is_the_mistake_of_who_sends_it(player, client_of, path, cursor):
    """One that this list never made is refused; it does not break the server."""
    answer = client_of(player()).get(path, {"cursor": cursor})

    assert answer.data["code"] == "invalid"


# --- one's own matches ------------------------------------------------------------------------------------------------


def test_my_matches_are_those_at_which_i_sit(make_match, running, player, client_of, now):
    """Private ones and those that are over too, newest first; not those that I left, nor those of others."""
    amel, sami = player("Amel"), player("Sami")
    waiting = make_match(amel, visibility="private", at=now)
    played = running(sami, amel, at=now + timedelta(seconds=1))
    over = running(amel, bots={1: "easy"}, at=now + timedelta(seconds=2))
    playing.resign(over.match.pk, amel, now)
    left = make_match(sami, at=now + timedelta(seconds=3))
    lobby.join(left.match.pk, amel, now)
    lobby.leave(left.match.pk, amel, now)

    assert ids(client_of(amel).get("me/matches")) == [over.match.pk, played.match.pk, waiting.match.pk]
    assert ids(client_of(sami).get("me/matches")) == [left.match.pk, played.match.pk]
    assert ids(client_of(player("Stranger")).get("me/matches")) == []


@pytest.mark.parametrize("status", ["lobby", "running", "finished", "cancelled"])
def test_my_matches_can_be_had_by_status(make_match, running, player, client_of, now, status):
    """Each status has its own."""
    amel = player("Amel")
    tables = {
        "lobby": make_match(amel),
        "running": running(amel, bots={1: "easy"}),
        "finished": running(amel, bots={1: "easy"}),
        "cancelled": make_match(amel),
    }
    playing.resign(tables["finished"].match.pk, amel, now)
    lobby.cancel(tables["cancelled"].match.pk, amel, now)

    assert ids(client_of(amel).get("me/matches", {"status": status})) == [tables[status].match.pk]


@pytest.mark.parametrize(
    ("name", "value"),
    [("awaiting", "you"), ("awaiting", "ME"), ("status", "over"), ("status", "Running"), ("status", "\x00")],
)
def test_a_wrong_wish_for_my_matches_is_refused(player, client_of, name, value):
    """By its name, instead of an empty list that looks like an answer."""
    answer = client_of(player()).get("me/matches", {name: value})

    assert list(refused(answer, 400, "invalid")["errors"]) == [name]


def test_what_waits_for_me_has_the_most_urgent_first(running, player, client_of):
    """Only matches in which it is my turn, by the time that is left, however the pages are cut."""
    amel, sami = player("Amel"), player("Sami")
    turn_seconds = itertools.cycle([3600, 60, 86_400, 600])
    mine, theirs = [], []
    while len(mine) < 4 or not theirs:
        table = running(amel, sami, turn_seconds=next(turn_seconds))
        (mine if table.match.to_act == 0 else theirs).append(table.match)
    urgent = [match.pk for match in sorted(mine, key=lambda match: (match.due_at, match.pk))]

    assert ids(client_of(amel).get("me/matches", {"awaiting": "me"})) == urgent
    assert walk(client_of(amel), "me/matches", {"awaiting": "me", "limit": 1}) == urgent


def test_a_match_on_autopilot_breaks_no_page_of_what_waits_for_me(running, player, client_of, now):
    """It has no deadline to go on from; page by page the list is the same as in one piece."""
    amel, sami = player("Amel"), player("Sami")
    mine = []
    while len(mine) < 3:
        table = running(amel, sami)
        if table.match.to_act == 0:
            mine.append(table.match.pk)
    Seat.objects.filter(match=mine[1], player=amel).update(autopilot=True)
    Match.objects.filter(pk=mine[1]).update(due_at=None, wake_at=now)
    client = client_of(amel)

    listed = ids(client.get("me/matches", {"awaiting": "me"}))
    assert (listed[0], set(listed)) == (mine[1], set(mine))
    assert walk(client, "me/matches", {"awaiting": "me", "limit": 1}) == listed


def test_a_match_that_i_gave_up_waits_for_me_no_more(running, player, client_of, now):
    """Though a bot plays on for me."""
    amel = player("Amel")
    while (table := running(amel, game="scopa", seats=3)).match.to_act != 0:
        pass
    before = client_of(amel).get("me/matches", {"awaiting": "me"})

    playing.resign(table.match.pk, amel, now)

    assert ids(before) == [table.match.pk]
    assert ids(client_of(amel).get("me/matches", {"awaiting": "me"})) == []


# --- sitting down -----------------------------------------------------------------------------------------------------


def test_joining_a_public_match(make_match, player, client_of):
    """The first free seat, or the one that is asked for, with something for the shuffle; the answer has the code."""
    table = make_match(seats=4)

    first = client_of(player("First")).post(f"matches/{table.match.pk}/join", {"seat": 3, "seed": "salt"})
    second = client_of(player("Second")).post(f"matches/{table.match.pk}/join")

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.data["you"] == {"seat": 3, "side": 1, "creator": False, "seed": "salt", "seed_commitment": ""}
    assert second.data["you"] == {"seat": 1, "side": 1, "creator": False, "seed": "", "seed_commitment": ""}
    assert [seat["name"] for seat in second.data["seats"]] == ["Creator", "Second", None, "First"]
    assert second.data["code"] == table.match.code


def test_the_last_one_who_joins_may_start_the_match(make_match, player, client_of):
    """With ``autostart`` the answer shows the cards."""
    table = make_match(autostart=True)

    answer = client_of(player()).post(f"matches/{table.match.pk}/join")

    assert (answer.data["status"], answer.data["code"]) == ("running", table.match.code)
    assert answer.data["table"] is not None


def test_joining_that_cannot_be(make_match, player, client_of, now):
    """Each reason has its code."""
    table = make_match()
    here = f"matches/{table.match.pk}/join"
    creator, other, late = client_of(table.match.creator), client_of(player("Other")), client_of(player("Late"))

    refused(creator.post(here), 409, "already_seated")
    assert refused(other.post(here, {"seat": 0}), 409, "seat_taken")["seat"] == 0
    assert refused(other.post(here, {"seat": 2}), 400, "no_such_seat")["seats"] == 2
    assert other.post(here, {"seat": 1}).status_code == 200
    refused(other.post(here), 409, "already_seated")
    refused(late.post(here), 409, "match_full")
    refused(late.post(f"matches/{UNKNOWN}/join"), 404, "not_found")
    lobby.start(table.match.pk, table.match.creator, now)
    refused(late.post(here), 409, "not_in_lobby")


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"seat": 8}, "seat"),
        ({"seat": "1"}, "seat"),
        ({"seat": None}, "seat"),
        ({"seed": "a b"}, "seed"),
        ({"x": 1}, "x"),
    ],
)
def test_a_seat_of_the_wrong_form_is_refused(make_match, player, client_of, wish, field):
    """By its name."""
    answer = client_of(player()).post(f"matches/{make_match().match.pk}/join", wish)

    assert list(refused(answer, 400, "invalid")["errors"]) == [field]


def test_a_seat_that_a_rematch_keeps_is_for_one_alone(running, player, client_of, now):
    """He finds it by the id of the match, private as it is; it starts when he has come."""
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


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code,
        str.lower,
        lambda code: f"{code[:4]}-{code[4:]}",
        lambda code: f"  {' '.join(code.lower())}  ",
        "–".join,
    ],
)
def test_a_room_code_may_be_typed_as_one_likes(make_match, player, client_of, typed):
    """In any case, with spaces and dashes anywhere; it opens a private match."""
    table = make_match(visibility="private", seats=4)

    answer = client_of(player()).post("matches/join", {"code": typed(table.match.code), "seat": 2, "seed": "salt"})

    assert (answer.status_code, answer.data["id"]) == (200, str(table.match.pk))
    assert answer.data["you"] == {"seat": 2, "side": 0, "creator": False, "seed": "salt", "seed_commitment": ""}


@pytest.mark.parametrize("code", ["ACDEFGHJ", "", "?", "é", "\x00", "null", "x" * 40])
def test_a_wrong_room_code_opens_nothing(make_match, player, client_of, code):
    """404, whatever was typed."""
    make_match()

    refused(client_of(player()).post("matches/join", {"code": code}), 404, "wrong_code")


@pytest.mark.parametrize(("body", "field"), [({}, "code"), ({"code": 5}, "code"), ({"code": "x" * 41}, "code")])
def test_what_is_no_room_code_is_refused(player, client_of, body, field):
    """By its name."""
    answer = client_of(player()).post("matches/join", body)

    assert list(refused(answer, 400, "invalid")["errors"]) == [field]


def test_a_room_code_stays_the_label_of_its_match(make_match, player, client_of, now):
    """Its own players are told where it is; others, that they are too late; who watches never sees it."""
    started, cancelled = make_match(bots={1: "easy"}), make_match()
    codes = [started.match.code, cancelled.match.code]
    lobby.start(started.match.pk, started.match.creator, now)
    lobby.cancel(cancelled.match.pk, cancelled.match.creator, now)

    for table, code in zip((started, cancelled), codes, strict=True):
        mine, other = client_of(table.match.creator), client_of(player())
        assert mine.get(f"matches/{table.match.pk}").data["code"] == code
        told = refused(mine.post("matches/join", {"code": f"{code[:4]}-{code[4:].lower()}"}), 409, "already_seated")
        assert told["match"] == str(table.match.pk)
        assert other.get(f"matches/{table.match.pk}").data["code"] is None
        late = refused(other.post("matches/join", {"code": code}), 409, "not_in_lobby")
        assert str(table.match.pk) not in json.dumps(late)


def test_a_room_code_opens_what_is_free(make_match, player, client_of):
    """The refusals are those of joining by id."""
    table = make_match()
    right = {"code": table.match.code}

    refused(client_of(table.match.creator).post("matches/join", right), 409, "already_seated")
    refused(client_of(player()).post("matches/join", {**right, "seat": 0}), 409, "seat_taken")
    refused(client_of(player()).post("matches/join", {**right, "seat": 7}), 400, "no_such_seat")
    client_of(player()).post("matches/join", right)
    refused(client_of(player()).post("matches/join", right), 409, "match_full")


@pytest.fixture
def frozen(now):
    """Stop the clock at the beginning of a window of every throttle."""
    with time_machine.travel(now, tick=False) as clock:
        yield clock


def wrong_codes_allowed(settings):
    """Return how many wrong codes a window allows."""
    return int(settings.THROTTLES["codes"].partition("/")[0])


def from_address(client, address):
    """Let a client ask from an address."""
    client.http.defaults["REMOTE_ADDR"] = address
    return client


def test_a_player_has_only_so_many_wrong_codes(frozen, make_match, player, client_of, settings):
    """Wherever he asks from; then the right one helps him no more until the window is over. Others do not suffer."""
    table = make_match(visibility="private", seats=4)
    right = {"code": table.match.code}
    guesser = client_of(player("Guesser"))

    for place in range(wrong_codes_allowed(settings)):
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


def test_one_guesser_locks_out_nobody_who_shares_the_address(frozen, make_match, player, client_of, settings):
    """As in a café: who guesses may not any more, and the others sit down."""
    right = {"code": make_match(visibility="private", seats=4).match.code}
    guesser = from_address(client_of(player("Guesser")), "198.51.100.7")
    for _ in range(3 * wrong_codes_allowed(settings)):
        guesser.post("matches/join", {"code": "ACDEFGHJ"})
    refused(guesser.post("matches/join", right), 429, "too_many_wrong_codes")

    assert from_address(client_of(player()), "198.51.100.7").post("matches/join", right).status_code == 200


def test_an_address_has_only_so_many_wrong_codes(frozen, make_match, player, client_of, settings):
    """However many players ask from it; who is refused uses up nothing."""
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


@pytest.mark.usefixtures("frozen")
def test_the_code_of_a_match_that_has_begun_is_not_wrong(running, player, client_of, settings):
    """Neither for those who sit there nor for those who come too late."""
    table = running(bots={1: "easy"}, visibility="private")
    client, late = client_of(table.match.creator), client_of(player())

    for _ in range(wrong_codes_allowed(settings) + 1):
        refused(client.post("matches/join", {"code": table.match.code}), 409, "already_seated")
        refused(late.post("matches/join", {"code": table.match.code}), 409, "not_in_lobby")


@pytest.mark.usefixtures("frozen")
def test_right_codes_cost_nothing(make_match, player, client_of, settings):
    """Neither when one sits down nor when there is another reason against it."""
    allowed = wrong_codes_allowed(settings)
    table = make_match(visibility="private")
    client = client_of(player())

    for _ in range(allowed):
        other = make_match(table.match.creator, visibility="private")
        assert client.post("matches/join", {"code": other.match.code}).status_code == 200
        refused(client.post("matches/join", {"code": other.match.code}), 409, "already_seated")
        refused(client.post("matches/join", {"code": table.match.code, "seat": 0}), 409, "seat_taken")

    for _ in range(allowed):
        refused(client.post("matches/join", {"code": "ACDEFGHJ"}), 404, "wrong_code")
    refused(client.post("matches/join", {"code": "ACDEFGHJ"}), 429, "too_many_wrong_codes")


# --- getting up -------------------------------------------------------------------------------------------------------


def test_who_leaves_leaves_a_free_seat(make_match, player, client_of, now):
    """He sees the code no more, and another one may sit down."""
    table = make_match()
    leaver = player("Leaver")
    lobby.join(table.match.pk, leaver, now)

    answer = client_of(leaver).post(f"matches/{table.match.pk}/leave")

    assert (answer.status_code, answer.data["status"]) == (200, "lobby")
    assert kinds(answer) == ["player", "free"]
    assert answer.data["you"] is answer.data["code"] is None
    assert client_of(player()).post(f"matches/{table.match.pk}/join").status_code == 200


def test_when_the_creator_leaves_the_match_is_off(make_match, player, client_of, now):
    """For all."""
    table = make_match()
    other = player("Other")
    lobby.join(table.match.pk, other, now)

    answer = client_of(table.match.creator).post(f"matches/{table.match.pk}/leave")

    assert answer.data["status"] == "cancelled"
    assert client_of(other).get(f"matches/{table.match.pk}").data["status"] == "cancelled"


def test_leaving_that_cannot_be(make_match, running, player, client_of):
    """Where one does not sit, and where cards are dealt already."""
    stranger = client_of(player("Stranger"))
    started = running(bots={1: "easy"})

    refused(stranger.post(f"matches/{make_match().match.pk}/leave"), 403, "not_seated")
    refused(client_of(started.match.creator).post(f"matches/{started.match.pk}/leave"), 409, "not_in_lobby")


# --- what the creator does --------------------------------------------------------------------------------------------


def test_bots_sit_down_and_get_up(make_match, client_of):
    """On seats by number, on all that are free, and up again."""
    table = make_match(seats=4)
    client = client_of(table.match.creator)

    one = client.post(f"matches/{table.match.pk}/bots", {"seats": {"2": "easy"}})
    rest = client.post(f"matches/{table.match.pk}/bots", {"fill": "medium", "seats": {"2": None, "3": "easy"}})

    assert [seat["bot"] for seat in one.data["seats"]] == [None, None, "easy", None]
    assert [seat["bot"] for seat in rest.data["seats"]] == [None, "medium", "medium", "easy"]
    assert rest.data["status"] == "lobby"


def test_bots_may_fill_a_table_that_starts_by_itself(make_match, client_of):
    """With ``autostart``."""
    table = make_match(seats=4, autostart=True)

    answer = client_of(table.match.creator).post(f"matches/{table.match.pk}/bots", {"fill": "easy"})

    assert answer.data["status"] == "running"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
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
    ],
)
def test_bots_that_cannot_sit_there_are_refused(make_match, client_of, wish, status, code):
    """And nobody has moved."""
    table = make_match()

    refused(client_of(table.match.creator).post(f"matches/{table.match.pk}/bots", wish), status, code)

    assert Match.objects.get(pk=table.match.pk).version == table.match.version
    assert not Seat.objects.exclude(bot="").exists()


def test_starting_a_match(make_match, client_of):
    """Every seat must be taken; then cards are dealt, the clock runs, and it cannot start twice."""
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
    """It is off, its code is dead, and it cannot be called off twice."""
    table = make_match()
    client = client_of(table.match.creator)

    answer = client.post(f"matches/{table.match.pk}/cancel")

    assert (answer.status_code, answer.data["status"]) == (200, "cancelled")
    refused(client.post(f"matches/{table.match.pk}/cancel"), 409, "not_in_lobby")


def test_changing_a_match(make_match, client_of):
    """What is named changes, the rest stays; the version and the ETag grow."""
    table = make_match(options={"target": 11}, turn_seconds=3600)
    client = client_of(table.match.creator)
    wish = {"options": {"cut": False}, "turn_seconds": 10, "visibility": "private", "autostart": True, "seed": "salt"}

    before = client.get(f"matches/{table.match.pk}")
    answer = client.patch(f"matches/{table.match.pk}", wish)

    assert answer.status_code == 200
    assert (answer.data["options"]["target"], answer.data["options"]["cut"]) == (11, False)
    assert (answer.data["turn_seconds"], answer.data["visibility"], answer.data["autostart"]) == (10, "private", True)
    assert answer.data["you"]["seed"] == "salt"
    assert answer.data["version"] == before.data["version"] + 1
    assert answer.headers["ETag"] != before.headers["ETag"]


def test_a_change_may_start_the_match(make_match, client_of):
    """``autostart`` at a full table."""
    table = make_match(bots={1: "easy"})

    answer = client_of(table.match.creator).patch(f"matches/{table.match.pk}", {"autostart": True})

    assert answer.data["status"] == "running"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"options": {"house_rule": True}}, 400, "bad_option"),
        ({"options": {"target": 0}}, 400, "bad_option"),
        ({"options": None}, 400, "invalid"),
        ({"turn_seconds": 9}, 400, "invalid"),
        ({"turn_seconds": "60"}, 400, "invalid"),
        ({"turn_seconds": None}, 400, "invalid"),
        ({"visibility": "secret"}, 400, "invalid"),
        ({"seed": "a b"}, 400, "invalid"),
        ({"game": "scopa"}, 400, "invalid"),
        ({"seats": 4}, 400, "invalid"),
    ],
)
def test_a_change_that_cannot_be_is_refused(make_match, client_of, wish, status, code):
    """And the match is as it was, also where another part of the wish was right."""
    table = make_match()
    before = Match.objects.filter(pk=table.match.pk).values().get()

    refused(
        client_of(table.match.creator).patch(f"matches/{table.match.pk}", {"autostart": True, **wish}), status, code
    )

    assert Match.objects.filter(pk=table.match.pk).values().get() == before


@pytest.mark.parametrize(
    ("method", "template"),
    [
        operation
        for operation in BELOW_A_MATCH
        if operation[1].endswith(("}", "/bots", "/start", "/cancel")) and operation[0] != "get"
    ],
)
def test_only_the_creator_decides(make_match, running, player, client_of, now, method, template):
    """Neither a stranger nor somebody at the table; and he decides before the start."""
    table, other = make_match(bots={1: "easy"}, seats=4), player("Other")
    lobby.join(table.match.pk, other, now)
    started = running(bots={1: "easy"})

    refused(ask(client_of(other), method, template, table.match.pk), 403, "not_creator")
    refused(ask(client_of(player("Stranger")), method, template, table.match.pk), 403, "not_creator")
    refused(ask(client_of(started.match.creator), method, template, started.match.pk), 409, "not_in_lobby")


# --- who may see what -------------------------------------------------------------------------------------------------


def test_the_room_code_is_for_those_who_sit_there(make_match, player, client_of, now):
    """And for nobody else, also when the match has started."""
    table, guest = make_match(visibility="public"), player("Guest")
    lobby.join(table.match.pk, guest, now)
    seated = [client_of(table.match.creator), client_of(guest)]
    others = [client_of(player("Stranger")), client_of()]
    code = table.match.code

    for viewer in seated:
        assert viewer.get(f"matches/{table.match.pk}").data["code"] == code
    for viewer in others:
        for path in (f"matches/{table.match.pk}", f"matches/{table.match.pk}/events", "matches"):
            assert code.encode() not in viewer.get(path).content

    lobby.start(table.match.pk, table.match.creator, now)
    for viewer in seated:
        assert viewer.get(f"matches/{table.match.pk}").data["code"] == code
    for viewer in others:
        for path in (f"matches/{table.match.pk}", f"matches/{table.match.pk}/events", "matches?watch=true"):
            assert code.encode() not in viewer.get(path).content


@pytest.fixture
def private(make_match, running, now):
    """Return private matches: one in each part of a match's life."""
    waiting, off = make_match(visibility="private", bots={1: "easy"}), make_match(visibility="private")
    played, over = (running(visibility="private", bots={1: "easy"}) for _ in range(2))
    lobby.cancel(off.match.pk, off.match.creator, now)
    playing.resign(over.match.pk, over.match.creator, now)
    matches = [Match.objects.get(pk=table.match.pk) for table in (waiting, played, over, off)]
    assert [match.status for match in matches] == ["lobby", "running", "finished", "cancelled"]
    return matches


@pytest.mark.parametrize(("method", "template"), BELOW_A_MATCH)
def test_a_private_match_does_not_exist_for_strangers(private, player, client_of, method, template):
    """Nothing tells it from one that never was, on any path, whether it waits, is played, or is over."""
    stranger = client_of(player("Stranger"))
    nothing = ask(stranger, method, template)
    refused(nothing, 404, "not_found")

    for match in private:
        answer = ask(stranger, method, template, match.pk)
        assert (answer.status_code, answer.content) == (404, nothing.content)


@pytest.mark.parametrize(("method", "template"), BELOW_A_MATCH)
def test_a_private_match_does_not_exist_for_nobody(private, client_of, method, template):
    """Reading says that there is no such thing; what needs a token asks for one before it looks."""
    nobody = client_of()
    nothing = ask(nobody, method, template)
    if method == "get" and template in READING:
        refused(nothing, 404, "not_found")
    else:
        refused(nothing, 401, "unauthenticated")

    for match in private:
        answer = ask(nobody, method, template, match.pk)
        assert (answer.status_code, answer.content) == (nothing.status_code, nothing.content)


def test_a_guessed_etag_tells_nothing_of_a_private_match(private, player, client_of):
    """There is no 304 for whom there is no match."""
    for viewer in (client_of(), client_of(player("Stranger"))):
        for match in private:
            etag = etag_of(selectors.shown(match, list(match.seats.order_by("number")), None))
            refused(viewer.get(f"matches/{match.pk}", **{"If-None-Match": etag}), 404, "not_found")


@pytest.mark.parametrize("template", READING)
def test_a_public_match_is_read_without_a_token(running, player, client_of, now, template):
    """By anybody, on every path; once it is over that has its record too."""
    table = running(bots={1: "easy"})
    playing.resign(table.match.pk, table.match.creator, now)

    for viewer in (client_of(), client_of(player("Stranger"))):
        assert ask(viewer, "get", template, table.match.pk).status_code == 200


@pytest.mark.parametrize(
    ("method", "template"),
    [("post", "matches"), ("post", "matches/join"), ("get", "me/matches")]
    + [operation for operation in BELOW_A_MATCH if operation[0] != "get"],
)
def test_writing_needs_a_token(make_match, client_of, method, template):
    """401, and it is said how to send one."""
    table = make_match(bots={1: "easy"})

    answer = ask(client_of(), method, template, table.match.pk)

    refused(answer, 401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert Match.objects.get().version == table.match.version


# --- the shuffle ------------------------------------------------------------------------------------------------------


def test_a_seed_that_is_committed_to_goes_into_the_shuffle_in_two_steps(player, client_of):
    """The views tell each what to do: whose seed is awaited, until when, and what one has added oneself."""
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))
    secret = "x" * 32
    commitment = hashlib.sha256(secret.encode()).hexdigest()
    wish = {"game": "chkobba", "options": {"cut": False}, "autostart": True, "seed_commitment": commitment}
    made = amel.post("matches", wish).data
    address = f"matches/{made['id']}"
    assert made["you"]["seed_commitment"] == made["seats"][0]["seed_commitment"] == commitment
    refused(amel.post(f"{address}/seed", {"seed": secret}), 409, "not_sealed")

    joined = sami.post(f"{address}/join", {}).data
    assert joined["status"] == "lobby"
    assert joined["seeds_due_at"] is not None
    refused(amel.post(f"{address}/seed", {"seed": "another"}), 422, "wrong_seed")
    refused(sami.post(f"{address}/seed", {"seed": "late"}), 409, "seats_sealed")
    begun = amel.post(f"{address}/seed", {"seed": secret}).data

    assert (begun["status"], begun["seeds_due_at"], begun["you"]["seed"]) == ("running", None, secret)
    assert begun["seats"][0]["seed_commitment"] == commitment


@pytest.mark.parametrize(
    "body", [{}, {"seed": "a", "commitment": "0" * 64}, {"commitment": "0" * 63}, {"commitment": "G" * 64}]
)
def test_either_a_seed_or_a_commitment_is_added(make_match, client_of, body):
    """Anything else is named as what is wrong."""
    table = make_match()

    answer = client_of(table.match.creator).post(f"matches/{table.match.pk}/seed", body)

    assert "commitment" in refused(answer, 400, "invalid")["errors"]
