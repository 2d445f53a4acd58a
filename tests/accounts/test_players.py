"""Guests, profiles, devices, account deletion and rate limits over HTTP."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client as DjangoClient
from django.utils import timezone
from knox.crypto import hash_token

from accounts import services
from accounts.avatars import AVATARS
from accounts.models import Player, Token
from accounts.names.nicknames import clean_nickname
from chkobba_api.rest.limits.throttling import Budget
from games.models import Match
from games.services.matchmaking import rematch
from games.services.turns import playing
from tests.api.asking import refused
from tests.conftest import forget_requests
from tests.helpers import refusals
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.api_client import Client, with_token
from tests.helpers.english import english

BAD_DEVICES = ["\u202eenohp", "phone\u200b", "phone\uffff", "\u0958" * 60, "a\x00b", "x" * 61, 5]
FAMILY = "👩\u200d👩\u200d👧\u200d👦"


def with_header(authorization):
    """Return a client that sends this ``Authorization`` header."""
    client = Client()
    client.http = DjangoClient(raise_request_exception=False, headers={"Authorization": authorization})
    return client


def stored():
    """Return all contents of the database as text."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = []
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += cursor.fetchall()
    return repr(rows)


@pytest.fixture
def allow(settings):
    """Return a function that changes rates: ``allow(guests="2/hour")``."""

    def change(**rates):
        settings.THROTTLES = {**settings.THROTTLES, **rates}

    return change


# --- guests -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("db")
def test_a_nickname_is_all_it_takes(client_of):
    """The answer has the guest and a token, which works at once."""
    answer = client_of().post("players/guests", {"nickname": "Amel"})

    assert answer.status_code == 201
    assert (answer.data["player"]["nickname"], answer.data["player"]["avatar"]) == ("Amel", "cat")
    assert answer.data["player"]["guest"] is True
    assert with_token(answer.data["token"]).get("me").data == answer.data["player"]


NICKNAMES = {
    **{name: name for name in ("a", "x" * 24, "李雷", "ⵜⵓⵏⵙ", "นภา", FAMILY, "❤\ufe0f", "\U0001fae9", "Robot")},
    **{name: name for name in ("أمل بن عمر", "می\u200cخواهم", "🇹🇳 ❤\ufe0f", '<b>O\'Neil & "Co"</b>', "1\ufe0f\u20e3")},
    **{
        name: name
        for name in ("🏳\ufe0f\u200d🌈 👩🏽\u200d💻", "क\u094d\u200dष", "Badminton", "Falstaff 5", "Les Robots")
    },
    **{name: name for name in ("Dr. Amel v1.5",)},
    "  Amel\t\n": "Amel",
    "\u3000Amel\u00a0": "Amel",
    "Ame\u0301lie": "Am\u00e9lie",
    "e\u0301" * 24: "\u00e9" * 24,
    "\u1100\u1161\u11a8": "\uac01",
}
"""Possible nicknames, and how the server stores them."""
INVISIBLE = [
    *("a\x00b", "a\nb", "a\tb", "a\x1bb", "a\x7fb", "a\x85b", "\u202eleMA", "a\u202ab", "a\u2066b\u2069", "a\u200eb"),
    *("a\u061cb", "a\u200bb", "a\u00adb", "\ufeffAmel", "a\u2028b", "a\u2029b", "\ue000", "\u200d", "\u200c\u200d"),
    *("Amel\ufe0f", "Am\u034fel", "Amel\uffff", "Amel\U0001fffe", "Amel\u0378", "Amel\ufffd", "Amel\ufe00"),
    *("Amel\U000e0100", "\u200dAmel", "Amel\u200d", "A\u200dmel", "A\u200cmel", "می\u200c", "❤\u200d", "\u0301Amel"),
    *("Ame\u0324\u0324\u0325\u0326\u0327\u0328l", "\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f", "\ufe0f"),
    *("\U0001d159", "Amel\U0001d159", "Amel\U00016fe4", "\U00013441", "Amel\U00013442"),
]
"""Nicknames with control, bidirectional or invisible characters, or without a visible one."""
IMPOSTORS = """Medium bot|easy BOT|Medium-1 bot|Medium bot 2|Mediumbot|Bot Zina|robot hedi|Мedium bоt|former player|
F0rmer  Player|Staff|ＳＴＡＦＦ|S.t.a.f.f|5taff|Ѕtаff|🆂🆃🅰🅵🅵|Amel (staff)|Admin|Adm1n|adrnin|ᴀᴅᴍɪɴ|admın|[admin] Amel|
Moderator|Modérateur|مشرف|Modérateurs|Admins|Administrators|Équipe|The Team|Support Team|Chkobba Support|Le serveur|
L’équipe|Robot moyen|robots moyens|ancien joueur|Anciens joueurs|Former players|المش\u0640رف|Sta\u07faff|
Sta\u02bcff|\u02c8Admin\u02c8"""
"""Nicknames that look like those of bots, of staff or of deleted accounts."""
WEB_ADDRESSES = "https://evil.example/x|ftp://evil|www.evil|evil.com|Win at evil．com|a@b.co|evil。com"
LIKE_STAFF = "This nickname looks like that of a bot or of the staff. Choose another one."
LIKE_A_LINK = "A nickname cannot look like a web address. Put a space after the dot."


