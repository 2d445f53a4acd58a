"""Second factors: switching them on and off, logging in, and losing the app."""

from __future__ import annotations

import re
from base64 import b32decode
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from django_otp.oath import totp

from accounts.login.second_factors import is_on
from accounts.models import (
    AccountMail,
    EmailAddress,
    LoginLink,
    Player,
    SecondFactor,
    SecondFactorCode,
    Token,
)
from accounts.services import end_ways_in, leave
from chkobba_api.ids import digest_of
from tests.api.asking import refused
from tests.helpers.api_client import with_token
from tests.helpers.stored import undone

PASSWORD = "mint tea at nine"


class App:
    """An authenticator app; each code is half a minute later than the last, so that none repeats."""

    def __init__(self, key, clock):
        self.key, self.clock = b32decode(key), clock

    def shows(self, *, later=30):
        """Return the code after some seconds."""
        self.clock.shift(timedelta(seconds=later))
        return f"{totp(self.key, t0=0):06}"


@pytest.fixture
def clock(now):
    """Return a frozen clock that tests can shift."""
    with time_machine.travel(now, tick=False) as standing:
        yield standing


@pytest.fixture
def amel(player, client_of, clock):
    """Return the client of a player with a name and a password."""
    client = client_of(player("Amel"))
    assert client.put("me/name", {"name": "amel_k"}).status_code == 200
    assert client.put("me/password", {"password": PASSWORD}).status_code == 200
    return client


@pytest.fixture
def app(amel, clock):
    """Return the app of a player with a second factor; ``codes`` are the backup codes."""
    begun = amel.post("me/second-factor", {"current": PASSWORD})
    made = App(begun.data["key"], clock)
    answer = amel.put("me/second-factor", {"on": True, "code": made.shows()})
    assert answer.status_code == 200
    made.codes = answer.data["codes"]
    return made


def log_in(client_of, **more):
    """Log in by name and password; return the answer."""
    return client_of().post("auth/log-in", {"name": "amel_k", "password": PASSWORD, **more})


def test_turning_it_on_and_off_is_reported(amel, clock, mails):
    """Switching on or off is reported to each confirmed mail address; new backup codes are not."""
    there = {"address": "amel@home.example", "language": "en", "confirmed_at": timezone.now(), "logs_in": True}
    EmailAddress.objects.create(player=amel.player, **there)
    amel.log_in_lately()
    app = App(amel.post("me/second-factor").data["key"], clock)

    told = []
    for on in (True, True, False):
        assert amel.put("me/second-factor", {"on": on, "code": app.shows()}).status_code == 200
        told.append([re.findall(r"turned (on|off)", mail.body)[0] for mail in mails()])

    assert told == [["on"], [], ["off"]]


# --- logging in -------------------------------------------------------------------------------------------------------


def test_the_password_alone_lets_nobody_in(amel, app, client_of):
    """A login needs password and code; a wrong password is reported before the code is checked."""
    refused(log_in(client_of), 403, "second_factor_needed")
    refused(log_in(client_of, second_factor="000000"), 403, "wrong_second_factor")
    refused(log_in(client_of, password="something else", second_factor=app.shows()), 403, "wrong_login")
    before = Token.objects.count()

    code = app.shows()
    answer = log_in(client_of, second_factor=f"{code[:3]} {code[3:]}")

    assert answer.status_code == 201
    assert with_token(answer.data["token"]).get("me").data["nickname"] == "Amel"
    assert Token.objects.count() == before + 1


def test_the_log_names_the_second_factor_of_a_log_in(app, client_of, caplog):
    """The log has a line for each accepted code, with its kind and under the id of the log-in, and not the code."""
    caplog.set_level("INFO")
    shown = app.shows()
    answers = [log_in(client_of, second_factor=code) for code in ("000000", shown, app.codes[0])]

    lines = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
    accepted = [line for line in lines if line["event"] == "second factor"]
    assert [(line["kind"], line["request_id"]) for line in accepted] == [
        ("app", answers[1].headers["X-Request-ID"]),
        ("backup code", answers[2].headers["X-Request-ID"]),
    ]
    assert not any(code in str(lines) for code in (shown, app.codes[0]))


