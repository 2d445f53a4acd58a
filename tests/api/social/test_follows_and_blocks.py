"""Follows, friends, and blocks. A block binds both players everywhere, and neither is notified."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import Player
from accounts.services import leave
from games.clock.controls.move import MoveControl
from games.models import Match, Notification, PlayerRelation
from games.services.matchmaking import seek_matching, seeks, substitutes
from games.services.turns import playing
from tests.api.asking import BELOW_A_MATCH, UNKNOWN, ask, counted, refused
from tests.conftest import forget_requests
from tests.helpers.absent_players import put_on_autopilot

LISTS = ("follows", "followers", "friends", "blocks")
PHRASE = {"message": {"type": "phrase", "key": "hello"}}
DAY = timedelta(days=1)


@pytest.fixture(params=["by-the-other", "by-oneself"])
def parted(request, people, client_of):
    """Return a function that lets one of the two block the other."""

    def part():
        blocking, blocked = people if request.param == "by-the-other" else reversed(people)
        assert client_of(blocking).put(f"me/blocks/{blocked.pk}", {}).status_code == 200

    return part


APART = ("blocked-by-the-other", "blocked", "kid_mode-other", "kid_mode")


@pytest.fixture
def ways_apart(people, client_of):
    """Return an iterator over ways that keep the two apart, each rolled back: a block, or kid mode among strangers."""
    return keep_apart(people, client_of)


def keep_apart(people, client_of):
    """Yield the name of each way, while it keeps the two apart."""
    for way in APART:
        one, other = people if "other" in way else reversed(people)
        what = f"me/blocks/{other.pk}" if "blocked" in way else "me/kid-mode"
        forget_requests()
        with transaction.atomic():
            assert client_of(one).put(what, {}).status_code == 200
            yield way
            transaction.set_rollback(True)


def known(client):
    """Return the names on each non-empty list of a player."""
    pages = {one: client.get(f"me/{one}") for one in LISTS}
    assert all(page.status_code == 200 for page in pages.values())
    return {one: [who["name"] for who in page.data["results"]] for one, page in pages.items() if page.data["results"]}


def listed(client, query=None):
    """Return the ids of the matches listed to a client."""
    return [match["id"] for match in client.get("matches", query).data["results"]]


# --- following --------------------------------------------------------------------------------------------------------


def test_two_who_follow_each_other_are_friends(amel, sami, people):
    """Two players who follow each other are friends; answers and lists show it, and neither is notified."""
    first = amel.put(f"me/follows/{people[1].pk}", {}).data
    assert (first["name"], first["avatar"], first["is_bot"], first["friend"]) == ("Sami", "fennec", False, False)
    assert (known(amel), known(sami)) == ({"follows": ["Sami"]}, {"followers": ["Amel"]})

    assert sami.put(f"me/follows/{people[0].pk}", {}).data["friend"] is True

    assert known(amel) == {"follows": ["Sami"], "followers": ["Sami"], "friends": ["Sami"]}
    assert amel.get("me/followers").data["results"][0]["friend"] is True
    amel.delete(f"me/follows/{people[1].pk}")
    assert (known(amel), known(sami)) == ({"followers": ["Sami"]}, {"follows": ["Amel"]})
    assert sami.get("me/follows").data["results"][0]["friend"] is False
    assert not Notification.objects.exists()


def test_doing_it_again_is_the_same(amel, people):
    """Repeating a follow or block changes nothing, not even its date; ending one twice is no error."""
    for what in ("follows", "blocks"):
        path = f"me/{what}/{people[1].pk}"
        assert amel.delete(path).status_code == 204
        first = amel.put(path, {}).data
        assert amel.put(path, {}).data == first
        assert PlayerRelation.objects.count() == 1
        assert [amel.delete(path).status_code for _ in range(2)] == [204, 204]
        assert not PlayerRelation.objects.exists()


@pytest.mark.parametrize("what", ["follows", "blocks"])
def test_only_others_who_are_here(amel, people, player, now, what):
    """A player cannot follow or block themselves, an unknown player or a deleted one."""
    gone = player("Gone")
    leave(gone, now)

    for nobody in (people[0].pk, UNKNOWN, gone.pk):
        refused(amel.put(f"me/{what}/{nobody}", {}), 404, "not_found")


@pytest.mark.parametrize("what", ["follows", "blocks"])
def test_there_is_an_end_to_it(amel, player, settings, what):
    """The number is limited. Repeating an existing entry is no error, and removing one makes room."""
    settings.LIMITS = {**settings.LIMITS, what: 2}
    first, second, third = (player(name).pk for name in ("Zohra", "Bey", "Nour"))
    for one in (first, second):
        amel.put(f"me/{what}/{one}", {})

    answer = amel.put(f"me/{what}/{third}", {})

    refused(answer, 409, f"too_many_{what}")
    assert answer.data["limit"] == 2
    assert amel.put(f"me/{what}/{second}", {}).status_code == 200
    amel.delete(f"me/{what}/{first}")
    assert amel.put(f"me/{what}/{third}", {}).status_code == 200


@pytest.mark.parametrize("what", LISTS)
def test_a_list_costs_the_same_however_long_it_is(amel, people, player, client_of, what):
    """The number of queries does not depend on the length; lists have pages and an ETag, newest first."""
    path = f"me/{what}"
    for number in range(5):
        other = player(f"Player {number}")
        if what in ("followers", "friends"):
            client_of(other).put(f"me/follows/{people[0].pk}", {})
        if what != "followers":
            amel.put(f"me/{'blocks' if what == 'blocks' else 'follows'}/{other.pk}", {})
    amel.get(path)
    _, few = counted(amel.get, path, {"limit": 1})
    page, many = counted(amel.get, path, {"limit": 5})

    assert few == many
    assert [who["name"] for who in page.data["results"]] == [f"Player {number}" for number in (4, 3, 2, 1, 0)]
    assert amel.get(path, {"limit": 5}, **{"If-None-Match": page.headers["ETag"]}).status_code == 304
    first = amel.get(path, {"limit": 2}).data
    second = amel.get(first["next"].partition("/api/v1/")[2])
    assert [who["name"] for who in second.data["results"]] == ["Player 2", "Player 1"]
    refused(amel.get(path, {"cursor": "x"}), 400, "invalid")


def test_who_leaves_for_good_is_forgotten(amel, sami, people, now):
    """Account deletion removes the player's follows and blocks in both directions."""
    amel.put(f"me/follows/{people[1].pk}", {})
    sami.put(f"me/blocks/{people[0].pk}", {})

    leave(people[1], now)

    assert known(amel) == {}
    assert not PlayerRelation.objects.exists()


