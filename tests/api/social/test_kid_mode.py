"""Kid mode: the player meets only friends, bots and players with a shared code, and gets no free text."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import Player
from games.contact_rules import ties_among
from games.models import PlayerRelation, Rating
from games.rating_model import PROVISIONAL
from games.selectors import visible_to
from tests.api.asking import refused
from tests.helpers.rated_matches import opt_in

POOL = "scopa.days"
LOBBY = {"game": "scopa", "seats": 2}


@pytest.fixture
def kid_mode(player, client_of):
    """Return Amel, who switched kid mode on."""
    amel = player("Amel")
    assert client_of(amel).put("me/kid-mode", {}).data["kid_mode"] is True
    return Player.objects.get(pk=amel.pk)


@pytest.fixture
def amel(kid_mode, client_of):
    """Return the client of Amel."""
    return client_of(kid_mode)


@pytest.fixture
def stranger(player):
    """Return Sami, a stranger to Amel."""
    return player("Sami")


@pytest.fixture
def sami(stranger, client_of):
    """Return the client of Sami."""
    return client_of(stranger)


def meet(amel, sami):
    """Let both join one match by its code; return its id."""
    made = amel.post("matches", {**LOBBY, "visibility": "private", "autostart": False}).data
    joined = sami.post("matches/join", {"code": made["code"]})
    assert joined.status_code == 200
    return made["id"]


def befriend(amel, sami, kid_mode, stranger):
    """Let both, who have met, follow each other."""
    assert amel.put(f"me/follows/{stranger.pk}", {}).status_code == 200
    assert sami.put(f"me/follows/{kid_mode.pk}", {}).status_code == 200


def follow_each_other(one, other):
    """Two players follow each other, so they are friends."""
    kind = PlayerRelation.Kind.FOLLOW
    for player, followed in ((one, other), (other, one)):
        PlayerRelation.objects.create(player=player, other=followed, kind=kind, at=timezone.now())


@pytest.mark.parametrize("rule", [False, True], ids=["wished", "rule"])
def test_strangers_find_no_table_of_each_other(player, stranger, sami, client_of, settings, rule):
    """Strangers find each other's matches neither in lists nor by id, with or without a token, but do by room code.

    The player switched kid mode on, or the server's setting does for all.
    """
    settings.KID_MODE = rule
    amel = client_of(player("Amel"))
    if not rule:
        amel.put("me/kid-mode", {})
    assert client_of(None).get("server").data["kid_mode"] is rule
    for mine, other in ((amel, sami), (sami, amel)):
        made = mine.post("matches", {**LOBBY, "visibility": "public"}).data

        assert made["id"] not in [one["id"] for one in other.get("matches").data["results"]]
        refused(other.get(f"matches/{made['id']}"), 404, "not_found")
        refused(other.post(f"matches/{made['id']}/join", {}), 404, "not_found")
        if mine is amel:
            refused(client_of(None).get(f"matches/{made['id']}"), 404, "not_found")
        assert other.post("matches/join", {"code": made["code"]}).status_code == 200


def test_friends_find_tables_of_each_other(amel, sami, kid_mode, stranger, settings, player):
    """Friends, who met by a room code, find each other's matches; seeks match only friends, in either direction."""
    meet(amel, sami)
    assert ties_among([kid_mode.pk, stranger.pk]).part(kid_mode.pk, stranger.pk)
    befriend(amel, sami, kid_mode, stranger)
    assert not ties_among([kid_mode.pk, stranger.pk]).part(kid_mode.pk, stranger.pk)
    settings.KID_MODE = True
    assert not ties_among([kid_mode.pk, stranger.pk]).part(kid_mode.pk, stranger.pk)
    noor = player("Noor").pk
    assert ties_among([stranger.pk, noor]).part(stranger.pk, noor)
    made = amel.post("matches", {**LOBBY, "visibility": "public"}).data

    assert made["id"] in [one["id"] for one in sami.get("matches").data["results"]]
    assert sami.post(f"matches/{made['id']}/join", {}).status_code == 200


def seen_by(client, match_id):
    """Return whether a client finds a match by id and in the list of lobbies. The two must agree."""
    listed = match_id in [one["id"] for one in client.get("matches").data["results"]]
    by_id = client.get(f"matches/{match_id}").status_code == 200
    assert listed == by_id
    return listed


@pytest.mark.parametrize("rule", [False, True], ids=["wished", "rule"])
def test_strangers_do_not_see_who_is_invited(amel, sami, kid_mode, stranger, player, client_of, settings, rule):
    """A public match that awaits Amel in kid mode exists for strangers only if they sit there or are invited, too."""
    meet(amel, sami)
    befriend(amel, sami, kid_mode, stranger)
    zohra, karim = player("Zohra"), player("Karim")
    follow_each_other(stranger, karim)
    settings.KID_MODE = rule
    made = sami.post("matches", {"game": "chkobba-cafe", "seats": 4, "visibility": "public"}).data
    path = f"matches/{made['id']}/invitations"
    assert seen_by(client_of(None), made["id"]) is not rule

    assert sami.post(path, {"players": [{"player": str(one.pk)} for one in (kid_mode, karim)]}).status_code == 200

    for viewer in (None, zohra):
        assert not seen_by(client_of(viewer), made["id"])
        assert not visible_to(viewer).filter(pk=made["id"]).exists()
    client_of(zohra).post("matches/join", {"code": made["code"]})
    for viewer in (zohra, karim, stranger):
        is_apart = rule and viewer is karim  # from Zohra, who sits there
        assert (client_of(viewer).get(f"matches/{made['id']}").status_code == 404) is is_apart
        assert visible_to(viewer).filter(pk=made["id"]).exists() is not is_apart
    assert sami.delete(f"{path}/{kid_mode.pk}").status_code == 204
    assert seen_by(client_of(None), made["id"]) is not rule


