"""Account takeover: what a thief or a program with a token cannot do, and what ends with them."""

from __future__ import annotations

import re

import pytest
from django.test import Client as Browser
from django.utils import timezone

from accounts import recent_login, services
from accounts.models import (
    AccountMail,
    AuthorizationCode,
    DeviceCode,
    EmailAddress,
    Passkey,
    Player,
    RecentLogin,
    Token,
)
from games.api.notifications import channels
from games.models import CalendarFeed, NotificationChannel, ProgramCalendarFeed
from games.notifications import player_channels
from games.row_kinds import clean_up
from tests.api.asking import SUBSCRIPTION, refused
from tests.helpers.api_client import with_token
from tests.helpers.authenticator import Authenticator
from tests.helpers.oauth_program import Program
from tests.helpers.stored import undone

NOBODY = "http://127.0.0.1:9/"
"""An address where no server listens."""
OWN, THIEVES = "amel@home.example", "thief@elsewhere.example"


@pytest.fixture
def program(amel):
    """Return the client of a program with the scope for notification channels only."""
    return with_token(amel.post("me/devices", {"device": "bot", "scopes": ["channels"]}).data["token"])


def press(mail):
    """Confirm an address by the button behind the mailed link."""
    (link,) = set(re.findall(r"https://cards\.example(/mail/confirm/\S+)", mail.body))
    assert Browser().post(link).status_code == 200


def log_in_address(client, mails, address=OWN):
    """Add a confirmed login address; return its id."""
    added = client.post("me/login-addresses", {"mail": address})
    assert added.status_code == 201, added.data
    press(next(mail for mail in mails() if mail.to == [address]))
    return added.data["id"]


def links_to(client_of, mails, address):
    """Request login links; return the mailed secrets."""
    assert client_of().post("auth/login-links", {"mail": address}).status_code == 202
    return [secret for mail in mails() for secret in re.findall(r"/#/device/log-in/(\S+)", mail.body)]


# --- a program cannot log in as its player ----------------------------------------------------------------------------


def test_a_program_does_not_take_the_account_over_by_a_mailbox(program, client_of, mails):
    """A mailbox that a program added and confirmed for notifications does not log in."""
    channel = program.post("me/channels", {"type": "mail", "target": THIEVES}).data
    press(mails()[0])

    assert program.get(f"me/channels/{channel['id']}").data["confirmed"] is True
    assert links_to(client_of, mails, THIEVES) == []


def test_what_a_device_only_wants_to_be_told_at_lets_nobody_in_either(amel, client_of, mails):
    """An address for notifications gets no login links until it is added as one; it needs no second confirmation."""
    amel.post("me/channels", {"type": "mail", "target": OWN})
    press(mails()[0])
    assert links_to(client_of, mails, OWN) == []

    assert amel.post("me/login-addresses", {"mail": OWN}).data["confirmed"] is True

    [secret] = links_to(client_of, mails, OWN)
    assert client_of().post("auth/login-links/redeem", {"link": secret}).status_code == 201


def test_a_program_neither_sees_nor_changes_what_it_has_not_added(amel, program, mails):
    """A program neither sees nor changes channels that it has not added, nor login addresses."""
    log_in_address(amel, mails)
    mine = [amel.post("me/channels", wish).data["id"] for wish in ({"type": "mail", "target": OWN}, _webhook())]
    theirs = program.post("me/channels", _webhook()).data["id"]

    assert [one["id"] for one in program.get("me/channels").data["channels"]] == [theirs]
    for one in mine:
        path = f"me/channels/{one}"
        refused(program.get(path), 404, "not_found")
        refused(program.patch(path, {"on": False}), 404, "not_found")
        refused(program.delete(path), 404, "not_found")
        refused(program.post(f"{path}/test"), 404, "not_found")
        refused(program.post(f"{path}/confirmation"), 404, "not_found")
        refused(program.get(f"{path}/deliveries"), 404, "not_found")
    for method, path in (("get", "me/login-addresses"), ("post", "me/login-addresses")):
        refused(getattr(program, method)(path), 403, "insufficient_scope")
    assert {one["id"] for one in amel.get("me/channels").data["channels"]} == {*mine, theirs}
    assert program.delete(f"me/channels/{theirs}").status_code == 204