def refusal_of(nickname):
    """Return the sentence with which the server refuses a nickname."""
    refusal = refusals.refused("invalid", clean_nickname, nickname)
    return english(refusal.fields["errors"]["nickname"][0])


def test_a_nickname_may_be_in_any_script():
    """A nickname has 1 to 24 characters of any script, in Unicode normal form and without surrounding spaces."""
    assert {typed: clean_nickname(typed) for typed in NICKNAMES} == NICKNAMES


def test_a_nickname_that_cannot_be_is_refused():
    """Nicknames of invisible characters are refused; so are empty and overlong ones, impostors and web addresses."""
    for nickname in (*INVISIBLE, "", "   ", "\n", "x" * 25, "\U0001f98a" * 25, "x" * 201):
        assert refusal_of(nickname) not in ("", LIKE_STAFF, LIKE_A_LINK), nickname
    impostors = [nickname.strip() for nickname in IMPOSTORS.split("|")]
    assert {nickname: refusal_of(nickname) for nickname in impostors} == dict.fromkeys(impostors, LIKE_STAFF)
    links = WEB_ADDRESSES.split("|")
    assert {nickname: refusal_of(nickname) for nickname in links} == dict.fromkeys(links, LIKE_A_LINK)


def test_nobody_passes_for_a_bot_or_the_staff(player, client_of):
    """The answer says why; players keep an existing nickname until they change it."""
    answer = client_of().post("players/guests", {"nickname": "Medium bot"})
    assert refused(answer, 400, "invalid")["errors"] == {"nickname": [LIKE_STAFF]}

    old = client_of(player("Medium bot"))
    assert old.patch("me", {"nickname": "Medium bot", "avatar": "owl"}).status_code == 200
    assert old.patch("me", {"nickname": "Amel"}).status_code == 200
    assert list(refused(old.patch("me", {"nickname": "Medium bot"}), 400, "invalid")["errors"]) == ["nickname"]


@pytest.mark.usefixtures("db")
def test_a_guest_of_the_wrong_form_is_refused(client_of):
    """The error names the invalid field; also the name of a device is printable and bounded."""
    wrong = [
        *({}, {"nickname": ""}, {"nickname": "a\x00b"}, {"nickname": "x" * 201}),
        *({"nickname": nickname} for nickname in (5, True, None, ["Amel"])),
        *({"nickname": "Amel", "avatar": avatar} for avatar in ("dragon", "", None)),
        *({"nickname": "Amel", "device": device} for device in BAD_DEVICES),
        {"nickname": "Amel", "is_staff": True},
    ]
    for body in wrong:
        errors = refused(client_of().post("players/guests", body), 400, "invalid")["errors"]
        [(field, [sentence])] = errors.items()
        assert (field, bool(sentence)) == (list(body)[-1] if body else "nickname", True), body
    assert not Player.objects.exists()


@pytest.mark.usefixtures("db")
def test_avatars_can_be_chosen_from_the_list(client_of):
    """Each avatar of the list can be chosen by its key."""
    listed = client_of().get("avatars").data["avatars"]

    assert [avatar["key"] for avatar in listed] == [avatar.key for avatar in AVATARS]
    assert all(avatar["name"] and avatar["symbol"] for avatar in listed)
    for avatar in listed:
        made = client_of().post("players/guests", {"nickname": "Amel", "avatar": avatar["key"]})
        assert made.data["player"]["avatar"] == avatar["key"]