def test_no_code_is_good_twice(app, client_of):
    """No code of the app, earlier code or backup code works twice."""
    code = app.shows()
    earlier = code
    assert log_in(client_of, second_factor=code).status_code == 201
    refused(log_in(client_of, second_factor=earlier), 403, "wrong_second_factor")
    written = app.codes[0]
    assert log_in(client_of, second_factor=written.lower().replace("-", " ")).status_code == 201
    refused(log_in(client_of, second_factor=written), 403, "wrong_second_factor")
    assert log_in(client_of, second_factor=app.codes[1]).status_code == 201


def test_the_clock_of_an_app_may_be_half_a_minute_wrong(app, client_of, clock):
    """A code may be half a minute old, and no older."""
    code = app.shows()
    clock.shift(timedelta(seconds=30))
    assert log_in(client_of, second_factor=code).status_code == 201
    code = app.shows(later=60)
    clock.shift(timedelta(seconds=60))
    refused(log_in(client_of, second_factor=code), 403, "wrong_second_factor")


def test_a_link_in_a_mail_asks_for_it_too(amel, app, client_of):
    """A login by mailed link asks for the code, and the link works until the code is right."""
    mail = AccountMail.objects.create(kind="links", address="amel@home.example", asked_at=timezone.now())
    there = {"address": mail.address, "language": "en", "confirmed_at": timezone.now()}
    EmailAddress.objects.create(player=amel.player, logs_in=True, **there)
    LoginLink.objects.create(mail=mail, player=amel.player, digest=digest_of("link"))
    use = "auth/login-links/redeem"

    refused(client_of().post(use, {"link": "link"}), 403, "second_factor_needed")
    refused(client_of().post(use, {"link": "link", "second_factor": "000000"}), 403, "wrong_second_factor")
    assert client_of().post(use, {"link": "link", "second_factor": app.shows()}).status_code == 201
    refused(client_of().post(use, {"link": "link", "second_factor": app.shows()}), 404, "wrong_code")


def test_the_code_for_recovery_is_what_is_left(amel, app, client_of):
    """Without app and codes, a recovery code or a pairing code of another device still logs in."""
    amel.log_in_lately()
    for kind in ("recovery", "pairing"):
        code = amel.post(f"me/{kind}-code").data["code"]
        assert client_of().post("auth/device-codes/redeem", {"code": code}).status_code == 201


def test_guessing_is_bounded(app, client_of, settings):
    """Wrong codes are limited per player over all addresses; right ones do not count."""
    settings.THROTTLES = {**settings.THROTTLES, "second_factors": "3/hour"}
    for _ in range(4):
        assert log_in(client_of, second_factor=app.shows()).status_code == 201
    for guess in ("000000", "٠٠٠٠٠٠", "K7QX-9DMA-3FWR-PC4H"):
        refused(log_in(client_of, second_factor=guess), 403, "wrong_second_factor")
    refused(log_in(client_of, second_factor=app.shows()), 429, "too_many_wrong_codes")


# --- having one -------------------------------------------------------------------------------------------------------


def test_it_is_on_when_the_app_has_shown_a_code(amel, client_of, clock):
    """The second factor is on only after the app has shown a code, so that a failed setup locks no player out."""
    assert amel.get("me/second-factor").data == {"since": None, "codes_left": 0}
    refused(amel.put("me/second-factor", {"on": True, "code": "123456"}), 409, "no_second_factor")
    first = amel.post("me/second-factor", {"current": PASSWORD}).data
    assert log_in(client_of).status_code == 201
    begun = amel.post("me/second-factor", {"current": PASSWORD}).data
    assert first["key"] != begun["key"] in begun["address"]
    refused(
        amel.put("me/second-factor", {"on": True, "code": App(first["key"], clock).shows()}), 403, "wrong_second_factor"
    )

    on = amel.put("me/second-factor", {"on": True, "code": App(begun["key"], clock).shows()}).data

    assert on["since"] is not None
    assert (on["codes_left"], len({*on["codes"]})) == (8, 8)
    assert {name: on[name] for name in ("since", "codes_left")} == amel.get("me/second-factor").data
    refused(amel.post("me/second-factor", {"current": PASSWORD}), 400, "invalid")


