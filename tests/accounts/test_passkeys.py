"""Passkeys: a simulated device adds them and logs in, or fails with a faulty proof."""

from __future__ import annotations

import os
import subprocess
import sys
from copy import copy
from datetime import timedelta

import cbor2
import pytest
from django.utils import timezone

from accounts.models import Passkey, PasskeyChallenge, Player, RecentLogin
from accounts.services import leave
from games.row_kinds import clean_up
from tests.api.asking import UNKNOWN, refused
from tests.helpers.api_client import with_token
from tests.helpers.authenticator import PRESENT, Authenticator, decoded, encoded
from tests.helpers.stored import undone

ORIGIN = "https://cards.example"


@pytest.fixture(autouse=True)
def _at_a_name(settings):
    settings.PUBLIC_URL = ORIGIN


@pytest.fixture
def amel(player, client_of):
    """Return the client of a guest with a recent login."""
    client = client_of(player("Amel"))
    client.log_in_lately()
    return client


@pytest.fixture
def device():
    """Return a device that stores passkeys."""
    return Authenticator(ORIGIN)


def add(client, device, name="phone"):
    """Add a passkey of a device; return the answer."""
    options = client.post("me/passkeys/options").data["options"]
    return client.post("me/passkeys", {"credential": device.make(options), "name": name})


def log_in(client_of, key, **more):
    """Log in by the passkey of a device; return the answer."""
    options = client_of().post("auth/passkeys/options").data["options"]
    return client_of().post("auth/passkeys", {"credential": key.use(options), **more})


def test_who_has_a_passkey_logs_in_without_a_name(amel, client_of, device):
    """A passkey logs in the same player on any device, any number of times; the list shows its last use."""
    made = add(amel, device)
    assert (made.status_code, made.data["name"], made.data["used_at"]) == (201, "phone", None)

    for _ in range(2):
        answer = log_in(client_of, device, device="laptop")
        assert answer.status_code == 201
        assert with_token(answer.data["token"]).get("me").data["id"] == amel.get("me").data["id"]
    (shown,) = amel.get("me/passkeys").data["passkeys"]
    assert shown["used_at"]
    assert [one["device"] for one in amel.get("me/devices").data["devices"]].count("laptop") == 2


def test_what_a_browser_is_asked(amel, client_of, device):
    """Options require user verification for this host, a new challenge each time, and exclude existing passkeys."""
    first = amel.post("me/passkeys/options").data["options"]
    assert first["rp"]["id"] == "cards.example"
    assert first["authenticatorSelection"]["residentKey"] == "required"
    assert first["authenticatorSelection"]["userVerification"] == "required"
    add(amel, device)
    second = amel.post("me/passkeys/options").data["options"]
    assert [one["id"] for one in second["excludeCredentials"]] == [Passkey.objects.get().credential]
    asked = [client_of().post("auth/passkeys/options").data["options"] for _ in range(2)]
    assert asked[0]["challenge"] != asked[1]["challenge"]
    assert {one["userVerification"] for one in asked} == {"required"}
    assert not any(one.get("allowCredentials") for one in asked)


FAULTS = {
    "it answers for another origin": {"origin": "https://evil.example"},
    "it belongs to another host": {"host": "evil.example"},
    "it does not verify its user": {"flags": PRESENT},
    "it signs with another key": {"key": Authenticator(ORIGIN).key},
    "it is a clone, whose counter is behind": {"count": 0},
    "it claims another user": {"user": b"0" * 16},
}
"""Faults of a device, as other values of its attributes."""


def faulty(device, changes):
    """Return a copy of a device with other attributes."""
    other = copy(device)
    vars(other).update(changes)
    return other


def test_what_proves_nothing_lets_nobody_in(amel, client_of, device, subtests):
    """A faulty proof is refused: another site, another key, no user verification, a clone."""
    device.count = 5
    add(amel, device)
    assert log_in(client_of, device).status_code == 201
    for fault, changes in FAULTS.items():
        with subtests.test(fault=fault):
            refused(log_in(client_of, faulty(device, changes)), 403, "wrong_passkey")
    assert log_in(client_of, device).status_code == 201


