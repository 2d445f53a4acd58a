"""What a program's token cannot grow into, and what ends with it: the attacks of a day, over the API."""

from __future__ import annotations

import re

import pytest
from django.core import mail as outbox
from django.test import Client as Browser
from django.utils import timezone

from accounts import account_mails, fresh, services
from accounts import mail as accounts_mail
from accounts.models import MailAddress, Token
from games.followers import addresses
from games.models import Address, CalendarFeed, ProgramCalendarFeed
from games.services.tidying import forget_expired_tokens
from tests.api.asking import SUBSCRIPTION, refused
from tests.client import with_token
from tests.oauth import Program

NOBODY = "http://127.0.0.1:9/"
"""Where nobody listens."""
OWN, THIEVES = "amel@home.example", "thief@elsewhere.example"


@pytest.fixture
def amel(player, client_of):
    """Return the client of a player."""
    return client_of(player("Amel"))


@pytest.fixture
def program(amel):
    """Return the client of a program that may change where Amel is told, and nothing else."""
    return with_token(amel.post("me/tokens", {"device": "bot", "scopes": ["channels"]}).data["token"])


@pytest.fixture
def mails(settings):
    """Return how to send what waits; the mails of it."""
    settings.PUBLIC_URL, settings.DEFAULT_FROM_EMAIL = "https://cards.example", "Chkobba <cards@cards.example>"
    settings.EMAIL_BACKEND, settings.MAILS = "django.core.mail.backends.locmem.EmailBackend", True

    def sent():
        before = len(outbox.outbox)
        accounts_mail.send_due(timezone.now(), 50)
        account_mails.send_due(timezone.now(), 50)
        return outbox.outbox[before:]

    return sent


def log_in_lately(client):
    """Let the device of a client count as one at which its player has just logged in."""
    fresh.begin(Token.objects.get(user=client.player, device="test"), timezone.now())


def press(mail):
    """Press the button behind the link of a mail that asks to confirm its address."""
    (link,) = set(re.findall(r"https://cards\.example(/mail/confirm/\S+)", mail.body))
    assert Browser().post(link).status_code == 200


def log_in_address(client, mails, address=OWN):
    """Make an address one to log in by; return its id."""
    added = client.post("me/login-addresses", {"mail": address})
    assert added.status_code == 201, added.data
    press(next(mail for mail in mails() if mail.to == [address]))
    return added.data["id"]


def links_to(client_of, mails, address):
    """Ask for links to log in by; return the secrets that are sent."""
    assert client_of().post("players/log-in-links", {"mail": address}).status_code == 202
    return [secret for mail in mails() for secret in re.findall(r"/#/device/log-in/(\S+)", mail.body)]


# --- a program does not become its player -----------------------------------------------------------------------------


def test_a_program_does_not_take_the_account_over_by_a_mailbox(program, client_of, mails):
    """It has its own mailbox told, and confirms that: nobody logs in by it."""
    channel = program.post("me/channels", {"type": "mail", "target": THIEVES}).data
    press(mails()[0])

    assert program.get(f"me/channels/{channel['id']}").data["confirmed"] is True
    assert links_to(client_of, mails, THIEVES) == []


def test_what_a_device_only_wants_to_be_told_at_lets_nobody_in_either(amel, client_of, mails):
    """It was not made an address to log in by; made one, it is, and needs no second link."""
    amel.post("me/channels", {"type": "mail", "target": OWN})
    press(mails()[0])
    assert links_to(client_of, mails, OWN) == []

    assert amel.post("me/login-addresses", {"mail": OWN}).data["confirmed"] is True

    [secret] = links_to(client_of, mails, OWN)
    assert client_of().post("players/log-in-links/use", {"link": secret}).status_code == 201


def test_a_program_neither_sees_nor_changes_what_it_has_not_added(amel, program, mails):
    """Nor the addresses to log in by."""
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
    """To be told there no more is not to log in by it no more."""
    login = log_in_address(amel, mails)
    channel = amel.post("me/channels", {"type": "mail", "target": OWN}).data["id"]
    assert amel.delete(f"me/channels/{channel}").status_code == 204
    assert len(links_to(client_of, mails, OWN)) == 1

    refused(amel.delete(f"me/login-addresses/{login}"), 403, "recent_log_in_needed")
    log_in_lately(amel)
    assert amel.delete(f"me/login-addresses/{login}").status_code == 204
    assert links_to(client_of, mails, OWN) == []


def test_a_new_login_address_is_reported_to_all_others(amel, program, mails):
    """When it is confirmed; a mailbox that a program has named hears nothing of it."""
    log_in_address(amel, mails)
    program.post("me/channels", {"type": "mail", "target": THIEVES})
    press(mails()[0])
    refused(amel.post("me/login-addresses", {"mail": "new@home.example"}), 403, "recent_log_in_needed")
    log_in_lately(amel)
    log_in_address(amel, mails, "new@home.example")

    [told] = mails()

    assert (told.to, told.subject) == ([OWN], "A new way into your account at Chkobba")
    assert "the guest \u2068Amel\u2069" in told.body