def test_a_login_address_outlives_the_channel_to_it(amel, client_of, mails):
    """Deleting a notification channel keeps the login address, and the other way round."""
    login = log_in_address(amel, mails)
    channel = amel.post("me/channels", {"type": "mail", "target": OWN}).data["id"]
    assert amel.delete(f"me/channels/{channel}").status_code == 204
    assert len(links_to(client_of, mails, OWN)) == 1

    refused(amel.delete(f"me/login-addresses/{login}"), 403, "recent_login_needed")
    amel.log_in_lately()
    assert amel.delete(f"me/login-addresses/{login}").status_code == 204
    assert links_to(client_of, mails, OWN) == []


def test_a_new_login_address_is_reported_to_all_others(amel, program, mails):
    """A confirmed login address is reported to the other login addresses, not to mailboxes of programs."""
    log_in_address(amel, mails)
    program.post("me/channels", {"type": "mail", "target": THIEVES})
    press(mails()[0])
    refused(amel.post("me/login-addresses", {"mail": "new@home.example"}), 403, "recent_login_needed")
    amel.log_in_lately()
    log_in_address(amel, mails, "new@home.example")

    [told] = mails()

    assert (told.to, told.subject) == ([OWN], "Security notice for your account at Chkobba")
    assert "the guest \u2068Amel\u2069" in told.body


def test_so_many_login_addresses_and_no_more(amel, mails, settings):
    """The number of login addresses is limited; adding the same one again is no error."""
    settings.LIMITS = {**settings.LIMITS, "login_addresses": 1}
    for _ in range(2):
        assert amel.post("me/login-addresses", {"mail": OWN}).status_code == 201
    answer = amel.post("me/login-addresses", {"mail": "new@home.example"})
    assert refused(answer, 409, "too_many_login_addresses")["limit"] == 1
    [only] = amel.get("me/login-addresses").data["addresses"]
    assert (only["mail"], only["confirmed"], only["added_by"]) == (OWN, False, "test")


# --- a thief who once held a device -----------------------------------------------------------------------------------

HERE = "https://cards.example"
"""The origin of the passkeys."""


def a_passkey(client):
    """Add a passkey; return the answer."""
    begun = client.post("me/passkeys/options")
    return begun if begun.status_code != 201 else client.post("me/passkeys", _made(begun.data["options"]))


def a_passkey_begun_before(client):
    """Add a passkey whose options were made while that was allowed."""
    return client.post("me/passkeys", _made(client.options))


def _made(options):
    return {"credential": Authenticator(HERE).make(options), "name": "thief"}


def a_login_address(client):
    """Add a login address; return the answer."""
    return client.post("me/login-addresses", {"mail": THIEVES})


def a_recovery_code(client):
    """Make a recovery code; return the answer."""
    return client.post("me/recovery-code")


def a_pairing_code(client):
    """Make a pairing code; return the answer."""
    return client.post("me/pairing-code")


def a_device(client):
    """Create a token for another device; return the answer."""
    return client.post("me/devices", {"device": "thief"})


def a_program(client):
    """Create a token for a program; return the answer."""
    return client.post("me/devices", {"device": "thief", "scopes": ["read"]})


def a_grant(client):
    """Allow a program by OAuth; return the answer."""
    return client.post("me/authorizations", {**Program().asked, "allow": True})


def a_guest(client):
    """Merge a guest, whose devices then belong to the player; return the answer."""
    return client.post("me/aliases", {"token": services.create_guest("Thief", "cat", "")[1]})


def a_password(client):
    """Claim a name and set the first password; return the answer."""
    named = client.put("me/name", {"name": "amel_k"})
    return client.put("me/password", {"password": "mint tea at nine"}) if named.status_code == 200 else named


ADDED = {
    a_passkey: "passkey",
    a_passkey_begun_before: "passkey",
    a_login_address: None,  # reported once it is confirmed
    a_recovery_code: "recovery_code",
    a_pairing_code: "pairing_code",
    a_device: "device",
    a_program: "program",
    a_grant: "program",
    a_guest: "guest",
    a_password: "",
}
"""Requests that give access for later, and how each is reported."""


