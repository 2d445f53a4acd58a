"""Login to the admin: two factors, few attempts, and sessions that end."""

from __future__ import annotations

import re
import time
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError, call_command
from django.test import Client as DjangoClient
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Player
from tests.helpers.settings_file import PRODUCTION, TRYOUT, settings_of

PASSWORD = "a long enough password"


@pytest.fixture
def root(db):
    """Return a superuser named root."""
    return Player.objects.create_superuser("root", PASSWORD)


@pytest.fixture
def _second_factor(settings):
    """Require the second factor, as in production."""
    settings.ADMIN_SECOND_FACTOR = True


def log_in(client, password=PASSWORD, username="root"):
    """Send the form of the login page."""
    return client.post("/admin/login/?next=/admin/", {"username": username, "password": password, "next": "/admin/"})


def code_of(device, later=0):
    """Return the code that an app shows now, or some steps later."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time() + later * device.step
    return f"{totp.token():06}"


# --- the second factor ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_second_factor")
def test_a_password_alone_lets_nobody_in(client, root):
    """After the password every page redirects to the second factor."""
    log_in(client)

    for page in ("/admin/", "/admin/games/match/", "/admin/accounts/player/", "/admin/password_change/"):
        answer = client.get(page, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/admin/second-factor/")
        assert b"Second factor" in answer.content


@pytest.mark.usefixtures("_second_factor")
def test_enrolling_oneself(client, root):
    """A new user scans the key and enters a code, which opens the admin; the key is never shown again."""
    log_in(client)
    shown = client.get("/admin/second-factor/?next=/admin/games/match/").content.decode()
    device = TOTPDevice.objects.get(user=root)
    assert "second-factor-picture" in shown
    assert re.search(r"<code>([A-Z2-7=]{32,})</code>", shown)
    assert not device.confirmed

    answer = client.post("/admin/second-factor/", {"code": code_of(device), "next": "/admin/games/match/"})

    assert answer.headers["Location"] == "/admin/games/match/"
    assert client.get("/admin/games/match/").status_code == 200
    device.refresh_from_db()
    assert device.confirmed
    other = DjangoClient()
    log_in(other)
    asked = other.get("/admin/second-factor/").content.decode()
    assert "second-factor-picture" not in asked
    assert "Type the code that your authenticator app shows." in asked


@pytest.mark.usefixtures("_second_factor")
def test_a_wrong_code_opens_nothing_and_slows_down(client, root):
    """After a wrong code, even the right one must wait."""
    log_in(client)
    client.get("/admin/second-factor/")
    device = TOTPDevice.objects.get(user=root)
    right = code_of(device)
    wrong = f"{(int(right) + 500_000) % 1_000_000:06}"

    for code in (wrong, "", "abc", "９９９９９９", right):
        answer = client.post("/admin/second-factor/", {"code": code})
        assert (answer.status_code, "This code is not right" in answer.content.decode()) == (200, True)
    assert client.get("/admin/").status_code == 302


@pytest.mark.usefixtures("_second_factor")
def test_a_code_is_good_once(client, root):
    """A code works once, so that a seen code is useless."""
    device = TOTPDevice.objects.create(user=root, name="app")
    code = code_of(device)
    for expected in (302, 200):
        other = DjangoClient()
        log_in(other)
        assert other.post("/admin/second-factor/", {"code": code}).status_code == expected


@pytest.mark.usefixtures("_second_factor")
def test_the_second_factor_leads_to_no_other_site(client, root):
    """The second factor redirects to no other site, whatever ``next`` says."""
    device = TOTPDevice.objects.create(user=root, name="app")
    log_in(client)

    answer = client.post("/admin/second-factor/", {"code": code_of(device), "next": "https://example.org/"})

    assert answer.headers["Location"] == "/admin/"


FOREIGN = [
    "https://example.org/",
    "//example.org/admin/",
    "https:///example.org",
    "\\\\example.org",
    "javascript:x",
    "",
]


def test_a_foreign_next_leads_to_the_first_page(root):
    """A login with a foreign ``next`` redirects to the front page of the admin."""
    for foreign in FOREIGN:
        form = {"username": "root", "password": PASSWORD, "next": foreign}
        answer = DjangoClient().post(f"/admin/login/?{urlencode({'next': foreign})}", form)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/"), foreign


@pytest.mark.usefixtures("_second_factor")
@pytest.mark.parametrize("foreign", ["https://example.org/", "//example.org/admin/"])
def test_a_foreign_next_leads_through_the_second_factor_to_the_first_page(client, root, foreign):
    """The whole login with both factors, started from a link with a foreign ``next``, ends at the front page."""
    device = TOTPDevice.objects.create(user=root, name="app")
    link = f"/admin/login/?{urlencode({'next': foreign})}"
    asked = client.post(link, {"username": "root", "password": PASSWORD, "next": foreign}, follow=True)
    assert asked.redirect_chain[-1][0].startswith("/admin/second-factor/")

    again = client.get(link, follow=True)
    kept = re.search(r'name="next" value="([^"]*)"', again.content.decode())
    answer = client.post("/admin/second-factor/", {"code": code_of(device), "next": kept[1]}, follow=True)

    assert answer.redirect_chain == [("/admin/", 302)]
    assert answer.status_code == 200


def test_players_and_strangers_have_no_second_factor(client, db):
    """The page redirects players and anonymous visitors to the login, and creates no device."""
    Player.objects.create_user("amel", PASSWORD)
    assert client.get("/admin/second-factor/").headers["Location"] == "/admin/login/?next=/admin/second-factor/"
    assert client.login(request=client.get("/admin/login/").wsgi_request, username="amel", password=PASSWORD)
    assert client.get("/admin/second-factor/").headers["Location"] == "/admin/login/?next=/admin/second-factor/"
    assert not TOTPDevice.objects.exists()


@pytest.mark.usefixtures("_second_factor")
def test_from_a_terminal(client, root):
    """The command shows a key whose codes open the admin; a second call needs ``--reset``."""
    said = StringIO()
    call_command("second_factor", "root", stdout=said)
    first = TOTPDevice.objects.get(user=root)
    assert re.search(r"key [A-Z2-7=]{32,}", said.getvalue())

    with pytest.raises(CommandError, match="--reset"):
        call_command("second_factor", "root")
    with pytest.raises(CommandError, match="No staff member"):
        call_command("second_factor", "nobody")
    call_command("second_factor", "root", "--reset", stdout=said)

    device = TOTPDevice.objects.get(user=root)
    assert device.key != first.key
    log_in(client)
    client.post("/admin/second-factor/", {"code": code_of(device)})
    assert client.get("/admin/").status_code == 200


def test_the_keys_of_others_are_not_shown(client, root):
    """The admin lists devices without their keys."""
    device = TOTPDevice.objects.create(user=root, name="app")
    client.force_login(root)

    page = client.get(f"/admin/otp_totp/totpdevice/{device.pk}/change/")

    assert page.status_code == 200
    assert device.key not in page.content.decode()
    assert client.get(f"/admin/otp_totp/totpdevice/{device.pk}/qrcode/").status_code in (403, 404)


# --- the lock-out -----------------------------------------------------------------------------------------------------


MOST = 10
"""Wrong passwords allowed per hour for a name from one address (``THROTTLE_LOG_INS_AT_NAME``)."""


def test_after_ten_wrong_passwords_nobody_gets_in(client, root, frozen):
    """After ten wrong passwords even the right one fails for the hour; other addresses and the API are free."""
    for _ in range(MOST):
        assert log_in(client, "wrong").status_code == 200

    locked = client.post("/admin/login/", {"username": "root", "password": PASSWORD}, headers={"Accept": "text/html"})
    assert (locked.status_code, "Too many" in locked.content.decode()) == (429, True)
    assert int(locked.headers["Retry-After"]) > 0
    assert log_in(DjangoClient(REMOTE_ADDR="192.0.2.7")).status_code == 302
    assert client.get("/api/v1/games").status_code == 200
    frozen.shift(3601)
    assert log_in(client).status_code == 302


@pytest.mark.parametrize("written", ["192.0.2.7:{}", "[2001:db8:1:2::{:x}]:80", "2001:db8:1:2::{:x}"])
def test_who_changes_port_or_address_within_the_network_stays_locked_out(client, root, settings, written):
    """The lockout counts by the same address as requests, so another port or address of the network does not help."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    for number in range(MOST):
        assert (
            log_in(DjangoClient(headers={"X-Forwarded-For": written.format(1000 + number)}), "wrong").status_code == 200
        )

    assert log_in(DjangoClient(headers={"X-Forwarded-For": written.format(2000)})).status_code == 429


