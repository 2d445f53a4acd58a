"""Clubs over the API: only members see their tables, and make them by presets."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games import selectors
from games.clock.controls.move import MoveControl
from games.models import ClubMatch, ClubScore, Match, Membership, Notification, Seat, Visibility
from games.services.clubs import club_boards, clubs, members, presets
from games.services.clubs.clubs import Founding
from games.services.clubs.presets import Agreement
from games.services.log import recompute
from games.services.matchmaking.lobby import joining, match_cancellation
from games.services.social import follows_and_blocks
from games.services.turns import playing
from tests.api.asking import counted, ids, refused
from tests.helpers.rated_matches import all_move, opt_in, won_by

FRIDAYS = {"name": "Friday nights", "game": "scopa", "seats": 2, "options": {"target": 11}, "turn_seconds": 3600}


@pytest.fixture
def people(player):
    """Return an organizer, two members, and a stranger."""
    return [player(name) for name in ("Amel", "Sami", "Ines", "Zohra")]


@pytest.fixture
def club(people, now):
    """Return a club of the first three with one preset; everyone finds it, and members must be admitted."""
    made = clubs.found(people[0], Founding(name="Café de la Marsa", joining="request"), now).club
    for other in people[1:3]:
        members.join_by_code(other, made.code, now)
    presets.add(people[0], made.pk, agreement(), now)
    return made


def agreement(**more):
    """Return the settings of a preset."""
    wish = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {}, "control": MoveControl(3600)}
    return Agreement(**{**wish, **more})


def preset_of(client, club):
    """Return the id of the first preset of a club."""
    return client.get(f"clubs/{club.pk}/presets").data["presets"][0]["id"]


def make_table(client, club, **more):
    """Make a table of a club by its first preset; return the answer."""
    return client.post(f"clubs/{club.pk}/matches", {"preset": preset_of(client, club), **more})


# --- clubs ------------------------------------------------------------------------------------------------------------


def test_the_life_of_a_club(amel, sami, client_of, people):
    """A club is founded, found, joined on request and by code, changed, and left."""
    made = amel.post("clubs", {"name": "Marsa", "description": "Every\nevening.", "joining": "request"})
    path = made.headers["Location"].removeprefix("/api/v1/")

    assert (made.status_code, made.data["standing"], made.data["members"]) == (201, "organizer", 1)
    assert [one["name"] for one in sami.get("clubs").data["results"]] == ["Marsa"]
    assert sami.post(f"{path}/join").data["standing"] == "asked"
    [asked] = amel.get(f"{path}/members", {"standing": "asked"}).data["results"]
    assert amel.put(f"{path}/members/{asked['player']}", {"standing": "member"}).data["standing"] == "member"
    seen = sami.get(path)
    assert (seen.data["members"], seen.data["code"], seen.data["notified"]) == (2, None, True)
    assert sami.get(path, **{"If-None-Match": seen.headers["ETag"]}).status_code == 304
    assert sami.patch(f"me/clubs/{made.data['id']}", {"notified": False}).data["notified"] is False
    assert amel.patch(path, {"joining": "invitation", "description": ""}).data["description"] == ""
    assert sami.delete(f"me/clubs/{made.data['id']}").status_code == 204
    refused(sami.get(path), 404, "not_found")
    code = amel.post(f"{path}/code").data["code"]
    assert sami.post("clubs/join", {"code": code.lower()}).data["standing"] == "member"
    refused(client_of(people[2]).post("clubs", {"name": "marsa"}), 409, "name_taken")


def test_wrong_codes_of_invitations_are_counted(client_of, people, settings, club):
    """Wrong codes of clubs and of rooms count together; a right one does not count."""
    settings.THROTTLES = {**settings.THROTTLES, "codes": "2/hour"}
    zohra = client_of(people[3])

    for path in ("clubs/join", "matches/join"):
        refused(zohra.post(path, {"code": "ACDEFGHJ"}), 404, "wrong_code")
    refused(zohra.post("clubs/join", {"code": club.code}), 429, "too_many_wrong_codes")


def test_of_whom_members_are_told_and_what(client_of, people, club, now):
    """All members see names; only organizers and the affected player see why that player was removed."""
    members.put(people[0], club.pk, people[2].pk, "banned", now, reason="Rude.")
    path = f"clubs/{club.pk}/members"
    amel, sami, ines = map(client_of, people[:3])

    assert {one["name"] for one in sami.get(path).data["results"]} == {"Amel", "Sami"}
    [banned] = amel.get(path, {"standing": "banned"}).data["results"]
    assert (banned["name"], banned["reason"]) == ("Ines", "Rude.")
    refused(sami.get(path, {"standing": "banned"}), 403, "not_organizer")
    refused(ines.get(path), 404, "not_found")
    [mine] = ines.get("me/clubs").data["results"]
    assert (mine["standing"], mine["reason"], mine["club"]["name"]) == ("banned", "Rude.", "Café de la Marsa")


def test_lists_take_as_many_queries_however_long_they_are(
    client_of, people, club, player, now, django_assert_num_queries
):
    """The number of queries for clubs, memberships, members and tables does not depend on their number."""
    amel = client_of(people[0])
    make_table(amel, club)
    paths = ("clubs", "me/clubs", f"clubs/{club.pk}/members", f"clubs/{club.pk}/matches")
    counts = {}
    for path in paths:
        answer, counts[path] = counted(amel.get, path)
        assert answer.data["results"]
    for number in range(2):
        other = clubs.found(people[0], Founding(name=f"Club {number}", joining="open"), now).club
        members.join_by_code(player(f"Player {number}"), club.code, now)
        assert other.pk
        make_table(amel, club)
    for path in paths:
        with django_assert_num_queries(counts[path]):
            assert len(amel.get(path).data["results"]) > 2


# --- presets ----------------------------------------------------------------------------------------------------------


def test_what_a_club_plays_is_its_organizers_choice(amel, sami, client_of, people, club, settings):
    """Organizers add, change and remove presets; an impossible one is refused as it is when making a match."""
    settings.LIMITS = {**settings.LIMITS, "club_presets": 2}
    path = f"clubs/{club.pk}/presets"

    refused(sami.post(path, FRIDAYS), 403, "not_organizer")
    made = amel.post(path, FRIDAYS).data
    assert (made["options"], made["control"]["seconds"], made["game"]["name"]) == ({"target": 11}, 3600, "Scopa")
    assert refused(amel.post(path, FRIDAYS), 409, "too_many_presets")["limit"] == 2
    refused(amel.put(f"{path}/{made['id']}", {**FRIDAYS, "game": "whist"}), 400, "unknown_game")
    refused(amel.put(f"{path}/{made['id']}", {**FRIDAYS, "seats": 8}), 400, "bad_seats")
    refused(amel.put(f"{path}/{made['id']}", {**FRIDAYS, "options": {"target": "x"}}), 400, "bad_option")
    refused(amel.put(f"{path}/{made['id']}", {**FRIDAYS, "name": "\u202e"}), 400, "invalid")
    assert amel.put(f"{path}/{made['id']}", {**FRIDAYS, "rated": True}).data["rated"] is True
    assert amel.delete(f"{path}/{made['id']}").status_code == 204
    assert len(sami.get(path).data["presets"]) == 1
    refused(client_of(people[3]).get(path), 403, "not_a_member")


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_table_of_a_club_exists_for_its_members_alone(client_of, people, club):
    """Only members find, watch and join a table of the club; for others it does not exist, in lists or by code."""
    amel, sami, ines, zohra, nobody = *map(client_of, people), client_of(None)
    made = make_table(amel, club)
    path = f"matches/{made.data['id']}"

    for stranger in (zohra, nobody):
        refused(stranger.get(path), 404, "not_found")
        refused(stranger.get(f"{path}/events"), 404, "not_found")
        assert not stranger.get("matches").data["results"]
    refused(zohra.get(f"clubs/{club.pk}/matches"), 403, "not_a_member")
    refused(zohra.post(f"{path}/join"), 404, "not_found")
    refused(zohra.post("matches/join", {"code": made.data["code"]}), 403, "not_a_member")
    assert ids(sami.get(f"clubs/{club.pk}/matches", {"status": "lobby"})) == ids(ines.get(f"clubs/{club.pk}/matches"))
    assert sami.get(f"{path}/entry-requirements").data["club"]["name"] == "Café de la Marsa"
    assert sami.post(f"{path}/join").data["status"] == "running"
    assert ines.get(path).data["you"] is None
    assert not ines.get("matches", {"watch": "true"}).data["results"]


def test_who_left_a_club_plays_on_and_comes_no_more(amel, sami, people, club, now):
    """A player who left the club finishes the match, and cannot join a rematch."""
    first, other = make_table(amel, club).data, make_table(amel, club).data
    sami.post(f"matches/{first['id']}/join")
    members.put(people[0], club.pk, people[1].pk, "removed", now, reason="Enough.")

    assert sami.get(f"matches/{first['id']}").data["your_seat"] == 1
    refused(sami.get(f"matches/{other['id']}"), 404, "not_found")
    refused(sami.post("matches/join", {"code": other["code"]}), 403, "not_a_member")
    all_move(Match.objects.get(pk=first["id"]), now)
    playing.resign(first["id"], people[1], now)
    refused(sami.post(f"matches/{first['id']}/rematch"), 403, "not_a_member")
    again = amel.post(f"matches/{first['id']}/rematch").data
    assert ClubMatch.objects.get(match=again["id"]).club == club
    refused(sami.post(f"matches/{first['id']}/rematch"), 403, "not_a_member")


def played(amel, club, people, now):
    """Return the id of a match of the club that Amel and Sami have played."""
    made = make_table(amel, club).data
    joining.join(made["id"], people[1], now)
    all_move(Match.objects.get(pk=made["id"]), now)
    playing.resign(made["id"], people[1], now)
    return made["id"]


def removed(people, club, now):
    """Ban Sami from the club."""
    members.put(people[0], club.pk, people[1].pk, "banned", now, reason="Enough.")


def left(people, club, now):
    """Sami leaves the club."""
    members.leave(people[1], club.pk, now)


@pytest.mark.parametrize("gone", [removed, left])
@pytest.mark.parametrize("later", [True, False], ids=["after", "before"])
def test_no_seat_of_a_rematch_waits_for_a_former_member(client_of, people, club, now, gone, later):
    """A former member does not see a rematch whose seat was for them, and another member takes the seat."""
    amel, sami, ines = map(client_of, people[:3])
    old = played(amel, club, people, now)
    if not later:
        gone(people, club, now)
    again = amel.post(f"matches/{old}/rematch").data["id"]
    if later:
        assert [one["id"] for one in sami.get("me/invitations").data["results"]] == [again]
        gone(people, club, now)

    assert not sami.get("me/invitations").data["results"]
    for path in (f"matches/{again}", f"matches/{again}/entry-requirements"):
        refused(sami.get(path), 404, "not_found")
    assert ines.post(f"matches/{again}/join").data["status"] == "running"


def test_a_refused_removal_keeps_reserved_seats(client_of, people, club, now):
    """Only an organizer can remove a member. A refused request does not even lock the lobbies of the club."""
    amel, sami, ines = map(client_of, people[:3])
    again = amel.post(f"matches/{played(amel, club, people, now)}/rematch").data["id"]

    with CaptureQueriesContext(connection) as asked:
        answer = ines.put(f"clubs/{club.pk}/members/{people[1].pk}", {"standing": "banned", "reason": "?"})
    refused(answer, 403, "not_organizer")
    assert not [query["sql"] for query in asked if 'UPDATE "games_' in query["sql"]]
    assert [one["id"] for one in sami.get("me/invitations").data["results"]] == [again]


def test_reserved_seats_are_hidden_from_former_members_in_any_way(people, club, client_of, now):
    """A former member sees no match of the club by a reservation, even if the reservation is still stored."""
    amel, sami = map(client_of, people[:2])
    again = amel.post(f"matches/{played(amel, club, people, now)}/rematch").data["id"]
    Membership.objects.filter(player=people[1]).update(standing="banned")

    assert not sami.get("me/invitations").data["results"]
    refused(sami.get(f"matches/{again}"), 404, "not_found")
    assert not selectors.visible_to(people[1]).filter(pk=again).exists()


def test_the_club_chooses_what_is_played(client_of, people, club):
    """The settings of a club's table stay those of the preset; only the start with bots may be changed."""
    amel = client_of(people[0])
    made = make_table(amel, club).data
    path = f"matches/{made['id']}"

    for change in ({"visibility": "public"}, {"options": {"target": 21}}, {"turn_seconds": 60}, {"bot_accounts": True}):
        refused(amel.patch(path, change), 409, "chosen_by_club")
    assert amel.patch(path, {"autostart": False}).data["autostart"] is False
    assert Match.objects.get(pk=made["id"]).visibility == Visibility.PRIVATE