# --- tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("db")
def test_a_token_is_shown_once_and_stored_as_its_hash(client_of):
    """The token is in no table and in no later answer."""
    token = client_of().post("players/guests", {"nickname": "Amel", "device": "phone"}).data["token"]
    client = with_token(token)

    assert Token.objects.get().digest == hash_token(token)
    assert len(token) == 64
    assert token not in stored()
    assert "Amel" in stored()
    for path in ("me", "me/devices"):
        assert token.encode() not in client.get(path).content


@pytest.mark.usefixtures("db")
def test_tokens_are_never_alike(client_of):
    """Two tokens do not even share a part."""
    tokens = [client_of().post("players/guests", {"nickname": "Amel"}).data["token"] for _ in range(10)]

    assert len({token[:16] for token in tokens}) == 10


def test_a_token_ends_when_it_is_not_used(player, frozen, settings):
    """A token expires after half a year without use; using it extends that."""
    lifetime = settings.REST_KNOX["TOKEN_TTL"]
    _, used = services.create_token(player("Amel"), "")
    _, unused = services.create_token(player("Sami"), "")

    frozen.shift(lifetime - timedelta(seconds=1))
    assert with_token(used).get("me").status_code == 200
    frozen.shift(timedelta(seconds=2))
    assert with_token(used).get("me").status_code == 200
    refused(with_token(unused).get("me"), 401, "unauthenticated")
    frozen.shift(lifetime)
    refused(with_token(used).get("me"), 401, "unauthenticated")


def test_a_token_says_until_when_it_lasts(amel, frozen, now, settings):
    """Creation and the list of devices show when a token expires, in UTC."""
    until = (now + settings.REST_KNOX["TOKEN_TTL"]).isoformat().replace("+00:00", "Z")

    assert amel.post("me/devices", {"device": "tablet"}).data["expires_at"] == until
    assert {device["expires_at"] for device in amel.get("me/devices").data["devices"]} == {until}


@pytest.mark.usefixtures("db")
def test_a_header_without_a_valid_token_lets_nobody_in():
    """A header without a valid token gets 401 with ``WWW-Authenticate``, and crashes nothing."""
    headers = ["", "Bearer", "Bearer ", "Bearer a b", "Bearer unknown", "Bearer " + "0" * 64, "Bearer " + "x" * 5000]
    headers += ["Bearer \xff\xfe", "Bearer é", "Béarer token", "Bearer \x00", "Bearer\ttoken", "Token unknown"]
    for header in [*headers, "Basic QW1lbDpzZWNyZXQ=", ","]:
        answer = with_header(header).get("me")
        assert (answer.status_code, answer.data["code"]) == (401, "unauthenticated"), header
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    refused(with_token("unknown").get("games"), 401, "unauthenticated")  # though no token is needed


def test_a_token_counts_whatever_the_case_of_the_scheme(player):
    """The scheme may be in any case; the token must match exactly, and its player may not be deactivated."""
    _, token = services.create_token(player(), "")

    assert with_header(f"bearer {token}").get("me").status_code == 200
    refused(with_header(f"Bearer {token.upper()}").get("me"), 401, "unauthenticated")
    refused(with_header(f"Bearer {hash_token(token)}").get("me"), 401, "unauthenticated")
    forget_requests()
    Player.objects.update(is_active=False)
    refused(with_token(token).get("me"), 401, "unauthenticated")


# --- the player's own profile -----------------------------------------------------------------------------------------


def test_a_player_sees_and_changes_himself(amel):
    """The player can change nickname and avatar, together or one by one; fields left out stay."""
    assert amel.get("me").data["nickname"] == "Amel"
    assert amel.patch("me", {"nickname": "  Nour "}).data["nickname"] == "Nour"
    assert amel.patch("me", {"avatar": "owl"}).data["avatar"] == "owl"
    assert amel.patch("me", {}).status_code == 200
    after = amel.get("me").data
    assert (after["nickname"], after["avatar"]) == ("Nour", "owl")