@pytest.fixture
def owner(amel, mails, settings):
    """Return the client of a player with a login address, no recent login, and all mails read."""
    settings.PUBLIC_URL = HERE
    log_in_address(amel, mails)
    amel.log_in_lately()
    amel.options = amel.post("me/passkeys/options").data["options"]
    RecentLogin.objects.all().delete()
    return amel


def test_a_way_in_is_added_after_a_recent_login_only_and_reported(owner, mails, subtests):
    """Adding a login method needs a recent login, and is reported to each confirmed address."""
    for add, way in ADDED.items():
        with subtests.test(add=add.__name__), undone():
            with undone():
                refused(add(owner), 403, "recent_login_needed")
                assert not any(table.objects.exists() for table in (Passkey, DeviceCode, AuthorizationCode))
                assert Token.objects.count() == 1 + (add is a_guest)
                assert [one.address for one in EmailAddress.objects.all()] == [OWN]
                assert not Player.objects.get(pk=owner.player.pk).has_usable_password()

            owner.log_in_lately()
            assert add(owner).status_code in (200, 201)
            told = AccountMail.objects.filter(address=OWN).exclude(kind="confirm")
            assert [mail.way for mail in told] == ([] if way is None else [way])
            assert [mail.to for mail in mails() if mail.to != [THIEVES]] == [[OWN]] * len(told)


def test_who_has_no_way_in_yet_adds_the_first_one(amel, settings, mails, subtests):
    """A player without any login method may add the first one at any time, as there is nothing to prove."""
    settings.PUBLIC_URL = HERE
    for add in ADDED:
        if add is not a_passkey_begun_before:
            with subtests.test(add=add.__name__), undone():
                assert add(amel).status_code in (200, 201)


def test_who_holds_a_device_removes_no_way_in(owner, client_of, mails):
    """A device without a recent login cannot remove a login method; otherwise a thief could add a first one."""
    owner.log_in_lately()
    key = a_passkey(owner).data["id"]
    owner.post("me/recovery-code")
    RecentLogin.objects.all().delete()
    [address] = owner.get("me/login-addresses").data["addresses"]

    for path in (f"me/passkeys/{key}", f"me/login-addresses/{address['id']}", "me/recovery-code"):
        refused(owner.delete(path), 403, "recent_login_needed")
    refused(owner.delete("me/devices?remove_what_they_added=true"), 403, "recent_login_needed")


def test_who_holds_a_device_does_not_rename_an_account_with_a_password(owner):
    """A device without a recent login cannot change the name, with which its player logs in."""
    assert owner.put("me/name", {"name": "amel_k"}).status_code == 200
    owner.log_in_lately()
    assert owner.put("me/password", {"password": "mint tea at nine"}).status_code == 200
    assert owner.put("me/name", {"name": "amel_l"}).status_code == 200
    RecentLogin.objects.all().delete()

    refused(owner.put("me/name", {"name": "thief"}), 403, "recent_login_needed")


def test_who_holds_a_device_does_not_delete_the_account(owner):
    """A device without a recent login cannot schedule or start account deletion, but can cancel it."""
    refused(owner.delete("me"), 403, "recent_login_needed")
    refused(owner.put("me/deletion", {}), 403, "recent_login_needed")
    owner.log_in_lately()
    assert owner.put("me/deletion", {}).status_code == 200
    RecentLogin.objects.all().delete()
    assert owner.delete("me/deletion").status_code == 204
    owner.log_in_lately()
    assert owner.delete("me").status_code == 204


def test_a_thief_does_not_prove_anything_by_a_code_of_their_own(owner):
    """A thief gets no recovery code; the player's old one stays valid as proof."""
    refused(a_recovery_code(owner), 403, "recent_login_needed")
    owner.log_in_lately()
    code = a_recovery_code(owner).data["code"]
    RecentLogin.objects.all().delete()

    assert owner.put("me/recent-login", {"recovery_code": code}).data["needed"] is False
    assert a_passkey(owner).status_code == 201


def sign_out_others(client):
    """Sign out all other devices, and remove what they added."""
    return client.delete("me/devices?remove_what_they_added=true")


def set_a_password(client):
    """Set another password, with the same effect."""
    assert client.put("me/name", {"name": "amel_k"}).status_code == 200
    wish = {"password": "mint tea at nine", "sign_out_others": True, "remove_what_they_added": True}
    return client.put("me/password", wish)