def test_blocks_and_kid_mode_bind_at_tables_of_a_club(client_of, people, club, now):
    """A blocked player does not see the table; kid mode hides it, too, unless the club admits by invitation only."""
    amel, sami, ines = map(client_of, people[:3])
    made = make_table(amel, club).data
    follows_and_blocks.block(people[0], people[1].pk, now)
    Player.objects.filter(pk=people[2].pk).update(kid_mode=True)

    for one in (sami, ines):
        refused(one.get(f"matches/{made['id']}"), 404, "not_found")
        refused(one.post(f"matches/{made['id']}/join"), 404, "not_found")
        assert not one.get(f"clubs/{club.pk}/matches").data["results"]
    clubs.change(people[0], club.pk, joining="invitation")
    refused(sami.get(f"matches/{made['id']}"), 404, "not_found")
    assert len(ines.get(f"clubs/{club.pk}/matches").data["results"]) == 1
    assert ines.post(f"matches/{made['id']}/join").status_code == 200


def test_a_table_that_awaits_a_child_is_shown_to_no_stranger(client_of, people, club):
    """While a seat awaits a player in kid mode, only those at the table see it, or all in a club by invitation only."""
    amel, ines = client_of(people[0]), client_of(people[2])
    made = make_table(amel, club).data["id"]
    Seat.objects.filter(match=made, number=1).update(reserved_for=people[1])
    Player.objects.filter(pk=people[1].pk).update(kid_mode=True)

    assert ids(amel.get(f"clubs/{club.pk}/matches"))
    assert not ids(ines.get(f"clubs/{club.pk}/matches"))
    refused(ines.get(f"matches/{made}"), 404, "not_found")
    clubs.change(people[0], club.pk, joining="invitation")
    assert ids(ines.get(f"clubs/{club.pk}/matches"))


