"""Unique names: no two look alike, some are reserved, and players are found by them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts import unique_names
from accounts.models import Player
from accounts.names.reserved import ROLES, SERVICES
from accounts.services import leave
from chkobba_api.errors import DomainError
from games.texts import LANGUAGES
from tests.api.asking import refused

PATH = "me/name"


def claim(client, name):
    """Claim a name; return the answer."""
    return client.put(PATH, {"name": name})


def test_a_guest_claims_a_name(amel):
    """A guest with a name is a guest no more; the nickname stays, and a replaced name is free again."""
    assert amel.get("me").data["name"] is None
    answer = claim(amel, " ａｍｅｌ_k ")

    assert answer.status_code == 200
    assert answer.data == amel.get("me").data
    assert (answer.data["name"], answer.data["guest"], answer.data["nickname"]) == ("amel_k", False, "Amel")
    assert claim(amel, "Amelie").data["name"] == "Amelie"
    assert unique_names.find("amel_k") is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("amel", "AMEL"),
        ("amel", "Amél"),
        ("amel", "a_m-e-l"),
        ("amel", "ａｍｅｌ"),
        ("amel", "arnel"),
        ("wolf", "vvolf"),
        ("lilo", "1i10"),
        ("paya", "рауа"),
        ("anna", "ΑΝΝΑ"),
        ("avva", "αννα"),
        ("strasse", "Straße"),
        ("فاطمة", "فاطمه"),
        ("sami5", "samiS"),
        ("zoe2", "zoeZ"),
        ("bob8", "bobB"),
        ("カラオケ", "力ラオケ"),
        ("ロボットキ", "口ボットキ"),
        ("りんごあ", "リんごあ"),
        ("あっぷる", "あつぷる"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_names_that_look_alike(amel, player, client_of, first, second, turned):
    """A name that looks like a taken one is refused, whichever came first."""
    first, second = (second, first) if turned else (first, second)
    assert claim(amel, first).status_code == 200
    sami = client_of(player("Sami"))

    refused(claim(sami, second), 409, "name_taken")
    assert sami.get("me").data["name"] is None
    assert claim(amel, second).status_code == 200


@pytest.mark.parametrize(("first", "second"), [("amel1", "amel2"), ("hat", "vat"), ("κοτα", "νοτα"), ("cat", "oat")])
def test_names_that_do_not(amel, player, client_of, first, second):
    """Names with another digit or letter are different."""
    assert claim(amel, first).status_code == 200
    assert claim(client_of(player("Sami")), second).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Adm1n",
        "staff2",
        "moderator",
        "support",
        "system",
        "Chkobba",
        "chk0bba",
        "easy-bot",
        "former-player",
        "bot",
        "Amel-admin",
        "guest",
        "Admins",
        "Administrators",
        "Modérateurs",
        "Équipe",
        "Support-Team",
        "Le-serveur",
        "Robot-moyen",
        "Robots-moyens",
        "ancien-joueur",
        "anciens-joueurs",
        "chkobba-staff",
    ],
)
def test_names_that_are_nobody_s(amel, name):
    """Reserved names are refused: those of staff, bots, deleted accounts and the server."""
    refused(claim(amel, name), 409, "name_reserved")


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "a" * 21,
        "",
        "123",
        "amel k",
        "amel.k",
        "a__b",
        "-ab",
        "ab-",
        "a-_b",
        "amеl",
        "αmel",
        "amel٣",
        "a\u202eb",
        "🦊🦊🦊",
        "x" * 101,
    ],
)
def test_what_is_no_name(amel, name):
    """Names are refused if too short or too long, of mixed scripts, or with signs."""
    assert list(refused(claim(amel, name), 400, "invalid")["errors"]) == ["name"]


@pytest.mark.parametrize(
    "name", ["amel_k", "Łukasz", "Елена", "Ελένη", "أميرة", "שלום", "山田たろう", "김철수", "x-1-y"]
)
def test_what_is_a_name(amel, name):
    """Names may be in any script."""
    assert claim(amel, name).data["name"] == name


def test_a_player_is_found_as_people_type_it(amel, player, client_of, now):
    """A name is found in any spelling that looks alike; nicknames and deleted players are not found."""
    claim(amel, "Amél-K")
    owner = Player.objects.get(username="Amél-K")
    for typed in ("amelk", "AMEL_K", "amél-k"):
        assert unique_names.find(typed) == owner
    for typed in ("Amel", "amelkk", "", "---"):
        assert unique_names.find(typed) is None

    leave(owner, now)

    assert unique_names.find("amelk") is None
    assert claim(client_of(player("Sami")), "amelk").status_code == 200


def test_the_staff_changes_its_name_in_the_admin(db, client_of):
    """Staff changes its name in the admin only, where look-alikes of all names are refused, too."""
    steward = Player.objects.create_superuser("The Steward", None)
    assert unique_names.find("the-steward") == steward

    refused(claim(client_of(steward), "amel"), 403, "staff_account")
    player = client_of(Player.objects.create_guest("Amel", "cat"))
    refused(claim(player, "thesteward"), 409, "name_taken")


def test_every_language_reserves_names_of_the_staff():
    """Each language has a list of reserved words for staff."""
    assert set(LANGUAGES) <= set(ROLES) & set(SERVICES)


def test_claims_are_counted(amel, settings):
    """Claims are rate limited, so that clients cannot probe which names exist."""
    settings.THROTTLES = {**settings.THROTTLES, "names": "2/day"}
    for name in ("amel", "amelie"):
        assert claim(amel, name).status_code == 200
    refused(claim(amel, "amelia"), 429, "throttled")


@pytest.mark.production
@pytest.mark.usefixtures("_log_may_be_emptied")
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_a_name(player):
    """One of many simultaneous claims in different spellings succeeds, and none waits forever."""
    everybody = [
        (player(f"Player {number}"), name) for number, name in enumerate(["ΑΝΝΑ", "anna", "Anna", "a-nna"] * 3)
    ]

    def try_it(one):
        try:
            return unique_names.claim(*one)
        except DomainError:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        got = [one for one in pool.map(try_it, everybody) if one]

    assert len(got) == 1
    assert Player.objects.exclude(username=None).count() == 1
