"""Codes that log in another device: a pairing code for now, and a recovery code for when every device is lost."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from knox.crypto import hash_token

from accounts.login import device_codes
from accounts.models import DeviceCode, Token
from accounts.services import create_token
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of
from games.row_kinds import clean_up
from tests.api.asking import refused
from tests.helpers.api_client import with_token
from tests.helpers.stored import undone
from tests.helpers.threads import at_once, concurrent

PAIRING, RECOVERY = "me/pairing-code", "me/recovery-code"


def use(client_of, code, **more):
    """Redeem a code; return the answer."""
    return client_of().post("auth/device-codes/redeem", {"code": code, **more})


def test_a_second_device_comes_in_by_a_code(amel, client_of):
    """A pairing code logs the device in as the same player with a token of its own; the first device stays."""
    made = amel.post(PAIRING).data
    answer = use(client_of, made["code"], device="tablet")
    came = with_token(answer.data["token"])

    assert answer.status_code == 201
    assert came.get("me").data == amel.get("me").data == answer.data["player"]
    assert answer.data["recovery_code"] is None
    assert {one["device"] for one in amel.get("me/devices").data["devices"]} == {"test", "tablet"}


def test_a_code_is_taken_as_people_type_it(amel, client_of):
    """A code works in upper or lower case, with or without spaces and dashes."""
    amel.log_in_lately()
    for path, dash in ((PAIRING, " "), (PAIRING, ""), (RECOVERY, " "), (RECOVERY, "")):
        assert use(client_of, amel.post(path).data["code"].lower().replace("-", dash)).status_code == 201


def test_a_code_in_groups_with_its_link_and_its_picture(amel):
    """The link has the code behind a ``#``, so no server sees it; the QR code contains the link."""
    for path, groups in ((PAIRING, [4, 4, 2]), (RECOVERY, [4, 4, 4, 4, 4])):
        made = amel.post(path).data

        assert [len(group) for group in made["code"].split("-")] == groups
        assert made["link"] == f"http://testserver/#/device/{made['code'].replace('-', '')}"
        assert {len(row) for row in made["qr"]} == {len(made["qr"])}
        assert all(row.startswith("1111111") == (number in (0, 6)) for number, row in enumerate(made["qr"][:7]))
        assert re.fullmatch("[01]+", "".join(made["qr"]))


def test_a_code_is_good_once_and_until_the_next_one(amel, client_of):
    """A code works once, and a new one replaces it."""
    amel.log_in_lately()
    for path in (PAIRING, RECOVERY):
        first, second = (amel.post(path).data["code"] for _ in range(2))

        refused(use(client_of, first), 404, "wrong_code")
        assert use(client_of, second).status_code == 201
        refused(use(client_of, second), 404, "wrong_code")


def test_a_code_for_another_device_is_good_for_ten_minutes(amel, client_of, frozen):
    """A pairing code expires after ten minutes, as the answer says; cleanup deletes it."""
    made = amel.post(PAIRING).data
    frozen.shift(timedelta(minutes=10))

    refused(use(client_of, made["code"]), 404, "wrong_code")
    assert made["expires_at"] == timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    frozen.shift(1)
    clean_up(timezone.now())
    assert not DeviceCode.objects.exists()


def test_who_has_lost_every_device_comes_back(amel, client_of, frozen):
    """A recovery code works after all tokens expired. The player gets a new code, and can revoke a lost device."""
    assert amel.get(RECOVERY).data == {"made_at": None}
    made = amel.post(RECOVERY).data
    assert made["expires_at"] is None
    assert amel.get(RECOVERY).data["made_at"]
    frozen.shift(timedelta(days=366))
    clean_up(timezone.now())

    first = use(client_of, made["code"]).data
    second = use(client_of, first["recovery_code"], sign_out_others=True).data

    assert with_token(second["token"]).get("me").data["nickname"] == "Amel"
    refused(with_token(first["token"]).get("me"), 401, "unauthenticated")
    refused(use(client_of, first["recovery_code"]), 404, "wrong_code")


def sign_out_by_name(client, client_of):
    """Revoke the stolen device only."""
    (stolen,) = [one for one in client.get("me/devices").data["devices"] if one["device"] == "stolen"]
    assert client.delete(f"me/devices/{stolen['id']}").status_code == 204


def sign_out_others(client, client_of):
    """Revoke all other devices."""
    assert client.delete("me/devices").status_code == 204


def come_in_alone(thief, client_of):
    """Log in by a pairing code, signing out all other devices."""
    made = use(client_of, thief.code, sign_out_others=True)
    assert made.data["recovery_code"] is None
    return with_token(made.data["token"])


def test_who_stole_a_device_does_not_come_back_by_a_code(amel, client_of, subtests):
    """Revoking a device ends the codes that it made, if its player has logged in recently."""
    stolen = with_token(amel.post("me/devices", {"device": "stolen"}).data["token"])
    made = [stolen.post(path).data["code"] for path in (PAIRING, RECOVERY)]
    amel.log_in_lately()
    for sign_out in (sign_out_by_name, sign_out_others):
        with subtests.test(sign_out=sign_out.__name__), undone():
            sign_out(amel, client_of)

            refused(stolen.get("me"), 401, "unauthenticated")
            for code in made:
                refused(use(client_of, code), 404, "wrong_code")