def test_what_proves_nothing_is_no_passkey(amel, device, subtests):
    """A faulty proof adds no passkey."""
    for fault in list(FAULTS)[:3]:
        with subtests.test(fault=fault):
            refused(add(amel, faulty(device, FAULTS[fault])), 403, "wrong_passkey")
            assert not Passkey.objects.exists()


def test_a_challenge_is_good_once(amel, client_of, device):
    """A challenge works once, so a recorded proof cannot be replayed."""
    add(amel, device)
    used = device.use(client_of().post("auth/passkeys/options").data["options"])
    assert client_of().post("auth/passkeys", {"credential": used}).status_code == 201
    refused(client_of().post("auth/passkeys", {"credential": used}), 403, "wrong_passkey")


def test_a_challenge_is_good_for_five_minutes(amel, client_of, device, frozen):
    """A challenge expires after five minutes, and cleanup deletes it."""
    add(amel, device)
    used = device.use(client_of().post("auth/passkeys/options").data["options"])
    frozen.shift(timedelta(minutes=5))

    refused(client_of().post("auth/passkeys", {"credential": used}), 403, "wrong_passkey")
    frozen.shift(1)
    clean_up(timezone.now())
    assert not PasskeyChallenge.objects.exists()


def test_a_challenge_is_for_its_player(amel, player, client_of, device):
    """A challenge belongs to its player and purpose, so an intercepted proof helps no other player."""
    sami = client_of(player("Sami"))
    made = device.make(amel.post("me/passkeys/options").data["options"])
    refused(sami.post("me/passkeys", {"credential": made}), 403, "wrong_passkey")
    asked = device.use(amel.post("me/passkeys/options").data["options"])
    refused(client_of().post("auth/passkeys", {"credential": asked}), 403, "wrong_passkey")


def test_a_passkey_is_one_player_s(amel, player, client_of, device):
    """A passkey cannot be added twice."""
    add(amel, device)
    refused(add(client_of(player("Sami")), device), 403, "wrong_passkey")


def test_a_passkey_of_one_s_own_begins_a_recent_login(amel, player, client_of, device, frozen):
    """A signature of the player's own passkey begins a recent login; one of another player's does not."""
    sami, theirs = client_of(player("Sami")), Authenticator(ORIGIN)
    add(amel, device)
    add(sami, theirs)
    frozen.shift(timedelta(minutes=15))
    assert amel.get("me/recent-login").data["needed"] is True

    def prove(key):
        options = client_of().post("auth/passkeys/options").data["options"]
        return amel.put("me/recent-login", {"credential": key.use(options)})

    refused(prove(theirs), 403, "wrong_passkey")
    assert amel.get("me/recent-login").data["needed"] is True
    assert prove(device).data["needed"] is False


def test_nonsense_is_no_passkey(amel, client_of, device, subtests):
    """A proof with a malformed part is refused."""
    add(amel, device)
    deep = encoded(b"[" * 1_100)
    changes = [
        *(("clientDataJSON", "e30"), ("clientDataJSON", "!"), ("clientDataJSON", deep)),
        *(("signature", "AA"), ("authenticatorData", "AA")),
    ]
    for part, text in changes:
        with subtests.test(part=part, text=text):
            used = device.use(client_of().post("auth/passkeys/options").data["options"])
            used["response"][part] = text
            refused(client_of().post("auth/passkeys", {"credential": used}), 403, "wrong_passkey")
    for given in ("\0", "é", "x" * 1_401):
        used = device.use(client_of().post("auth/passkeys/options").data["options"])
        refused(client_of().post("auth/passkeys", {"credential": {**used, "id": given}}), 403, "wrong_passkey")


def test_an_impossible_key_is_not_added(amel, device):
    """A key without content, or with an id that is too long to store, is refused."""
    device.id = b"x" * 1_051
    refused(add(amel, device), 403, "wrong_passkey")
    device.id = b"x" * 1_023
    assert add(amel, device).status_code == 201

    other = Authenticator(ORIGIN)
    made = other.make(amel.post("me/passkeys/options").data["options"])
    attested = cbor2.loads(decoded(made["response"]["attestationObject"]))
    cut = 37 + 16 + 2 + len(other.id)  # the hash, flags and counter; the model; the length and the id; then the key
    attested["authData"] = attested["authData"][:cut] + cbor2.dumps([])
    made["response"]["attestationObject"] = encoded(cbor2.dumps(attested))
    refused(amel.post("me/passkeys", {"credential": made, "name": "empty"}), 403, "wrong_passkey")