def test_a_change_that_cannot_be_is_refused(amel):
    """The error names the invalid field, and nothing changes."""
    before = amel.get("me").data
    wrong = [{"nickname": nickname} for nickname in ("a\u202eb", " ", None)]
    wrong += [{"nickname": "Nour", "avatar": "dragon"}, {"avatar": None}, {"guest": False}, {"username": "root"}]

    errors = [list(refused(amel.patch("me", body), 400, "invalid")["errors"]) for body in wrong]

    assert errors == [list(body)[-1:] for body in wrong]
    assert amel.get("me").data == before


def test_a_player_says_where_his_clocks_are(amel):
    """A time zone is set by name and cleared by null; the error for an unknown one names the field."""
    assert amel.get("me").data["time_zone"] is None

    assert amel.patch("me", {"time_zone": "Africa/Tunis"}).data["time_zone"] == "Africa/Tunis"
    for nowhere in ("Mars/Olympus", "UTC+1", "africa/tunis", "posixrules", "../etc/passwd"):
        answer = amel.patch("me", {"time_zone": nowhere})
        assert (answer.status_code, list(answer.data["errors"])) == (400, ["time_zone"])
    assert amel.get("me").data["time_zone"] == "Africa/Tunis"
    assert amel.patch("me", {"time_zone": None}).data["time_zone"] is None


def test_changes_at_once_each_keep_those_of_the_other(player):
    """Each of two requests has read the player before the other one changed another field. Both changes remain."""
    amel = player()
    first, second = Player.objects.get(pk=amel.pk), Player.objects.get(pk=amel.pk)

    services.change_player(first, nickname="Nour", time_zone="Africa/Tunis")
    shown = services.change_player(second, nickname="Amel", avatar="owl")

    kept = Player.objects.get(pk=amel.pk)
    assert (kept.nickname, kept.avatar, kept.time_zone) == ("Amel", "owl", "Africa/Tunis")
    assert shown.time_zone == "Africa/Tunis"


def test_a_kept_seat_follows_its_player(running, player, client_of, now):
    """A rematch shows a new name without a write to it, and frees a seat that it kept when its player leaves for good.

    A client with an older ETag gets the change.
    """
    amel, sami = player("Amel"), player("Sami")
    old = running(amel, sami)
    playing.resign(old.match.pk, sami, now)
    path = f"matches/{rematch.rematch(old.match.pk, amel, now).match.pk}"
    viewer, leaver = client_of(amel), client_of(sami)
    etag = viewer.get(path).headers["ETag"]
    before = list(Match.objects.order_by("pk").values())

    leaver.patch("me", {"nickname": "Nour"})

    assert list(Match.objects.order_by("pk").values()) == before
    renamed = viewer.get(path, **{"If-None-Match": etag})
    assert (renamed.status_code, renamed.data["seats"][0]["name"]) == (200, "Nour")

    leaver.delete("me")
    delete_accounts(timezone.now())

    seen = viewer.get(path, **{"If-None-Match": renamed.headers["ETag"]})
    assert seen.status_code == 200
    assert [seat["kind"] for seat in seen.data["seats"]] == ["free", "player"]
    late = client_of(player("Late")).post(f"{path}/join")
    assert (late.status_code, late.data["status"]) == (200, "running")


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_who_leaves_is_gone(player, client_of):
    """Account deletion ends all tokens of the player, and removes everything that identifies them."""
    amel = player("Amel-of-old")
    first, second = client_of(amel), client_of(amel)

    answer = first.delete("me")

    assert (answer.status_code, answer.content) == (204, b"")
    for client in (first, second):
        refused(client.get("me"), 401, "unauthenticated")
    assert "Amel-of-old" not in stored()
    assert not Token.objects.filter(user=amel).exists()


def test_who_leaves_is_a_former_player_in_his_matches(running, player, client_of, now):
    """Views, lists, feeds and records show a former player, also to clients with an older ETag."""
    amel, sami = player("Amel-of-old"), player("Sami")
    table = running(amel, sami)
    viewer = client_of(sami)
    playing.resign(table.match.pk, sami, now)
    etag = viewer.get(f"matches/{table.match.pk}").headers["ETag"]

    client_of(amel).delete("me")
    delete_accounts(timezone.now())

    seen = viewer.get(f"matches/{table.match.pk}", **{"If-None-Match": etag})
    assert seen.status_code == 200
    assert seen.data["seats"][0]["name"] == "former player"
    assert viewer.get(f"matches/{table.match.pk}/record").data["about"]["seats"][0]["name"] == "former player"
    assert viewer.get("me/matches").data["results"][0]["seats"][0]["name"] == "former player"
    for path in ("", "/events", "/record", "/rounds"):
        assert b"Amel-of-old" not in viewer.get(f"matches/{table.match.pk}{path}").content


