"""Invitations over the API: views of both players, notifications, refusals and queries."""

from __future__ import annotations

import pytest

from accounts.unique_names import claim
from games.models import Match, Notification
from games.notifications.sentences import line
from games.services.matchmaking.lobby import joining
from tests.api.asking import UNKNOWN, refused


@pytest.fixture
def people(player):
    """Return two players; the second has a unique name."""
    amel, sami = player("Amel"), player("Sami")
    claim(sami, "sami_k")
    return amel, sami


def test_two_agree_and_play(amel, sami, people):
    """An invitation by name goes from counter-offers to agreement.

    The match starts when both agree to the same terms.
    """
    wish = {"game": "chkobba", "visibility": "private", "autostart": True, "invite": [{"name": "@Sami_K", "seat": 1}]}
    made = amel.post("matches", wish)
    assert (made.status_code, made.data["seats"][1]["kind"], made.data["seats"][1]["name"]) == (201, "kept", "Sami")
    path = f"matches/{made.data['id']}/invitations"
    mine = f"{path}/{people[1].pk}"
    (found,) = sami.get("me/invitations").data["results"]
    assert found["id"] == made.data["id"]

    assert sami.put(f"{mine}/offer", {"game": "scopa", "turn_seconds": 28800}).status_code == 204

    (seen,) = amel.get(path).data["invitations"]
    assert (seen["state"], seen["offer"]["game"]["key"], seen["offer"]["yours"]) == ("open", "scopa", False)
    assert (seen["offer"]["control_text"], seen["offer"]["seats"]) == ("8 hours per move", 2)
    assert sami.get(path).data["invitations"][0]["offer"]["yours"]
    begun = amel.post(f"{mine}/offer/accept")
    assert (begun.status_code, begun.data["status"], begun.data["game"]["key"]) == (201, "running", "scopa")
    assert begun.headers["Location"] == f"/api/v1/matches/{begun.data['id']}"
    told = Notification.objects.select_related("match").get(kind="invited")
    assert line(told, told.player) == "Chkobba: you are invited to a match."
    told.player.language = "fr"
    assert line(told, told.player) == "Chkobba\u00a0: vous êtes invité à une partie."
    kinds = {one["type"]: one for one in sami.get("me/events?after=0").data["events"]}
    assert kinds.keys() == {"invited", "match_started"} | ({"your_turn"} & kinds.keys())
    entries = sami.get(f"matches/{made.data['id']}/events").data["entries"]
    shapes = [event["shape"] for entry in entries for event in entry["events"]]
    assert shapes == ["match_created", "match_invited", "match_terms_offered", "match_cancelled"]
    assert sami.get("me/invitations").data["results"] == []


def test_declining_and_taking_back(amel, sami, people):
    """Either player ends an invitation, by the other's id or their own; repeating it finds nothing."""
    for by in (sami, amel):
        made = amel.post("matches", {"game": "chkobba", "invite": [{"player": str(people[1].pk)}]}).data
        path = f"matches/{made['id']}/invitations/{people[1].pk}"

        assert by.delete(path).status_code == 204

        refused(by.delete(path), 404, "not_found")
        (seen,) = sami.get(f"matches/{made['id']}/invitations").data["invitations"]
        assert (seen["state"], seen["seat"]) == ("declined" if by is sami else "withdrawn", None)


def test_who_cannot_be_invited(amel, sami):
    """An impossible guest leaves no match behind, and a name reveals no more than ``findPlayer`` does."""
    wish = {"game": "chkobba"}
    for guest, code in (({"name": "nobody_here"}, "not_found"), ({"player": UNKNOWN}, "not_found")):
        refused(amel.post("matches", {**wish, "invite": [guest]}), 404, code)
    for wrong in ({}, {"name": "sami_k", "player": UNKNOWN}):
        refused(amel.post("matches", {**wish, "invite": [wrong]}), 400, "invalid")
    refused(amel.post("matches", {**wish, "invite": [{"name": "sami_k", "seat": 0}]}), 409, "seat_taken")
    assert sami.patch("me", {"invitations": "friends"}).data["invitations"] == "friends"
    refused(amel.post("matches", {**wish, "invite": [{"name": "sami_k"}]}), 409, "not_invitable")
    assert not Match.objects.exists()


def test_the_same_people_again(amel, sami, people, make_match, now):
    """The id of a finished match invites the same players again, with other settings if given."""
    old = make_match(people[0], game="chkobba", autostart=True)
    joining.join(old.match.pk, people[1], now)
    again = {"game": "scopa", "again": str(old.match.pk)}
    refused(amel.post("matches", again), 409, "not_finished")
    sami.post(f"matches/{old.match.pk}/resign")

    made = amel.post("matches", again)

    assert [seat["reserved_for"] for seat in made.data["seats"]] == [None, str(people[1].pk)]


def test_a_list_costs_the_same_however_long_it_is(amel, sami, people, django_assert_max_num_queries, make_match):
    """The number of queries for invitations of a player, or of a match, does not depend on their number."""
    counts = []
    for number in (1, 3):
        for _ in range(number):
            amel.post("matches", {"game": "chkobba", "invite": [{"player": str(people[1].pk)}]})
            with django_assert_max_num_queries(1000) as asked:
                sami.get("me/invitations")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_bot_gives_way_over_the_api(amel, sami, people, client_of):
    """A match shows whether bots give way.

    A guest may take a bot's seat by room code, or through the list of matches.
    """
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "bots_give_way": True}
    made = amel.post("matches", wish).data
    assert sami.get(f"matches/{made['id']}/entry-requirements").data["bots_give_way"] is True
    assert [one["id"] for one in sami.get("matches").data["results"]] == [made["id"]]

    seats = sami.post("matches/join", {"code": made["code"]}).data["seats"]

    assert [(seat["name"], seat["bot"]) for seat in seats] == [("Amel", None), ("Sami", None)]
    refused(client_of(people[1]).post(f"matches/{made['id']}/join"), 409, "already_seated")