def test_somebody_is_let_in_earlier(client, root):
    """A command with the address and the login name ends a lockout early."""
    for _ in range(MOST + 1):
        log_in(client, "wrong")
    assert log_in(client).status_code == 429

    call_command("unlock", "127.0.0.1", "root", stdout=StringIO())

    assert log_in(client).status_code == 302


def test_right_passwords_are_not_counted_as_wrong(client, root):
    """Successful logins do not count as failed ones."""
    for _ in range(MOST + 1):
        assert log_in(client).status_code == 302


# --- sessions ---------------------------------------------------------------------------------------------------------


def test_a_session_gets_a_new_key_when_somebody_logs_in(client, root, settings):
    """Password and second factor both renew the session key, so that an earlier one is worthless."""
    settings.ADMIN_SECOND_FACTOR = True
    device = TOTPDevice.objects.create(user=root, name="app")
    session = client.session
    session["planted"] = True
    session.save()
    keys = [session.session_key]
    client.cookies["sessionid"] = session.session_key

    log_in(client)
    keys.append(client.cookies["sessionid"].value)
    client.post("/admin/second-factor/", {"code": code_of(device)})
    keys.append(client.cookies["sessionid"].value)

    assert len(set(keys)) == 3
    assert not client.session.exists(keys[0])
    assert not client.session.exists(keys[1])