# --- devices ----------------------------------------------------------------------------------------------------------


def test_another_device_has_a_token_of_its_own(amel):
    """Another device of the player gets its own token; the list marks the device of the request."""
    answer = amel.post("me/devices", {"device": "tablet"})
    devices = with_token(answer.data["token"]).get("me/devices").data["devices"]

    assert answer.status_code == 201
    assert {device["device"]: device["current"] for device in devices} == {"tablet": True, "test": False}
    assert with_token(answer.data["token"]).get("me").data == amel.get("me").data


def test_a_device_needs_no_name(amel):
    """The name of a device is optional, printable and bounded in length."""
    assert amel.post("me/devices").status_code == 201
    for wrong in (*BAD_DEVICES, None):
        errors = refused(amel.post("me/devices", {"device": wrong}), 400, "invalid")["errors"]
        assert list(errors) == ["device"]


def test_signing_out_devices(player, client_of):
    """A player revokes one device once, all others, or the one in hand; devices of other players do not exist."""
    amel = player("Amel")
    here, there, third, other = client_of(amel), client_of(amel), client_of(amel), client_of(player("Sami"))

    def id_of(client):
        return next(device["id"] for device in client.get("me/devices").data["devices"] if device["current"])

    gone, theirs = id_of(there), id_of(other)
    assert here.delete(f"me/devices/{gone}").status_code == 204
    refused(there.get("me"), 401, "unauthenticated")
    assert third.get("me").status_code == 200
    refused(here.delete(f"me/devices/{gone}"), 404, "not_found")

    assert theirs not in json.dumps(here.get("me/devices").data)
    refused(here.delete(f"me/devices/{theirs}"), 404, "not_found")

    assert here.delete("me/devices").status_code == 204
    assert [device["current"] for device in here.get("me/devices").data["devices"]] == [True]
    refused(third.get("me"), 401, "unauthenticated")
    assert other.get("me").status_code == 200

    assert here.delete(f"me/devices/{id_of(here)}").status_code == 204
    refused(here.get("me"), 401, "unauthenticated")


# --- rate limits ------------------------------------------------------------------------------------------------------


def test_an_address_makes_only_so_many_guests(db, frozen, client_of, allow):
    """Beyond the limit the address gets 429 until the window ends, whatever headers it sends; others are unaffected."""
    allow(guests="3/hour")
    client = client_of()
    for _ in range(3):
        assert client.post("players/guests", {"nickname": "Amel"}).status_code == 201

    frozen.shift(600)
    for headers in ({}, {"X-Forwarded-For": "203.0.113.9"}):
        answer = client.post("players/guests", {"nickname": "Amel"}, **headers)
        assert refused(answer, 429, "throttled")["retry_after"] == 3000
        assert answer.headers["Retry-After"] == "3000"
    assert Player.objects.count() == 3
    client.http.defaults["REMOTE_ADDR"] = "198.51.100.1"
    assert client.post("players/guests", {"nickname": "Amel"}).status_code == 201
    client.http.defaults["REMOTE_ADDR"] = "127.0.0.1"
    frozen.shift(3000)
    assert client.post("players/guests", {"nickname": "Amel"}).status_code == 201


