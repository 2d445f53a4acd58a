"""Unique names: no two look alike, some are reserved, and players are found by them."""

from __future__ import annotations

from functools import partial
from unicodedata import normalize

from accounts import unique_names
from accounts.models import Player
from accounts.names.reserved import ROLES, SERVICES
from accounts.services import leave
from chkobba_api.errors import DomainError
from games.texts import LANGUAGES
from tests.api.asking import refused
from tests.helpers.threads import at_once, concurrent

PATH = "me/name"


def claim(client, name):
    """Claim a name; return the answer."""
    return client.put(PATH, {"name": name})


def outcome(player, name):
    """Claim a name for a player; return the code of the refusal, or an empty text."""
    try:
        claimed = unique_names.claim(player, name)
    except DomainError as refusal:
        return refusal.code
    assert claimed.username == normalize("NFKC", name)
    return ""


def test_a_guest_claims_a_name(amel):
    """A guest with a name is a guest no more; the nickname stays, and a replaced name is free again."""
    assert amel.get("me").data["name"] is None
    answer = claim(amel, " ａｍｅｌ_k ")

    assert answer.status_code == 200
    assert answer.data == amel.get("me").data
    assert (answer.data["name"], answer.data["guest"], answer.data["nickname"]) == ("amel_k", False, "Amel")
    assert claim(amel, "Amelie").data["name"] == "Amelie"
    assert unique_names.find("amel_k") is None


ALIKE = """amel AMEL|amel Amél|amel a_m-e-l|amel ａｍｅｌ|amel arnel|wolf vvolf|lilo 1i10|paya рауа|anna ΑΝΝΑ|
avva αννα|strasse Straße|فاطمة فاطمه|sami5 samiS|zoe2 zoeZ|bob8 bobB|カラオケ 力ラオケ|ロボットキ 口ボットキ|
りんごあ リんごあ|あっぷる あつぷる"""
"""Pairs of names that look alike."""


def test_names_that_look_alike(amel, player, client_of):
    """A name that looks like a taken one is refused, whichever came first; its player may take it."""
    owner, sami = amel.player, player("Sami")
    pairs = [pair.split() for pair in ALIKE.split("|")]
    free = []
    for taken, wanted in [*pairs, *(pair[::-1] for pair in pairs)]:
        assert outcome(owner, taken) == ""
        free += [(taken, wanted)] * (outcome(sami, wanted) != "name_taken")
        assert outcome(owner, wanted) == ""
    assert free == []

    refused(claim(client_of(sami), wanted), 409, "name_taken")
    assert client_of(sami).get("me").data["name"] is None


def test_names_that_do_not(amel, player):
    """Names with another digit or letter are different."""
    owner, sami = amel.player, player("Sami")
    for first, second in (("amel1", "amel2"), ("hat", "vat"), ("κοτα", "νοτα"), ("cat", "oat")):
        assert [outcome(owner, first), outcome(sami, second), outcome(sami, "sami")] == ["", "", ""]


RESERVED = """admin Adm1n staff2 moderator support system Chkobba chk0bba easy-bot former-player bot Amel-admin guest
Admins Administrators Modérateurs Équipe Support-Team Le-serveur Robot-moyen Robots-moyens ancien-joueur
anciens-joueurs chkobba-staff"""
"""Names of staff, bots, deleted accounts and the server."""
IMPOSSIBLE = [
    *("ab", "a" * 21, "", "123", "amel k", "amel.k", "a__b", "-ab", "ab-", "a-_b", "amеl", "αmel", "amel٣", "a\u202eb"),
    *("🦊🦊🦊", "x" * 101),
    *("김철수\u3164", "김철수\uffa0", "\u115f김철수", "\u3164\u3164\u3164", "مح\u0640مد", "مح\u0883مد", "مح\u06e5مد"),
    *("\u0559Արամ", "Елена\ua67f"),
]
"""Names that are too short or too long, of mixed scripts, or with signs or letters that are unseen."""
GOOD = "amel_k Łukasz Елена Ελένη أميرة שלום 山田たろう いすゞ 김철수 x-1-y"
"""Names in many scripts."""


def test_what_is_a_name_and_what_is_none(amel):
    """Reserved and impossible names are refused; names may be in any script."""
    expected = {
        **dict.fromkeys(RESERVED.split(), "name_reserved"),
        **dict.fromkeys(IMPOSSIBLE, "invalid"),
        **dict.fromkeys(GOOD.split(), ""),
    }
    assert {name: outcome(amel.player, name) for name in expected} == expected

    refused(claim(amel, "admin"), 409, "name_reserved")
    assert list(refused(claim(amel, "ab"), 400, "invalid")["errors"]) == ["name"]
    assert list(refused(claim(amel, "x" * 101), 400, "invalid")["errors"]) == ["name"]


def test_a_player_is_found_as_people_type_it(amel, player, client_of, now):
    """A name is found in any spelling that looks alike; nicknames and deleted players are not found."""
    claim(amel, "Amél-K")
    owner = Player.objects.get(username="Amél-K")
    for typed in ("amelk", "AMEL_K", "amél-k", "amel\u3164k"):
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


@concurrent
def test_of_many_at_once_one_gets_a_name(player):
    """One of many simultaneous claims in different spellings succeeds, and none waits forever."""
    everybody = [
        (player(f"Player {number}"), name) for number, name in enumerate(["ΑΝΝΑ", "anna", "Anna", "a-nna"] * 3)
    ]

    got = at_once(*(partial(unique_names.claim, *one) for one in everybody))

    assert sum(not isinstance(one, DomainError) for one in got) == 1
    assert Player.objects.exclude(username=None).count() == 1