def test_what_other_devices_have_added_goes_where_that_is_asked_for(owner, client_of, mails, subtests):
    """On request, login methods that other devices added are removed, even if these were signed out before."""
    owner.log_in_lately()
    thief = with_token(a_device(owner).data["token"])
    kept = {"passkey": a_passkey(owner).data["id"], "channel": owner.post("me/channels", _webhook()).data["id"]}
    recent_login.begin(Token.objects.get(device="thief"), timezone.now())
    log_in_address(thief, mails, THIEVES)
    assert a_passkey(thief).data["added_by"] == "thief"
    code = a_recovery_code(thief).data["code"]
    calendar = thief.post("me/calendar-feed").data["address"]
    assert thief.post("me/channels", {"type": "mail", "target": "other@elsewhere.example"}).status_code == 201
    [other] = [one for one in thief.get("me/devices").data["devices"] if one["current"]]
    for sign_out in (sign_out_others, set_a_password):
        for is_signed_out in (True, False):
            with subtests.test(sign_out=sign_out.__name__, is_signed_out=is_signed_out), undone():
                if is_signed_out:
                    assert thief.delete(f"me/devices/{other['id']}").status_code == 204

                assert sign_out(owner).status_code in (200, 204)

                assert thief.get("me").status_code == 401
                assert [one["id"] for one in owner.get("me/passkeys").data["passkeys"]] == [kept["passkey"]]
                assert [one["mail"] for one in owner.get("me/login-addresses").data["addresses"]] == [OWN]
                assert [one["id"] for one in owner.get("me/channels").data["channels"]] == [kept["channel"]]
                assert [one.address for one in EmailAddress.objects.all()] == [OWN]
                assert owner.get("me/recovery-code").data["made_at"] is None
                refused(client_of().post("auth/device-codes/redeem", {"code": code}), 404, "wrong_code")
                assert _status(calendar) == 404
                assert links_to(client_of, mails, THIEVES) == []


def by_a_link(owner, anyone, mails):
    """Log in by a link to the player's own address; return the kind and name of the login method that stays."""
    assert anyone.post("auth/login-links", {"mail": OWN}).status_code == 202
    [secret] = re.findall(r"/#/device/log-in/(\S+)", mails()[-1].body)
    return "auth/login-links/redeem", {"link": secret}, [OWN], []


def by_a_passkey(owner, anyone, mails):
    """Log in by the player's own passkey; return the same."""
    signed = owner.key.use(anyone.post("auth/passkeys/options").data["options"])
    return "auth/passkeys", {"credential": signed}, [], ["Amel's"]


def by_a_password(owner, anyone, mails):
    """Log in by name and password; return the same."""
    return "auth/log-in", {"name": "amel_k", "password": "mint tea at nine"}, [], []


def by_recovery(owner, anyone, mails):
    """Log in by the recovery code; return the same."""
    return "auth/device-codes/redeem", {"code": owner.post("me/recovery-code").data["code"]}, [], []


WAYS_BACK = [by_a_link, by_a_passkey, by_a_password, by_recovery]


@pytest.fixture
def protected(owner, mails):
    """Return a client whose player has every login method; ``key`` holds their passkey."""
    owner.log_in_lately()
    owner.key = Authenticator(HERE)
    made = {"credential": owner.key.make(owner.options), "name": "Amel's"}
    assert owner.post("me/passkeys", made).status_code == 201
    assert a_password(owner).status_code == 200
    mails()
    return owner


def test_a_log_in_is_reported_and_removes_what_others_have_added(protected, client_of, mails, subtests):
    """A login is reported to all other confirmed addresses. On request, it removes what other devices have added."""
    for come_back in WAYS_BACK:
        with subtests.test(come_back=come_back.__name__):
            with undone():
                path, wish, addresses, _ = come_back(protected, client_of(), mails)
                mails()
                assert client_of().post(path, wish).status_code == 201
                told = mails()
                assert [mail.to for mail in told] == ([] if addresses else [[OWN]])
                assert all("A new device logged in to the account" in mail.body for mail in told)
            with undone():
                path, wish, addresses, keys = come_back(protected, client_of(), mails)
                wish |= {"device": "new", "sign_out_others": True, "remove_what_they_added": True}
                answer = client_of().post(path, wish)
                assert answer.status_code == 201, answer.data
                new = with_token(answer.data["token"])
                assert [one["mail"] for one in new.get("me/login-addresses").data["addresses"]] == addresses
                assert [one["name"] for one in new.get("me/passkeys").data["passkeys"]] == keys
                assert protected.get("me").status_code == 401