# --- blocks -----------------------------------------------------------------------------------------------------------


def test_a_block_ends_what_was_between_them(amel, sami, people, parted):
    """A block ends follows in both directions and prevents new ones.

    The answers do not reveal it to the blocked player.
    """
    amel.put(f"me/follows/{people[1].pk}", {})
    sami.put(f"me/follows/{people[0].pk}", {})

    parted()

    blocks = [known(client).pop("blocks", []) for client in (amel, sami)]
    assert sorted(blocks) in ([[], ["Amel"]], [[], ["Sami"]])
    assert PlayerRelation.objects.count() == 1
    blocked = sami if blocks[0] else amel
    other = people[0] if blocked is sami else people[1]
    assert blocked.put(f"me/follows/{other.pk}", {}).data == blocked.put(f"me/follows/{UNKNOWN}", {}).data
    assert known(blocked) == {}
    assert not Notification.objects.exists()


def test_who_is_blocked_can_block_too(amel, sami, people):
    """A blocked player may block, too, and notices no difference; both must unblock before they meet again."""
    amel.put(f"me/blocks/{people[1].pk}", {})
    assert sami.put(f"me/blocks/{people[0].pk}", {}).status_code == 200
    match = amel.post("matches", {"game": "chkobba"}).data["id"]

    amel.delete(f"me/blocks/{people[1].pk}")
    refused(sami.get(f"matches/{match}"), 404, "not_found")
    sami.delete(f"me/blocks/{people[0].pk}")
    assert sami.get(f"matches/{match}").status_code == 200