def test_passkeys_are_renamed_and_removed(amel, player, client_of, device):
    """Only its player can rename or remove a passkey."""
    path = f"me/passkeys/{add(amel, device).data['id']}"
    sami = client_of(player("Sami"))
    for answer in (sami.patch(path, {"name": "mine"}), sami.delete(path), amel.delete(f"me/passkeys/{UNKNOWN}")):
        refused(answer, 404, "not_found")
    assert amel.patch(path, {"name": "Tablet"}).data["name"] == "Tablet"
    assert amel.delete(path).status_code == 204

    refused(log_in(client_of, device), 403, "wrong_passkey")
    assert amel.get("me/passkeys").data == {"passkeys": []}


def test_so_many_and_no_more(amel, settings):
    """The setting limits the number of passkeys per player."""
    settings.LIMITS = {**settings.LIMITS, "passkeys": 2}
    for _ in range(2):
        assert add(amel, Authenticator(ORIGIN)).status_code == 201
    assert refused(add(amel, Authenticator(ORIGIN)), 409, "too_many_passkeys")["limit"] == 2


def test_where_there_can_be_none(amel, client_of, device, settings, subtests):
    """Passkeys need a host name and no IP address; ``getServer`` shows whether the server offers them."""
    made = device.make(amel.post("me/passkeys/options").data["options"])
    assert "passkey" in amel.get("server").data["log_in"]
    for settings.PUBLIC_URL in ("", "http://127.0.0.1:8000", "http://[::1]:8000"):
        with subtests.test(url=settings.PUBLIC_URL), undone():
            assert "passkey" not in amel.get("server").data["log_in"]
            for answer in (
                amel.post("me/passkeys/options"),
                amel.post("me/passkeys", {"credential": made}),
                client_of().post("auth/passkeys/options"),
            ):
                refused(answer, 409, "login_method_unavailable")


def test_who_has_left_or_was_shut_out_is_let_in_by_none(amel, client_of, device, now):
    """A passkey of a deleted or deactivated account is refused; deletion removes it."""
    add(amel, device)
    player = Player.objects.get()
    Player.objects.update(is_active=False)
    refused(log_in(client_of, device), 403, "wrong_passkey")
    Player.objects.update(is_active=True)
    leave(player, now)

    refused(log_in(client_of, device), 403, "wrong_passkey")
    assert not Passkey.objects.exists()


def test_who_has_just_logged_in_may_set_a_password(amel, client_of, device):
    """After a login by passkey a password can be set without the old one; a login can sign out other devices."""
    add(amel, device)
    came = log_in(client_of, device, sign_out_others=True).data
    assert RecentLogin.objects.filter(token__user=Player.objects.get()).exists()
    refused(amel.get("me"), 401, "unauthenticated")
    assert with_token(came["token"]).get("me/password").data == {"is_set": False, "needs_current": False}


def test_challenges_are_counted(amel, client_of, settings):
    """Challenges are rate limited by player and by address."""
    settings.THROTTLES = {**settings.THROTTLES, "challenges": "1/hour"}
    for client, path in ((amel, "me/passkeys/options"), (client_of(), "auth/passkeys/options")):
        assert client.post(path).status_code == 201
        refused(client.post(path), 429, "throttled")


def test_the_library_is_loaded_when_it_is_needed():
    """A process that only plays moves does not import the library."""
    code = "import django; django.setup(); import chkobba_api.urls, sys; assert 'webauthn' not in sys.modules"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "chkobba_api.settings"}
    subprocess.run([sys.executable, "-c", code], check=True, env=env)


def test_looking_at_passkeys_costs_the_same_for_many(amel, django_assert_num_queries):
    """The list takes three queries: the token, the passkeys, and the devices that added them."""
    for _ in range(3):
        add(amel, Authenticator(ORIGIN))
    with django_assert_num_queries(3):
        amel.get("me/passkeys")