def test_what_is_removed_is_reported(protected, mails):
    """A removed login address is told of its removal, which may be a thief's act."""
    [key] = protected.get("me/passkeys").data["passkeys"]
    assert protected.delete(f"me/passkeys/{key['id']}").status_code == 204
    [told] = mails()
    assert (told.to, "A passkey was removed from the account" in told.body) == ([OWN], True)

    [address] = protected.get("me/login-addresses").data["addresses"]
    assert protected.delete(f"me/login-addresses/{address['id']}").status_code == 204
    [told] = mails()
    assert (told.to, "A login address was removed from the account" in told.body) == ([OWN], True)


def a_log_in(thief):
    """Log in by the password, and remove what others have added; return the answer."""
    wish = {"name": "amel_k", "password": "mint tea at nine", "sign_out_others": True, "remove_what_they_added": True}
    return thief.post("auth/log-in", wish)


NOTICES = {
    "A new device logged in to the account": a_log_in,
    "The password of": set_a_password,
    "removed from the account": sign_out_others,
}
"""Notices of the ways in which a thief removes what the player has added."""


def test_what_is_removed_at_once_is_reported_where_it_was(protected, mails, subtests):
    """The owner gets a mail about each removal, also at the addresses that a thief removes."""
    thief = with_token(a_device(protected).data["token"])
    recent_login.begin(Token.objects.get(device="thief"), timezone.now())
    mails()
    for notice, remove in NOTICES.items():
        with subtests.test(remove=remove.__name__), undone():
            assert remove(thief).status_code in (200, 201, 204)
            assert not EmailAddress.objects.exists()
            told = mails()
            assert {mail.to[0] for mail in told} == {OWN}
            for text in (notice, "A passkey was removed", "A login address was removed"):
                assert any(text in mail.body for mail in told), text


def test_a_pairing_code_removes_nothing(owner, client_of, mails):
    """A login by pairing code removes nothing, as it proves only that another device is at hand.

    The code was reported before.
    """
    owner.log_in_lately()
    code = a_pairing_code(owner).data["code"]
    mails()
    wish = {"code": code, "sign_out_others": True, "remove_what_they_added": True}
    refused(client_of().post("auth/device-codes/redeem", wish), 403, "recent_login_needed")

    assert client_of().post("auth/device-codes/redeem", {"code": code, "sign_out_others": True}).status_code == 201
    assert mails() == []


def test_what_other_devices_have_added_stays_unless_that_is_asked_for(owner):
    """Signing out other devices alone keeps the login methods that they added."""
    owner.log_in_lately()
    other = with_token(a_device(owner).data["token"])
    recent_login.begin(Token.objects.get(device="thief"), timezone.now())
    assert a_passkey(other).status_code == 201

    assert owner.delete("me/devices").status_code == 204
    [left] = owner.get("me/passkeys").data["passkeys"]
    assert left["added_by"] is None  # that device is signed out
    refused(owner.delete("me/devices?remove_what_they_added=maybe"), 400, "invalid")


# --- the staff locks an account -----------------------------------------------------------------------------------


def test_the_staff_ends_all_ways_in_and_out(amel, program, client_of, mails):
    """The staff ends every login method, token and code, also those that programs or thieves added."""
    log_in_address(amel, mails)
    program.post("me/channels", _webhook())
    amel.post("me/channels", {"type": "mail", "target": OWN})
    calendars = [client.post("me/calendar-feed").data["address"] for client in (program, amel)]
    amel.log_in_lately()
    code = amel.post("me/recovery-code").data["code"]
    [link] = links_to(client_of, mails, OWN)
    asked = Program()
    authorized = asked.told(amel)["code"]

    services.end_ways_in(amel.player)

    assert [_status(address) for address in calendars] == [404, 404]
    assert not NotificationChannel.objects.exists()
    assert not EmailAddress.objects.exists()
    refused(client_of().post("auth/login-links/redeem", {"link": link}), 404, "wrong_code")
    refused(client_of().post("auth/device-codes/redeem", {"code": code}), 404, "wrong_code")
    assert asked.exchange(authorized).status_code == 400
    assert links_to(client_of, mails, OWN) == []
    for client in (amel, program):
        refused(client.get("me"), 401, "unauthenticated")
    amel.player.refresh_from_db()
    assert amel.player.has_channels is False