def test_every_answer_tells_what_is_left(amel, frozen, player, allow):
    """Every answer has the remaining requests of the fullest limit, and the time of its reset."""
    allow(player="5/minute", address="100/minute")
    frozen.shift(10)

    answers = [amel.get("me"), amel.get(f"matches/{player().pk}"), amel.post("matches", {})]

    told = [[answer.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")] for answer in answers]
    assert told == [["5", "4", "50"], ["5", "3", "50"], ["5", "2", "50"]]


def test_a_player_asks_only_so_often(frozen, player, client_of, allow):
    """The limit of a player covers all devices, and affects no other player."""
    allow(player="3/minute")
    amel = player("Amel")
    phone, tablet, other = client_of(amel), client_of(amel), client_of(player("Sami"))
    for client in (phone, tablet, phone):
        assert client.get("me").status_code == 200

    frozen.shift(45)
    for client in (phone, tablet):
        answer = client.get("me")
        assert refused(answer, 429, "throttled")["retry_after"] == 15
        assert answer.headers["Retry-After"] == "15"
        assert answer.headers["RateLimit-Remaining"] == "0"
    assert other.get("me").status_code == 200
    frozen.shift(15)
    assert phone.get("me").status_code == 200


def test_an_address_asks_only_so_often(frozen, db, client_of, allow):
    """Requests without a token, or with a wrong one, count per address."""
    allow(address="2/minute")
    stranger = with_token("unknown")
    for status, code in ((401, "unauthenticated"), (401, "unauthenticated"), (429, "throttled")):
        refused(stranger.get("me"), status, code)
    forget_requests()
    client = client_of()
    assert client.get("games").headers["RateLimit-Remaining"] == "1"
    assert client.get("games").headers["RateLimit-Remaining"] == "0"

    answer = client.get("games")

    refused(answer, 429, "throttled")
    assert answer.headers["Retry-After"] == "60"
    client.http.defaults["REMOTE_ADDR"] = "198.51.100.1"
    assert client.get("games").status_code == 200


ADDRESSES = [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
    ("2001:db8:1:2::1", "2001:DB8:1:2:0::1", True),
    ("::ffff:198.51.100.1", "198.51.100.1", True),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("198.51.100.1", "198.51.100.2", False),
]
"""Pairs of addresses, and whether they count as one."""
WITH_PORTS = [
    ("192.0.2.1:5678", "192.0.2.1:5679", True),
    ("192.0.2.1:5678", "192.0.2.1", True),
    ("[2001:db8:1:2::1]:80", "[2001:db8:1:2::ffff]:81", True),
    ("[2001:db8:1:2::1]", "2001:db8:1:2::1", True),
    ("[::ffff:192.0.2.1]:80", "192.0.2.1", True),
    ('"[2001:db8:1:2::1]:80"', "2001:db8:1:2::1", True),
    ("fe80::1%eth0", "fe80::1%eth1", True),
    ("192.0.2.1:5678", "192.0.2.2:5678", False),
    ("[2001:db8:1:2::1]:80", "[2001:db8:1:3::1]:80", False),
    ("2001:db8:1:2::1:80", "2001:db8:1:2:0:0:1:81", True),
    ("unknown", "192.0.2.1", False),
]


def test_a_network_of_one_customer_is_one_address(db, client_of, allow, settings):
    """All addresses of an IPv6 network of 64 bits count as one, in any spelling, with or without port."""
    allow(address="1/hour")
    client, wrong = client_of(), []
    for first, second, alike in ADDRESSES:
        forget_requests()
        client.http.defaults["REMOTE_ADDR"] = first
        statuses = [client.get("avatars").status_code]
        client.http.defaults["REMOTE_ADDR"] = second
        wrong += [(first, second)] * ([*statuses, client.get("avatars").status_code] != [200, 429 if alike else 200])
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    for first, second, alike in WITH_PORTS:
        forget_requests()
        headers = [{"X-Forwarded-For": f"9.9.9.9, {address}"} for address in (first, second)]
        statuses = [client.get("avatars", **header).status_code for header in headers]
        wrong += [(first, second)] * (statuses != [200, 429 if alike else 200])
    assert wrong == []


def test_who_is_many_makes_no_budget_new():
    """The counters of a thousand other clients do not evict an earlier one from the in-process cache."""
    guesses = Budget("codes")
    for _ in range(10):
        guesses.spend("player:guesser")

    for number in range(1000):
        Budget("player").spend(f"guest{number}")

    left, _ = guesses.spend("player:guesser")
    assert left == -1


def test_a_counter_that_does_not_answer_refuses_nobody(amel, settings):
    """When the cache fails, requests are not refused."""
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }

    assert amel.get("me").status_code == 200
    refused(amel.post("matches/join", {"code": "ACDEFGHJ"}), 404, "wrong_code")