def test_members_are_told_of_a_table_that_waits(amel, sami, people, club, now):
    """Members are notified of a new lobby, except its creator, blocked players, and members who turned that off."""
    make_table(amel, club, bots={"1": "easy"})
    assert not Notification.objects.filter(kind="club_match").exists()
    members.change_mine(people[2], club.pk, is_notified=False)

    made = make_table(amel, club).data
    assert Notification.objects.get(kind="club_match").player == people[1]
    [event] = sami.get("me/events", {"after": 0}).data["events"]
    assert (event["type"], event["match"], event["seat"]) == ("club_match", made["id"], 1)
    follows_and_blocks.block(people[1], people[0].pk, now)
    make_table(amel, club)
    assert Notification.objects.filter(kind="club_match").count() == 1


def test_how_many_tables_a_club_may_have_open(amel, sami, people, club, settings, now):
    """The limit counts the club's matches that are not over."""
    settings.LIMITS = {**settings.LIMITS, "club_matches": 1}
    made = make_table(amel, club).data

    assert refused(make_table(sami, club), 409, "too_many_club_matches")["limit"] == 1
    match_cancellation.cancel(made["id"], people[0], now)
    assert make_table(sami, club).status_code == 201


def test_a_rematch_counts_among_the_matches_of_its_club(amel, people, club, settings, now):
    """A rematch is refused while its club has as many open matches as it may."""
    old = played(amel, club, people, now)
    settings.LIMITS = {**settings.LIMITS, "club_matches": 1}
    made = make_table(amel, club).data

    assert refused(amel.post(f"matches/{old}/rematch"), 409, "too_many_club_matches")["limit"] == 1
    match_cancellation.cancel(made["id"], people[0], now)
    assert amel.post(f"matches/{old}/rematch").status_code == 200