def test_a_viewer_in_kid_mode_sees_no_invited_stranger(amel, sami, kid_mode, stranger, player):
    """Amel in kid mode does not see a friend's public match while it awaits a stranger, unless she is invited, too."""
    meet(amel, sami)
    befriend(amel, sami, kid_mode, stranger)
    made = sami.post("matches", {"game": "chkobba-cafe", "seats": 4, "visibility": "public"}).data["id"]
    assert seen_by(amel, made)
    path = f"matches/{made}/invitations"

    assert sami.post(path, {"players": [{"player": str(player("Noor").pk)}]}).status_code == 200
    assert not seen_by(amel, made)
    assert not visible_to(kid_mode).filter(pk=made).exists()
    assert sami.post(path, {"players": [{"player": str(kid_mode.pk)}]}).status_code == 200
    assert seen_by(amel, made)
    assert visible_to(kid_mode).filter(pk=made).exists()


def test_nobody_finds_them_whom_they_have_not_met(amel, sami, kid_mode, stranger):
    """Strangers cannot find the player.

    Even players who met Amel do not by name; a public profile is for friends only.
    """
    Player.objects.filter(pk=kid_mode.pk).update(username="amel_k", profile="everybody")
    kid_mode.refresh_from_db()
    kid_mode.take_looks()
    refused(sami.get(f"players/{kid_mode.pk}"), 404, "not_found")
    refused(sami.put(f"me/follows/{kid_mode.pk}", {}), 404, "not_found")
    refused(amel.put(f"me/follows/{stranger.pk}", {}), 404, "not_found")

    meet(amel, sami)

    assert sami.get(f"players/{kid_mode.pk}").data["name"] is None
    refused(sami.get("players", {"name": "amel_k"}), 404, "not_found")
    befriend(amel, sami, kid_mode, stranger)
    assert sami.get(f"players/{kid_mode.pk}").data["name"] == "amel_k"
    assert sami.get("players", {"name": "amel_k"}).status_code == 200


def test_nobody_writes_freely(amel, sami):
    """Free text is refused though all allowed it and the match has it; phrases work."""
    for one in (amel, sami):
        assert one.patch("me", {"free_text": True}).status_code == 200
    made = amel.post("matches", {**LOBBY, "autostart": False, "free_text": True}).data
    assert sami.post("matches/join", {"code": made["code"]}).status_code == 200

    for one in (amel, sami):
        text = one.post(f"matches/{made['id']}/chat", {"message": {"type": "text", "text": "Where do you live?"}})
        refused(text, 409, "free_text_off")
        phrase = one.post(f"matches/{made['id']}/chat", {"message": {"type": "phrase", "key": "hello"}})
        assert phrase.status_code == 201


def test_what_was_written_before_is_not_read_any_more(player, client_of):
    """Kid mode hides free text that was written before it began."""
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))
    for one in (amel, sami):
        one.patch("me", {"free_text": True})
    made = amel.post("matches", {**LOBBY, "autostart": False, "free_text": True}).data
    sami.post("matches/join", {"code": made["code"]})
    path = f"matches/{made['id']}/chat"
    assert sami.post(path, {"message": {"type": "text", "text": "Where do you live?"}}).status_code == 201
    assert len(amel.get(path).data["results"]) == 1

    amel.put("me/kid-mode", {})

    assert amel.get(path).data["results"] == []


def test_nothing_but_the_staff_switches_it_off(amel):
    """The player cannot switch kid mode off by `updateMe`, and no other operation does."""
    refused(amel.patch("me", {"kid_mode": False}), 400, "invalid")
    assert amel.get("me").data["kid_mode"] is True


def test_they_are_on_no_leaderboard_and_have_figures_for_friends_alone(amel, sami, kid_mode, stranger, now, client_of):
    """The player is on no leaderboard, even for friends; only friends read ratings and statistics by id."""
    opt_in(kid_mode, stranger)
    for one in (kid_mode, stranger):
        Rating.objects.create(player=one, pool=POOL, mu=1700, sigma=PROVISIONAL - 1, matches=30, last_at=now)
    paths = [f"players/{kid_mode.pk}/{what}" for what in ("ratings", f"ratings/{POOL}", "statistics")]
    meet(amel, sami)
    for path in paths:
        refused(sami.get(path), 404, "not_found")
        refused(client_of(None).get(path), 404, "not_found")

    befriend(amel, sami, kid_mode, stranger)

    assert [sami.get(path).status_code for path in paths] == [200, 200, 200]
    for client in (amel, sami, client_of(None)):
        best = client.get(f"leaderboards/{POOL}").data["results"]
        assert "Amel" not in [one["player"]["name"] for one in best]


def test_the_staff_switches_it_off_and_it_stands_in_the_history(player, client_of, admin_client):
    """Staff switches kid mode off on the player's page in the admin, which logs the change."""
    amel = player("Amel")
    client_of(amel).put("me/kid-mode", {})
    page = f"/admin/accounts/player/{amel.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    inlines = ("auth_token_set", "email_addresses")
    tokens = {f"{inline}-{name}": 0 for inline in inlines for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    values = {name: form.initial[name] for name in form.fields if form.initial.get(name)}

    answer = admin_client.post(page, {**values, **tokens, "is_active": "on", "kid_mode": ""})

    assert answer.status_code == 302, answer.context["errors"]
    assert client_of(amel).get("me").data["kid_mode"] is False
    assert "Kid mode" in LogEntry.objects.get(object_id=str(amel.pk)).get_change_message()
