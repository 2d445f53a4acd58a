"""Substitutes over the API: settings, offered seats, takeovers and refusals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from games.services.matchmaking import substitutes
from games.services.staff import match_actions
from tests.api.asking import ids, named, refused
from tests.helpers.absent_players import put_on_autopilot

HOUR = timedelta(hours=1)


@pytest.fixture
def offered(running, player, now, frozen):
    """Return a function that makes matches in which Sami's seat is offered."""

    def make(**wishes):
        table = running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=60, **wishes)
        put_on_autopilot(table.match, 1, now)
        substitutes.SUBSTITUTES.sweep(now + HOUR)
        frozen.shift(HOUR)
        return table

    return make


def test_it_is_agreed_on_before_the_start(amel, sami):
    """The creator sets it before the start; views and feed show it, and without the setting nothing is shown."""
    made = amel.post("matches", {"game": "chkobba", "substitutes_after": 86_400}).data
    place = f"matches/{made['id']}"
    assert made["substitutes_after"] == sami.get(place).data["substitutes_after"] == 86_400
    assert amel.patch(place, {"substitutes_after": 3600}).data["substitutes_after"] == 3600
    assert amel.patch(place, {"substitutes_after": None}).data["substitutes_after"] is None
    assert amel.patch(place, {"substitutes_after": 60}).data["substitutes_after"] == 60
    sami.post(f"{place}/join")
    amel.post(f"{place}/start")

    events = [event for entry in sami.get(f"{place}/events").data["entries"] for event in entry["events"]]

    told = [event["substitutes_after"] for event in events if "substitutes_after" in event]
    assert told == [86_400, 3600, None, 60, 60]
    plain = amel.post("matches", {"game": "chkobba"}).data
    assert plain["substitutes_after"] is None
    assert "substitutes_after" not in str(amel.get(f"matches/{plain['id']}/events").data)


def test_a_time_that_cannot_be_is_refused(amel):
    """An impossible time is refused when the match is made and when it is changed."""
    made = amel.post("matches", {"game": "chkobba"}).data
    for seconds in (59, 2_592_001, "60", -1):
        refused(amel.post("matches", {"game": "chkobba", "substitutes_after": seconds}), 400, "invalid")
        refused(amel.patch(f"matches/{made['id']}", {"substitutes_after": seconds}), 400, "invalid")


def test_a_seat_is_listed_seen_and_taken(offered, player, client_of, now):
    """The view shows since when a seat is offered; the substitute then owns it."""
    table = offered()
    amel, sami, zohra = (*(client_of(seat.player) for seat in table.seats), client_of(player("Zohra")))
    place = f"matches/{table.match.pk}"
    seat = client_of(None).get(place).data["seats"][1]
    assert (seat["substitute_from"], seat["substitute_wanted"], seat["substitute_since"]) == (
        named(now + timedelta(minutes=1)),
        True,
        None,
    )
    listed = [ids(client.get("matches", {"seeking": "substitute"})) for client in (client_of(None), zohra, amel, sami)]
    assert listed == [[table.match.pk], [table.match.pk], [], []]

    taken = zohra.post(f"{place}/substitute", {"seat": 1})

    assert (taken.status_code, taken.data["you"]["seat"], taken.data["seats"][1]["name"]) == (200, 1, "Zohra")
    assert len(taken.data["table"]["hand"]) == 3
    seat = taken.data["seats"][1]
    since = (seat["substitute_from"], seat["substitute_wanted"], seat["substitute_since"])
    assert since == (None, False, taken.data["version"])
    (entry,) = amel.get(f"{place}/events", {"after": taken.data["version"] - 1}).data["entries"]
    sami_s, zohra_s = table.seats[1].player.pk, seat["player"]
    assert entry["events"] == [
        {"shape": "match_substituted", "type": "substituted", "player": zohra_s, "in_place_of": str(sami_s)}
    ]
    watched = sami.get(place)
    assert (watched.data["you"], watched.data["code"], watched.data["table"]["hand"]) == (None, None, None)
    assert not zohra.get("matches", {"seeking": "substitute"}).data["results"]
    assert [event["type"] for event in amel.get("me/events", {"after": 0}).data["events"]].count("substituted") == 1
    refused(sami.post(f"{place}/substitute"), 409, "seat_lost")
    lost = next(event for event in sami.get("me/events", {"after": 0}).data["events"] if event["type"] == "seat_lost")
    assert (lost["match"], lost["of_seat"]) == (str(table.match.pk), None)