def test_holding_a_device_is_not_enough_to_end_the_code_for_recovery(amel, client_of, subtests):
    """A device without a recent login ends only pairing codes. Otherwise a thief could replace the recovery code."""
    thief = with_token(amel.post("me/devices", {"device": "thief"}).data["token"])
    owner = with_token(amel.post("me/devices", {"device": "stolen"}).data["token"])
    thief.code, recovery = (owner.post(path).data["code"] for path in (PAIRING, RECOVERY))
    for sign_out in (sign_out_by_name, sign_out_others, come_in_alone):
        with subtests.test(sign_out=sign_out.__name__), undone():
            held = sign_out(thief, client_of) or thief

            refused(owner.get("me"), 401, "unauthenticated")
            refused(use(client_of, thief.code), 404, "wrong_code")
            refused(held.post(RECOVERY), 403, "recent_login_needed")
            assert use(client_of, recovery).status_code == 201


def test_who_signs_out_their_own_device_keeps_the_code(amel, client_of):
    """A recovery code survives signing out the device that made it, as it serves to log in again."""
    code = amel.post(RECOVERY).data["code"]
    (device,) = amel.get("me/devices").data["devices"]
    assert amel.delete(f"me/devices/{device['id']}").status_code == 204

    assert use(client_of, code).status_code == 201


def test_a_code_for_recovery_can_be_ended(amel, client_of):
    """After a recent login the player can delete the recovery code, which then logs no one in."""
    code = amel.post(RECOVERY).data["code"]
    refused(amel.delete(RECOVERY), 403, "recent_login_needed")
    amel.log_in_lately()

    assert amel.delete(RECOVERY).status_code == 204
    assert amel.get(RECOVERY).data == {"made_at": None}
    refused(use(client_of, code), 404, "wrong_code")


def test_who_has_left_or_was_shut_out_does_not_come_back(player, client_of):
    """The code of a deleted or deactivated account is refused like a wrong one."""
    for end in (lambda client, _: client.delete("me"), lambda _, gone: gone.__class__.objects.update(is_active=False)):
        gone = player("Amel")
        client = client_of(gone)
        client.log_in_lately()
        code = client.post(RECOVERY).data["code"]
        end(client, gone)

        refused(use(client_of, code), 404, "wrong_code")


def test_codes_are_stored_as_digests(amel):
    """The database holds only the digest of a code, so a reader of the database cannot log in."""
    code = amel.post(RECOVERY).data["code"].replace("-", "")

    [row] = DeviceCode.objects.all()
    assert code not in str(row.__dict__)
    assert row.digest == digest_of(code)


def test_wrong_codes_are_counted_by_address(amel, client_of, settings, frozen):
    """Wrong codes are limited per address and hour; right ones do not count."""
    settings.THROTTLES = {**settings.THROTTLES, "device_codes": "3/hour"}
    for _ in range(5):
        assert use(client_of, amel.post(PAIRING).data["code"]).status_code == 201
    for _ in range(3):
        refused(use(client_of, "AAAA-AAAA-AA"), 404, "wrong_code")

    problem = refused(use(client_of, amel.post(PAIRING).data["code"]), 429, "too_many_wrong_codes")
    assert 0 < problem["retry_after"] <= 3600
    frozen.shift(timedelta(hours=1))
    assert use(client_of, amel.post(PAIRING).data["code"]).status_code == 201


def test_a_device_that_cannot_be_called_so_uses_nothing_up(amel, client_of):
    """An invalid device name uses up neither the code nor an attempt."""
    code = amel.post(PAIRING).data["code"]

    assert list(refused(use(client_of, code, device="a\u202eb"), 400, "invalid")["errors"]) == ["device"]
    assert use(client_of, code, device="ab").status_code == 201


@concurrent
def test_of_many_at_once_one_comes_in(player):
    """One of many simultaneous requests with the same code logs in."""
    amel = player("Amel")
    code, _ = device_codes.make_code(create_token(amel, "")[0], device_codes.RECOVERY, timezone.now())

    came = at_once(*[lambda: device_codes.use_code(code, device_codes.NewDevice(""), timezone.now()).token] * 8)

    assert sum(not isinstance(one, DomainError) for one in came) == 1
    assert DeviceCode.objects.filter(player=amel).count() == 1


# --- how many devices -------------------------------------------------------------------------------------------------


def test_so_many_devices_and_no_more(amel, settings):
    """At the limit a player must sign out a device before adding one; programs have a limit of their own."""
    settings.LIMITS = {**settings.LIMITS, "devices": 2}
    other = amel.post("me/devices", {}).data["token"]

    assert refused(amel.post("me/devices", {}), 409, "too_many_devices")["limit"] == 2
    assert amel.post("me/devices", {"scopes": ["read"]}).status_code == 201
    Token.objects.filter(digest=hash_token(other)).delete()
    assert amel.post("me/devices", {}).status_code == 201


def test_who_comes_in_signs_out_the_device_that_was_not_used_for_longest(amel, client_of, settings, frozen):
    """A login at the limit signs out the least recently used device.

    A thief cannot lock the player out with new tokens.
    """
    settings.LIMITS = {**settings.LIMITS, "devices": 2}
    old = with_token(amel.post("me/devices", {}).data["token"])
    frozen.shift(timedelta(hours=2))
    code = amel.post(RECOVERY).data["code"]

    came = client_of().post("auth/device-codes/redeem", {"code": code})

    assert came.status_code == 201
    refused(old.get("me"), 401, "unauthenticated")
    assert amel.get("me").status_code == 200
    assert with_token(came.data["token"]).get("me").status_code == 200


def test_devices_are_not_made_all_the_time(amel, settings):
    """Creating devices is rate limited, also when each is signed out again."""
    settings.THROTTLES = {**settings.THROTTLES, "devices": "2/hour"}
    assert [amel.post("me/devices", {}).status_code for _ in range(3)] == [201, 201, 429]