def test_a_table_is_not_there_for_the_other(amel, sami, ways_apart, subtests):
    """The match does not exist for the other player, in the list or by id, for any operation.

    Each operation is tried in one of the four ways to be apart; the matrix of permissions tries each with a block.
    """
    match = amel.post("matches", {"game": "chkobba", "seats": 4}).data["id"]
    assert listed(sami) == [match]

    for way in ways_apart:
        with subtests.test(way):
            assert (listed(sami), listed(amel)) == ([], [match])
            for method, template in BELOW_A_MATCH[APART.index(way) :: len(APART)]:
                answer = ask(sami, method, template, match)
                refused(answer, 404, "not_found")
                assert answer.data["detail"] == ask(sami, method, template).data["detail"]


def test_it_is_there_again_when_the_block_is_taken_back(amel, sami, people):
    """After unblocking, the player may join again."""
    match = amel.post("matches", {"game": "chkobba"}).data["id"]
    amel.put(f"me/blocks/{people[1].pk}", {})
    amel.delete(f"me/blocks/{people[1].pk}")

    assert sami.post(f"matches/{match}/join").status_code == 200


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_room_code_lets_nobody_in_who_is_not_welcome(amel, sami, parted, visibility):
    """The refusal names no one, and does not count as a wrong code."""
    match = amel.post("matches", {"game": "chkobba", "seats": 4, "visibility": visibility}).data
    parted()

    answer = sami.post("matches/join", {"code": match["code"]})

    refused(answer, 409, "join_refused")
    assert "Amel" not in answer.content.decode()
    assert amel.get(f"matches/{match['id']}").data["version"] == 1


def test_whoever_sits_there_counts(amel, sami, people, player, client_of):
    """A block by any seated player counts, not only by the creator, and ends when that player leaves."""
    host = client_of(player("Zohra"))
    match = host.post("matches", {"game": "chkobba", "seats": 4}).data
    amel.post(f"matches/{match['id']}/join")
    amel.put(f"me/blocks/{people[1].pk}", {})

    refused(sami.post("matches/join", {"code": match["code"]}), 409, "join_refused")
    assert listed(sami) == []
    amel.post(f"matches/{match['id']}/leave")
    assert listed(sami) == [match["id"]]
    assert sami.post(f"matches/{match['id']}/join").status_code == 200
    refused(amel.post(f"matches/{match['id']}/join"), 404, "not_found")


def test_a_match_at_which_both_sit_goes_on(amel, sami, people, running, ways_apart, subtests):
    """In a match of both they go on to see it and move, and still find it in the list."""
    table = running(*people, options={"cut": False})
    for way in ways_apart:
        with subtests.test(way):
            for client in (amel, sami):
                assert client.get(f"matches/{table.match.pk}").status_code == 200
            mover = (amel, sami)[table.match.to_act]
            view = mover.get(f"matches/{table.match.pk}").data
            move = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
            assert mover.post(f"matches/{table.match.pk}/moves", move).status_code == 201
            assert listed(amel, {"watch": "true"}) == listed(sami, {"watch": "true"}) == [str(table.match.pk)]


def test_a_match_is_not_watched_by_the_other(amel, sami, people, running, ways_apart, player, subtests):
    """The other player can neither list nor watch the match."""
    table = running(people[0], player("Zohra"))
    assert listed(sami, {"watch": "true"}) == [str(table.match.pk)]

    for way in ways_apart:
        with subtests.test(way):
            assert listed(sami, {"watch": "true"}) == []
            for path in ("", "/events", "/rounds", "/record"):
                refused(sami.get(f"matches/{table.match.pk}{path}"), 404, "not_found")


def test_nobody_sits_in_beside_the_other(sami, people, running, ways_apart, player, now, subtests):
    """The other player finds no offered seat beside a separated player, neither in the list nor by id or code."""
    table = running(people[0], player("Zohra"), options={"cut": False}, substitutes_after=60)
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY)
    path, code = f"matches/{table.match.pk}/substitute", table.match.code
    assert listed(sami, {"seeking": "substitute"}) == [str(table.match.pk)]

    for way in ways_apart:
        with subtests.test(way):
            assert listed(sami, {"seeking": "substitute"}) == []
            refused(sami.post(path), 404, "not_found")
            if PlayerRelation.objects.exists():  # a block binds by code, too; kid mode does not
                refused(sami.post("matches/join", {"code": code, "substitute": True}), 409, "join_refused")


