"""Profiles: what players see of each other, what each player shares, and search by name."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.services import leave
from accounts.unique_names import claim
from games.services.social import follows_and_blocks
from tests.api.asking import UNKNOWN, refused


@pytest.fixture
def people(player):
    """Return Amel, who has a unique name, and Sami, who views her profile."""
    amel, sami = player("Amel"), player("Sami")
    return claim(amel, "amel_k"), sami


def more(client, who):
    """Return the name and date that a profile shows in addition to nickname and avatar."""
    answer = client.get(f"players/{who.pk}")
    assert (answer.status_code, answer.data["nickname"]) == (200, who.nickname)
    return answer.data["name"], answer.data["since"]


def test_a_profile_is_small_until_its_owner_wants_more(amel, sami, people):
    """Name and month of joining are visible to everyone, to friends or to no one, as the owner chooses.

    The owner sees them.
    """
    whole = ("amel_k", people[0].created_at.strftime("%Y-%m-01T00:00:00Z"))
    assert amel.get("me").data["profile"] == "nobody"
    assert (more(sami, people[0]), more(amel, people[0])) == ((None, None), whole)

    assert amel.patch("me", {"profile": "everybody"}).data["profile"] == "everybody"
    assert more(sami, people[0]) == whole

    amel.patch("me", {"profile": "friends"})
    sami.put(f"me/follows/{people[0].pk}", {})
    assert more(sami, people[0]) == (None, None)
    amel.put(f"me/follows/{people[1].pk}", {})
    assert more(sami, people[0]) == whole
    refused(amel.patch("me", {"profile": "strangers"}), 400, "invalid")
    assert amel.get("me").data["profile"] == "friends"


def test_it_says_what_is_between_two(sami, people, now):
    """A profile shows the viewer's own follow or block, and friendship, but not a follow by its owner."""
    amel, viewer = people

    def between():
        seen = sami.get(f"players/{amel.pk}").data
        return [what for what in ("followed", "friend", "blocked") if seen[what]]

    assert between() == []
    follows_and_blocks.follow(amel, viewer.pk, now)
    assert between() == []
    follows_and_blocks.follow(viewer, amel.pk, now)
    assert between() == ["followed", "friend"]
    follows_and_blocks.block(viewer, amel.pk, now)
    assert between() == ["blocked"]


def test_somebody_is_found_by_name_alone(sami, people):
    """A name is found in any spelling that looks alike, with or without an @; nicknames and parts find no player.

    The search takes exactly one name of valid length.
    """
    for typed in ("amel_k", "AMEL-K", "Amél_K", "@amel_k"):
        assert sami.get("players", {"name": typed}).data["id"] == str(people[0].pk), typed
    for typed in ("amel", "Amel", "x", "amel__k", "admin", "a\x00b", "amel_k " * 9, "\U0001f98a"):
        refused(sami.get("players", {"name": typed}), 404, "not_found")
    for query in ({}, {"name": ""}, {"name": "a" * 101}, {"name": "amel_k", "nickname": "Amel"}):
        refused(sami.get("players", query), 400, "invalid")


def test_who_has_blocked_one_is_not_there(sami, people, now):
    """For a blocked player the profile is not found, by id or by name, as if it did not exist."""
    follows_and_blocks.block(people[0], people[1].pk, now)

    for answer in (sami.get(f"players/{people[0].pk}"), sami.get("players", {"name": "amel_k"})):
        assert refused(answer, 404, "not_found")["detail"] == sami.get(f"players/{UNKNOWN}").data["detail"]


def test_who_has_left_or_was_shut_out_is_not_there(sami, people, player, now):
    """Profiles of deleted and deactivated players are not found; deletion resets the setting."""
    zohra = player("Zohra")
    Player.objects.filter(pk=zohra.pk).update(is_active=False)
    refused(sami.get(f"players/{zohra.pk}"), 404, "not_found")
    Player.objects.filter(pk=people[0].pk).update(profile="everybody")
    people[0].refresh_from_db()

    leave(people[0], now)

    refused(sami.get(f"players/{people[0].pk}"), 404, "not_found")
    refused(sami.get("players", {"name": "amel_k"}), 404, "not_found")
    assert Player.objects.get(pk=people[0].pk).profile == "nobody"


def test_a_profile_is_for_players(client_of, people):
    """Profiles need a token."""
    for path in (f"players/{people[0].pk}", "players?name=amel_k"):
        refused(client_of().get(path), 401, "unauthenticated")


@pytest.mark.parametrize("scope", ["lookups", "lookups_address"])
def test_names_are_looked_up_now_and_then(sami, people, settings, scope):
    """Searches are rate limited, whether they find a player or not."""
    settings.THROTTLES = {**settings.THROTTLES, scope: "2/hour"}
    assert sami.get("players", {"name": "amel_k"}).status_code == 200
    refused(sami.get("players", {"name": "nobody_here"}), 404, "not_found")

    refused(sami.get("players", {"name": "amel_k"}), 429, "throttled")
    assert sami.get(f"players/{people[0].pk}").status_code == 200


def test_an_id_does_not_tell_since_when_a_player_is_here(player):
    """Ids of players are random (UUID version 4), so that they do not reveal when a player joined."""
    assert {player(name).pk.version for name in ("Amel", "Sami")} == {4}