def test_what_was_seen_before_is_not_taken_for_what_is_seen_now(offered, player, client_of):
    """The ETag of the player who lost the seat no longer matches."""
    table = offered()
    sami, zohra = client_of(table.seats[1].player), client_of(player("Zohra"))
    place = f"matches/{table.match.pk}"
    before = sami.get(place).headers["ETag"]

    zohra.post(f"{place}/substitute")

    assert sami.get(place, headers={"If-None-Match": before}).status_code == 200
    assert zohra.get(place).headers["ETag"] != sami.get(place).headers["ETag"]


def test_who_is_on_vacation_says_so(offered, player, client_of):
    """A substitute on vacation needs ``despite_vacation``, as for any seat."""
    table = offered()
    zohra = client_of(player("Zohra"))
    zohra.post("me/availability/vacation", {"days": 2})

    refused(zohra.post(f"matches/{table.match.pk}/substitute"), 409, "on_vacation")

    assert zohra.post(f"matches/{table.match.pk}/substitute", {"despite_vacation": True}).status_code == 200


def test_a_private_match_is_joined_by_its_code(offered, player, client_of):
    """A private match needs the room code and is in no list. The replaced player may still watch it."""
    table = offered(visibility="private")
    zohra, code = client_of(player("Zohra")), table.match.code
    place = f"matches/{table.match.pk}"
    refused(zohra.post(f"{place}/substitute"), 404, "not_found")
    assert not zohra.get("matches", {"seeking": "substitute"}).data["results"]
    assert refused(zohra.post("matches/join", {"code": code}), 409, "not_in_lobby")["substitute_wanted"] is True

    taken = zohra.post("matches/join", {"code": code, "substitute": True})

    assert taken.data["you"]["seat"] == 1
    lina = client_of(player("Lina"))
    assert refused(lina.post("matches/join", {"code": code}), 409, "not_in_lobby")["substitute_wanted"] is False
    refused(lina.post("matches/join", {"code": code, "substitute": True}), 409, "no_substitute_wanted")
    assert client_of(table.seats[1].player).get(place).data["you"] is None
    refused(lina.get(place), 404, "not_found")


def test_a_code_of_a_paused_match_says_so_and_shows_nothing(offered, player, client_of, now):
    """The code of a paused match gets an error without a view, which only seated players may see."""
    table = offered(visibility="private")
    staff = type(table.match.creator).objects.create_superuser("root", None)
    match_actions.pause(table.match.pk, match_actions.Order(staff, "Why.", now + HOUR))

    answer = client_of(player("Zohra")).post("matches/join", {"code": table.match.code, "substitute": True})

    assert "view" not in refused(answer, 409, "paused")


def test_a_lobby_is_joined_as_ever_by_who_would_be_a_substitute(make_match, player, client_of):
    """In a lobby ``substitute`` changes nothing about joining."""
    table = make_match(visibility="private")

    taken = client_of(player("Zohra")).post("matches/join", {"code": table.match.code, "substitute": True})

    assert taken.data["you"]["seat"] == 1


def test_the_list_costs_as_many_queries_however_many_there_are(offered, player, client_of, django_assert_num_queries):
    """The list takes a constant number of queries: two for the page."""
    for _ in range(3):
        offered()
    zohra = client_of(player("Zohra"))
    zohra.get("matches", {"seeking": "substitute"})

    with django_assert_num_queries(4):  # the token, the ids, the matches, their seats
        assert len(zohra.get("matches", {"seeking": "substitute", "game": "chkobba"}).data["results"]) == 3
    assert Match.objects.count() == 3