def test_so_many_login_addresses_and_no_more(amel, mails, settings):
    """And again the same one is no other one."""
    settings.LIMITS = {**settings.LIMITS, "login_addresses": 1}
    for _ in range(2):
        assert amel.post("me/login-addresses", {"mail": OWN}).status_code == 201
    answer = amel.post("me/login-addresses", {"mail": "new@home.example"})
    assert refused(answer, 409, "too_many_login_addresses")["limit"] == 1
    [only] = amel.get("me/login-addresses").data["addresses"]
    assert (only["mail"], only["confirmed"], only["added_by"]) == (OWN, False, "test")


# --- the staff locks an account -----------------------------------------------------------------------------------


def test_the_staff_ends_all_ways_in_and_out(amel, program, client_of, mails):
    """Whatever somebody has added, by whichever token."""
    log_in_address(amel, mails)
    program.post("me/channels", _webhook())
    amel.post("me/channels", {"type": "mail", "target": OWN})
    calendars = [client.post("me/calendar").data["address"] for client in (program, amel)]
    log_in_lately(amel)
    code = amel.post("me/recovery-code").data["code"]
    [link] = links_to(client_of, mails, OWN)
    asked = Program()
    authorized = asked.told(amel)["code"]

    services.end_ways_in(amel.player)

    assert [_status(address) for address in calendars] == [404, 404]
    assert not Address.objects.exists()
    assert not MailAddress.objects.exists()
    refused(client_of().post("players/log-in-links/use", {"link": link}), 404, "wrong_code")
    refused(client_of().post("players/codes", {"code": code}), 404, "wrong_code")
    assert asked.exchange(authorized).status_code == 400
    assert links_to(client_of, mails, OWN) == []
    for client in (amel, program):
        refused(client.get("me"), 401, "unauthenticated")
    amel.player.refresh_from_db()
    assert amel.player.is_told is False


# --- what a program has added ends with it ----------------------------------------------------------------------------


def _webhook():
    return {"type": "webhook", "target": NOBODY}


def _sign_out(amel, token, frozen):
    assert amel.delete(f"me/tokens/{token.id}").status_code == 204


def _sign_out_others(amel, token, frozen):
    assert amel.delete("me/tokens").status_code == 204


def _expire(amel, token, frozen):
    Token.objects.filter(pk=token.pk).update(expiry=timezone.now())
    frozen.shift(1)
    forget_expired_tokens(timezone.now())


@pytest.mark.parametrize("end", [_sign_out, _sign_out_others, _expire])
def test_what_a_program_has_added_ends_with_it(amel, program, mails, settings, frozen, end):
    """Channels of every kind, the mailbox that was confirmed for it, and the address of its calendar."""
    program.post("me/channels", _webhook())
    program.post("me/channels", {"type": "mail", "target": THIEVES})
    press(mails()[0])
    program.post("me/channels", {"type": "device", "format": "unifiedpush", "subscription": SUBSCRIPTION})
    calendars = [client.post("me/calendar").data["address"] for client in (program, amel)]
    kept = amel.post("me/channels", _webhook()).data["id"]
    assert [_status(address) for address in calendars] == [200, 200]

    end(amel, Token.objects.get(device="bot"), frozen)

    refused(program.get("me/channels"), 401, "unauthenticated")
    assert [str(one.pk) for one in Address.objects.all()] == [kept]
    assert not MailAddress.objects.exists()
    assert [_status(address) for address in calendars] == [404, 200]


def test_a_program_whose_time_is_up_is_told_nothing_from_then_on(amel, program, frozen):
    """Also before it is tidied away."""
    program.post("me/channels", _webhook())
    calendar = program.post("me/calendar").data["address"]
    Token.objects.filter(device="bot").update(expiry=timezone.now())
    frozen.shift(1)

    assert _status(calendar) == 404
    assert not addresses.in_use_at(timezone.now()).exists()


def test_a_program_has_a_calendar_of_its_own(amel, program):
    """It neither sees nor ends that of its player."""
    mine = amel.post("me/calendar").data["address"]
    assert program.get("me/calendar").data == {"on": False, "renewed_at": None}
    assert program.delete("me/calendar").status_code == 204
    theirs = program.post("me/calendar").data["address"]
    assert program.get("me/calendar").data["on"] is True
    assert amel.delete("me/calendar").status_code == 204

    assert [_status(one) for one in (mine, theirs)] == [404, 200]
    assert (CalendarFeed.objects.count(), ProgramCalendarFeed.objects.count()) == (0, 1)


def _status(address):
    return Browser().get(address.partition("testserver")[2]).status_code