def test_no_rematch_brings_them_together(amel, sami, people, running, ways_apart, now, subtests):
    """A rematch goes on without the other player, who is not notified and cannot find it."""
    table = running(*people, visibility="private")
    playing.resign(table.match.pk, people[0], now)
    for way in ways_apart:
        with subtests.test(way):
            again = amel.post(f"matches/{table.match.pk}/rematch").data["id"]

            assert not Notification.objects.filter(kind="rematch").exists()
            refused(sami.get(f"matches/{again}"), 404, "not_found")
            refused(sami.post(f"matches/{again}/join"), 404, "not_found")
            refused(sami.post(f"matches/{table.match.pk}/rematch"), 409, "join_refused")


def test_who_is_welcome_is_told_of_a_rematch(amel, people, running, now):
    """Without a block the opponent is notified of a rematch."""
    table = running(*people)
    playing.resign(table.match.pk, people[0], now)

    amel.post(f"matches/{table.match.pk}/rematch")

    assert [one.player for one in Notification.objects.filter(kind="rematch")] == [people[1]]


def test_seeks_pass_each_other_by(amel, sami, people, ways_apart, player, now, subtests):
    """Seeks of separated players neither match nor are listed to the other; a third player may match either."""
    wish = seeks.SeekSettings(game="chkobba", seats=2, options={}, control=MoveControl(60))
    for way in ways_apart:
        with subtests.test(way):
            for number, who in enumerate(people):
                made = seeks.seek(who, wish, now + number * timedelta(minutes=1))
                seek_matching.look(made.pk, now + timedelta(minutes=2))

            assert not Match.objects.exists()
            assert len(amel.get("me/seeks").data["results"]) == len(sami.get("me/seeks").data["results"]) == 1
            for client in (amel, sami):
                (seen,) = client.get("seeks").data["results"]
                assert seen["id"] == client.get("me/seeks").data["results"][0]["id"]
            third = player("Zohra")
            seek_matching.look(seeks.seek(third, wish, now + DAY / 2).pk, now + DAY / 2)
            first = next(one for one in people if not Player.objects.get(pk=one.pk).kid_mode)
            assert {seat.player for seat in Match.objects.get().seats.all()} == {first, third}


def test_a_table_of_three_has_no_two_who_are_parted(people, player, now):
    """The separated player who waited longer plays; the other waits for the next table."""
    wish = seeks.SeekSettings(game="scopa", seats=3, options={}, control=MoveControl(60))
    PlayerRelation.objects.create(player=people[1], other=people[0], kind="block", at=now)
    for number, who in enumerate((*people, player("Zohra"), player("Bey"))):
        at = now + number * timedelta(minutes=1)
        seek_matching.look(seeks.seek(who, wish, at).pk, at)

    names = {seat.player.nickname for seat in Match.objects.get().seats.all()}
    assert names == {"Amel", "Zohra", "Bey"}


def test_who_has_blocked_somebody_reads_nothing_of_theirs(amel, sami, people, running, frozen):
    """A blocking player reads none of the other's messages, old or new, and gets no event.

    The blocked player notices nothing.
    """
    table = running(*people)
    place = f"matches/{table.match.pk}/chat"
    for client in (amel, sami):
        client.post(place, PHRASE)
        frozen.shift(1)
    amel.put(f"me/blocks/{people[1].pk}", {})
    before = Notification.objects.filter(kind="chat", player=people[0]).count()

    assert sami.post(place, PHRASE).status_code == 201
    frozen.shift(1)
    assert amel.post(place, PHRASE).status_code == 201

    assert [word["name"] for word in amel.get(place).data["results"]] == ["Amel", "Amel"]
    assert [word["name"] for word in sami.get(place).data["results"]] == ["Amel", "Sami", "Sami", "Amel"]
    assert Notification.objects.filter(kind="chat", player=people[0]).count() == before
    assert amel.get("me/mutes").data["players"] == []
    amel.delete(f"me/blocks/{people[1].pk}")
    assert len(amel.get(place).data["results"]) == 4