def test_it_is_begun_with_a_fresh_proof(amel, player, client_of):
    """Setup needs the password or a recent login, also without a password; wrong ones count."""
    refused(amel.post("me/second-factor"), 403, "current_password_needed")
    refused(amel.post("me/second-factor", {"current": "something else"}), 403, "wrong_password")
    fresh = with_token(log_in(client_of).data["token"])
    assert fresh.post("me/second-factor").status_code == 201

    guest = client_of(player("Zohra"))
    refused(guest.post("me/second-factor"), 403, "recent_login_needed")
    guest.log_in_lately()
    assert guest.post("me/second-factor").status_code == 201
    refused(client_of(Player.objects.create_superuser("root", PASSWORD)).post("me/second-factor"), 403, "staff_account")


def test_new_codes_take_the_place_of_the_old(amel, app, client_of):
    """New backup codes replace the old ones."""
    again = amel.put("me/second-factor", {"on": True, "code": app.shows()}).data

    assert not {*again["codes"]} & {*app.codes}
    refused(log_in(client_of, second_factor=app.codes[0]), 403, "wrong_second_factor")
    assert log_in(client_of, second_factor=again["codes"][0]).status_code == 201
    assert amel.get("me/second-factor").data["codes_left"] == 7


def test_it_is_turned_off_by_who_has_it(amel, app, client_of):
    """A code of the app or a backup code switches the second factor off."""
    refused(amel.put("me/second-factor", {"on": False, "code": "000000"}), 403, "wrong_second_factor")
    off = amel.put("me/second-factor", {"on": False, "code": app.codes[3]})

    assert off.data == {"since": None, "codes_left": 0, "codes": []}
    assert log_in(client_of).status_code == 201


def test_it_goes_with_its_player_and_with_all_ways_in(amel, app):
    """The staff removes it together with all login methods; account deletion removes it, too."""
    with undone():
        end_ways_in(amel.player)
        assert not is_on(amel.player)
        assert not SecondFactorCode.objects.exists()
    leave(amel.player, timezone.now())
    assert not SecondFactor.objects.exists()
    assert not SecondFactorCode.objects.exists()


def test_nothing_of_it_is_kept_in_clear(amel, app, client_of, settings):
    """The key is stored encrypted; after a change of the server's key, the next use encrypts it with the new one."""
    kept = str([*SecondFactor.objects.values(), *SecondFactorCode.objects.values()])
    assert app.key.hex() not in kept
    assert not any(code.replace("-", "") in kept for code in app.codes)
    before = SecondFactor.objects.get().key
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8

    assert log_in(client_of, second_factor=app.shows()).status_code == 201

    settings.SECRET_KEY_FALLBACKS = []
    assert SecondFactor.objects.get().key != before
    assert log_in(client_of, second_factor=app.shows()).status_code == 201

    settings.SECRET_KEY = "a third one " * 8  # the host has lost the key, or thrown it away
    refused(log_in(client_of, second_factor=app.shows()), 403, "wrong_second_factor")
    assert log_in(client_of, second_factor=app.codes[0]).status_code == 201


def test_the_password_alone_replaces_no_password(amel, app):
    """A second factor is asked for before the password changes; else a thief of the password could remove it."""
    theirs = {"password": "another one at ten", "sign_out_others": True, "remove_what_they_added": True}
    for wish in ({"password": None}, {"password": "another one at ten"}, theirs):
        refused(amel.put("me/password", {**wish, "current": PASSWORD}), 403, "recent_login_needed")
    assert amel.get("me/password").data["is_set"] is True
    refused(amel.post("me/recovery-code"), 403, "recent_login_needed")

    refused(amel.put("me/recent-login", {"password": PASSWORD}), 403, "second_factor_needed")
    assert amel.put("me/recent-login", {"password": PASSWORD, "second_factor": app.shows()}).status_code == 200
    assert amel.put("me/password", {"password": "another one at ten", "current": PASSWORD}).status_code == 200
    assert amel.put("me/password", {"password": None}).data["is_set"] is False