def test_what_is_kept_is_told_and_forgotten(client_of, people, club, now):
    """The data export lists memberships; account deletion removes them."""
    sami = client_of(people[1])
    told = [one["data"] for one in sami.get("me/data", {"limit": 100}).data["results"] if one["kind"] == "club"]

    assert [(one["club__name"], one["standing"]) for one in told] == [("Café de la Marsa", "member")]
    sami.delete("me")
    assert {one["name"] for one in client_of(people[0]).get(f"clubs/{club.pk}/members").data["results"]} == {
        "Amel",
        "Ines",
    }


# --- boards -----------------------------------------------------------------------------------------------------------


def test_what_members_achieve_is_on_the_boards(client_of, people, club, now):
    """A match counts once for each player; recomputing from the logs gives the same board.

    Ratings show those who opted in.
    """
    rated = str(presets.add(people[0], club.pk, agreement(name="Rated", rated=True), now).pk)
    opt_in(*people[:2])
    amel, sami, ines, zohra = map(client_of, people)
    made = amel.post(f"clubs/{club.pk}/matches", {"preset": rated}).data["id"]
    sami.post(f"matches/{made}/join")
    over = won_by(Match.objects.get(pk=made), people[1], now)
    club_boards.count(over)

    board = ines.get(f"clubs/{club.pk}/board").data["results"]
    assert [(one["player"]["name"], one["matches"], one["won"]) for one in board] == [("Sami", 1, 1), ("Amel", 1, 0)]
    assert list(recompute.differences(lambda rows, count: rows)) == []
    [first, second] = ines.get(f"clubs/{club.pk}/leaderboards/scopa.days").data["results"]
    assert (first["player"]["name"], first["provisional"], second["player"]["name"]) == ("Sami", True, "Amel")
    for path in ("board", "leaderboards/scopa.days"):
        refused(zohra.get(f"clubs/{club.pk}/{path}"), 403, "not_a_member")
    refused(ines.get(f"clubs/{club.pk}/leaderboards/chess.days"), 404, "not_found")
    members.put(people[0], club.pk, people[1].pk, "removed", now, reason="Enough.")
    assert [one["player"]["name"] for one in ines.get(f"clubs/{club.pk}/board").data["results"]] == ["Amel"]
    ClubScore.objects.update(won=7)
    recompute.write(lambda rows, count: rows)
    assert list(recompute.differences(lambda rows, count: rows)) == []
