"""Who is sheltered meets friends alone, bots, and whoever shares a code with them; nobody writes freely to them."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import Player
from games.contact_rules import ties_among
from games.models import Rating
from games.rating_model import PROVISIONAL
from tests.api.asking import refused
from tests.rated import opt_in

POOL = "scopa.days"
LOBBY = {"game": "scopa", "seats": 2}


@pytest.fixture(params=["wished", "rule"])
def sheltered(request, player, client_of, settings):
    """Return Amel, who is sheltered: as she asked for, or as everybody on this server."""
    amel = player("Amel")
    if request.param == "rule":
        settings.SHELTERED = True
    else:
        assert client_of(amel).put("me/shelter", {}).data["sheltered"] is True
    return Player.objects.get(pk=amel.pk)


@pytest.fixture
def amel(sheltered, client_of):
    """Return the client of Amel."""
    return client_of(sheltered)


@pytest.fixture
def stranger(player):
    """Return Sami."""
    return player("Sami")


@pytest.fixture
def sami(stranger, client_of):
    """Return the client of Sami."""
    return client_of(stranger)


def meet(amel, sami):
    """Let the two sit down at one table by its code; return its id."""
    made = amel.post("matches", {**LOBBY, "visibility": "private", "autostart": False}).data
    joined = sami.post("matches/join", {"code": made["code"]})
    assert joined.status_code == 200
    return made["id"]


def befriend(amel, sami, sheltered, stranger):
    """Let the two, who have met, follow each other."""
    assert amel.put(f"me/follows/{stranger.pk}", {}).status_code == 200
    assert sami.put(f"me/follows/{sheltered.pk}", {}).status_code == 200


@pytest.mark.parametrize("whose", ["hers", "his"])
def test_strangers_find_no_table_of_each_other(whose, amel, sami, client_of):
    """In no list, and by no id; not even without a token. By its code they do."""
    mine, other = (amel, sami) if whose == "hers" else (sami, amel)
    made = mine.post("matches", {**LOBBY, "visibility": "public"}).data

    assert [one["id"] for one in other.get("matches").data["results"]] == []
    refused(other.get(f"matches/{made['id']}"), 404, "not_found")
    refused(other.post(f"matches/{made['id']}/join", {}), 404, "not_found")
    if whose == "hers":
        refused(client_of(None).get(f"matches/{made['id']}"), 404, "not_found")
    assert other.post("matches/join", {"code": made["code"]}).status_code == 200


def test_friends_find_tables_of_each_other(amel, sami, sheltered, stranger):
    """They have met at a table to which one of them had the code."""
    meet(amel, sami)
    befriend(amel, sami, sheltered, stranger)
    made = amel.post("matches", {**LOBBY, "visibility": "public"}).data

    assert made["id"] in [one["id"] for one in sami.get("matches").data["results"]]
    assert sami.post(f"matches/{made['id']}/join", {}).status_code == 200


def test_seeks_bring_friends_together_alone(amel, sami, sheltered, stranger):
    """In either direction."""
    assert ties_among([sheltered.pk, stranger.pk]).part(sheltered.pk, stranger.pk)

    meet(amel, sami)
    befriend(amel, sami, sheltered, stranger)

    assert not ties_among([sheltered.pk, stranger.pk]).part(sheltered.pk, stranger.pk)


def test_nobody_finds_them_whom_they_have_not_met(amel, sami, sheltered, stranger):
    """By name not even who has met them; what they show to everybody is for friends."""
    Player.objects.filter(pk=sheltered.pk).update(username="amel_k", profile="everybody")
    sheltered.refresh_from_db()
    sheltered.take_looks()
    refused(sami.get(f"players/{sheltered.pk}"), 404, "not_found")
    refused(sami.put(f"me/follows/{sheltered.pk}", {}), 404, "not_found")
    refused(amel.put(f"me/follows/{stranger.pk}", {}), 404, "not_found")

    meet(amel, sami)

    assert sami.get(f"players/{sheltered.pk}").data["name"] is None
    refused(sami.get("players", {"name": "amel_k"}), 404, "not_found")
    befriend(amel, sami, sheltered, stranger)
    assert sami.get(f"players/{sheltered.pk}").data["name"] == "amel_k"
    assert sami.get("players", {"name": "amel_k"}).status_code == 200


def test_nobody_writes_freely(amel, sami):
    """Although all have allowed it, and the table has agreed on it; phrases remain."""
    for one in (amel, sami):
        assert one.patch("me", {"free_text": True}).status_code == 200
    made = amel.post("matches", {**LOBBY, "autostart": False, "free_text": True}).data
    assert sami.post("matches/join", {"code": made["code"]}).status_code == 200

    for one in (amel, sami):
        text = one.post(f"matches/{made['id']}/words", {"word": {"type": "text", "text": "Where do you live?"}})
        refused(text, 409, "free_text_off")
        phrase = one.post(f"matches/{made['id']}/words", {"word": {"type": "phrase", "key": "hello"}})
        assert phrase.status_code == 201


def test_what_was_written_before_is_not_read_any_more(player, client_of):
    """From the moment on from which they are sheltered."""
    amel, sami = client_of(player("Amel")), client_of(player("Sami"))
    for one in (amel, sami):
        one.patch("me", {"free_text": True})
    made = amel.post("matches", {**LOBBY, "autostart": False, "free_text": True}).data
    sami.post("matches/join", {"code": made["code"]})
    path = f"matches/{made['id']}/words"
    assert sami.post(path, {"word": {"type": "text", "text": "Where do you live?"}}).status_code == 201
    assert len(amel.get(path).data["results"]) == 1

    amel.put("me/shelter", {})

    assert amel.get(path).data["results"] == []


def test_nothing_but_the_staff_switches_it_off(amel):
    """`changeMe` does not, and there is no other operation for it."""
    refused(amel.patch("me", {"sheltered": False}), 400, "invalid")
    assert amel.get("me").data["sheltered"] is True


def test_they_are_on_no_leaderboard_and_have_figures_for_friends_alone(amel, sami, sheltered, stranger, now, client_of):
    """Not even friends find them among the best; by their id friends read how well they play."""
    opt_in(sheltered, stranger)
    for one in (sheltered, stranger):
        Rating.objects.create(player=one, pool=POOL, mu=1700, sigma=PROVISIONAL - 1, matches=30, last_at=now)
    paths = [f"players/{sheltered.pk}/{what}" for what in ("ratings", f"ratings/{POOL}", "statistics")]
    meet(amel, sami)
    for path in paths:
        refused(sami.get(path), 404, "not_found")
        refused(client_of(None).get(path), 404, "not_found")

    befriend(amel, sami, sheltered, stranger)

    assert [sami.get(path).status_code for path in paths] == [200, 200, 200]
    for client in (amel, sami, client_of(None)):
        best = client.get(f"leaderboards/{POOL}").data["results"]
        assert "Amel" not in [one["player"]["name"] for one in best]


@pytest.mark.parametrize("rule", [False, True])
def test_the_server_says_whether_everybody_is_sheltered(rule, client_of, settings):
    """Before one has an account."""
    settings.SHELTERED = rule

    assert client_of(None).get("server").data["sheltered"] is rule


def test_the_staff_switches_it_off_and_it_stands_in_the_history(player, client_of, admin_client):
    """On the player's page in the admin; then strangers meet them again."""
    amel = player("Amel")
    client_of(amel).put("me/shelter", {})
    page = f"/admin/accounts/player/{amel.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    inlines = ("auth_token_set", "mail_addresses")
    tokens = {f"{inline}-{name}": 0 for inline in inlines for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    values = {name: form.initial[name] for name in form.fields if form.initial.get(name)}

    answer = admin_client.post(page, {**values, **tokens, "is_active": "on", "sheltered": ""})

    assert answer.status_code == 302, answer.context["errors"]
    assert client_of(amel).get("me").data["sheltered"] is False
    assert "Shelter" in LogEntry.objects.get(object_id=str(amel.pk)).get_change_message()