def test_what_is_being_added_meanwhile_does_not_stay(amel, mails, monkeypatch, subtests):
    """A device that is signed out while it adds a channel leaves neither the channel nor an address behind."""
    ends = {
        "locked": lambda: services.end_ways_in(amel.player),
        "signed out": lambda: services.end_tokens(Token.objects.filter(user=amel.player)),
    }
    mail = {"type": "mail", "target": THIEVES}
    places = [
        (_webhook(), type(player_channels.PLAYER_SENDERS["webhook"]), "checked"),
        (mail, type(player_channels.PLAYER_SENDERS["mail"]), "checked"),
        (mail, channels, "counted_as"),
    ]
    for name, end in ends.items():
        for wish, where, what in places:
            done = getattr(where, what)
            with subtests.test(end=name, wish=wish["type"], during=what), undone(), monkeypatch.context() as patched:
                patched.setattr(where, what, lambda *said, done=done, end=end: (end(), done(*said))[1])
                refused(amel.post("me/channels", wish), 401, "unauthenticated")
                assert not EmailAddress.objects.exists()
                assert mails() == []
                assert what == "counted_as" or not NotificationChannel.objects.exists()


# --- what a program has added ends with it ----------------------------------------------------------------------------


def _webhook():
    return {"type": "webhook", "target": NOBODY}


def test_what_a_program_has_added_ends_with_it(amel, program, mails, settings, frozen, subtests):
    """Ending a program removes its channels of any kind, its confirmed mailbox and its calendar feed."""
    program.post("me/channels", _webhook())
    program.post("me/channels", {"type": "mail", "target": THIEVES})
    press(mails()[0])
    program.post("me/channels", {"type": "device", "format": "unifiedpush", "subscription": SUBSCRIPTION})
    calendars = [client.post("me/calendar-feed").data["address"] for client in (program, amel)]
    kept = amel.post("me/channels", _webhook()).data["id"]
    assert [_status(address) for address in calendars] == [200, 200]
    token = Token.objects.get(device="bot")

    def expire():
        Token.objects.filter(pk=token.pk).update(expiry=timezone.now())
        frozen.shift(1)
        clean_up(timezone.now())

    ends = {
        "signed out": lambda: amel.delete(f"me/devices/{token.id}"),
        "others signed out": lambda: amel.delete("me/devices"),
        "expired": expire,
    }
    for name, end in ends.items():
        with subtests.test(end=name), undone():
            end()
            refused(program.get("me/channels"), 401, "unauthenticated")
            assert [str(one.pk) for one in NotificationChannel.objects.all()] == [kept]
            assert not EmailAddress.objects.exists()
            assert [_status(address) for address in calendars] == [404, 200]


def test_a_program_whose_time_is_up_is_told_nothing_from_then_on(amel, program, frozen):
    """A program whose token expired gets no more notifications, even before cleanup."""
    program.post("me/channels", _webhook())
    calendar = program.post("me/calendar-feed").data["address"]
    Token.objects.filter(device="bot").update(expiry=timezone.now())
    frozen.shift(1)

    assert _status(calendar) == 404
    assert not player_channels.in_use_at(timezone.now()).exists()


def test_a_program_has_a_calendar_of_its_own(amel, program):
    """A program has its own calendar feed, and neither sees nor ends that of its player."""
    mine = amel.post("me/calendar-feed").data["address"]
    assert program.get("me/calendar-feed").data == {"on": False, "renewed_at": None}
    assert program.delete("me/calendar-feed").status_code == 204
    theirs = program.post("me/calendar-feed").data["address"]
    assert program.get("me/calendar-feed").data["on"] is True
    assert amel.delete("me/calendar-feed").status_code == 204

    assert [_status(one) for one in (mine, theirs)] == [404, 200]
    assert (CalendarFeed.objects.count(), ProgramCalendarFeed.objects.count()) == (0, 1)


def _status(address):
    return Browser().get(address.partition("testserver")[2]).status_code