def test_a_session_ends_with_the_browser(client, root):
    """The session cookie ends with the browser, and is sent to this server only."""
    cookie = log_in(client).cookies["sessionid"]

    assert (cookie["expires"], cookie["max-age"]) == ("", "")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_session_ends_when_nobody_uses_it(client, root, frozen):
    """A session ends after an hour without use."""
    log_in(client)
    for _ in range(3):
        frozen.shift(3500)
        assert client.get("/admin/jsi18n/").status_code == 200
    frozen.shift(3700)
    assert client.get("/admin/jsi18n/").status_code == 302


def test_a_session_ends_after_eight_hours_of_use(client, root, frozen):
    """A session ends after eight hours, however much it is used."""
    log_in(client)
    for _ in range(15):
        frozen.shift(1900)
        assert client.get("/admin/jsi18n/").status_code == 200
    frozen.shift(500)
    assert client.get("/admin/jsi18n/").status_code == 302


# --- cookies ----------------------------------------------------------------------------------------------------------


def test_cookies_of_the_staff_belong_to_this_host_alone(tmp_path, monkeypatch, root, settings):
    """In production all have the prefix by which browsers see to that, also after a message to the staff."""
    read = settings_of(tmp_path, monkeypatch, PRODUCTION)
    for name in (one for one in read if "_COOKIE_" in one or one == "MESSAGE_STORAGE"):
        setattr(settings, name, read[name])
    client = DjangoClient(enforce_csrf_checks=True)
    client.get("/admin/login/", secure=True)
    form = {"csrfmiddlewaretoken": client.cookies["__Host-csrftoken"].value, "next": "/admin/"}
    headers = {"Referer": "https://testserver/admin/login/"}

    client.post("/admin/login/", {**form, "username": "root", "password": PASSWORD}, secure=True, headers=headers)
    form["csrfmiddlewaretoken"] = client.cookies["__Host-csrftoken"].value
    pressed = {**form, "action": "delete_selected", "index": "0"}
    told = client.post("/admin/accounts/player/", pressed, secure=True, headers=headers, follow=True)

    assert b"Items must be selected" in told.content
    assert sorted(client.cookies) == ["__Host-csrftoken", "__Host-sessionid"]
    for cookie in client.cookies.values():
        assert (cookie["secure"], cookie["path"], cookie["domain"], cookie["samesite"]) == (True, "/", "", "Lax")
    assert client.cookies["__Host-sessionid"]["httponly"]


def test_cookies_of_a_server_without_https_have_plain_names(tmp_path, monkeypatch):
    """Browsers would reject the prefix there."""
    read = settings_of(tmp_path, monkeypatch, TRYOUT)

    assert (read["SESSION_COOKIE_NAME"], read["CSRF_COOKIE_NAME"]) == ("sessionid", "csrftoken")
    assert not read["SESSION_COOKIE_SECURE"]
    assert not read["CSRF_COOKIE_SECURE"]
