"""An account on a page: a name, a password, a passkey of a device that Chromium emulates, a link in a mail."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.live.server import by_name

PASSWORD = "mint tea at nine"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a server with a host name, which passkeys need."""
    with by_name(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def amel(visitor):
    """Return a guest at a browser."""
    return visitor()


def device_of(page):
    """Give a page an authenticator with user verification; return its CDP session and id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def keep_by_name(page, name):
    """Claim a name, and set a password."""
    page.goto("/#/you")
    page.locator("#account-name").fill(name)
    page.locator("[data-act='claim-name']").click()
    page.locator("[data-zone='password'] summary").click()
    page.locator("#password-new").fill(PASSWORD)
    page.locator("[data-act='set-password']").click()
    page.locator("[data-zone='password'][data-set='true']").wait_for()


@pytest.mark.parametrize("size", [(360, 740), DESKTOP])
def test_a_guest_becomes_an_account(browsers, look_at, amel, size):
    """With a name and a password, the player logs in on another device."""
    page, name = amel.page, f"amel-{size[0]}"
    page.set_viewport_size({"width": size[0], "height": size[1]})
    keep_by_name(page, name)
    page.locator("[data-zone='password'] summary").click()
    look_at(page, f"account-{size[0]}")

    phone = browsers.open(size)
    phone.goto("/")
    phone.locator("a[href$='device']").click()
    phone.locator("a[href$='log-in']").click()
    phone.locator("#login-name").fill(name.upper())
    phone.locator("#login-password").fill("something else")
    look_at(phone, f"log-in-{size[0]}")
    browsers.expect("403")
    phone.locator("[data-act='log-in']").click()
    expect(phone.locator("[role='alert']")).to_contain_text("The name or the password is wrong")
    phone.locator("#login-password").fill(PASSWORD)
    phone.locator("[data-act='log-in']").click()

    expect(phone.locator(".welcome")).to_contain_text("Amel")
    assert len(amel.api.get("me/devices").json()["devices"]) == 2


def test_a_passkey(browsers, amel, shoot):
    """A device makes it; after signing out the player logs in with it, but not once it is removed."""
    page = amel.page
    device_of(page)
    page.goto("/#/you")
    page.locator("[data-act='add-passkey']").click()
    page.locator("[data-passkey]").wait_for()
    shoot(page, "passkey")
    page.evaluate("localStorage.clear()")
    page.goto("/#/device/log-in")
    page.reload()
    page.locator("[data-act='use-passkey']").click()
    expect(page.locator(".welcome")).to_contain_text("Amel")
    assert [one["used_at"] is None for one in amel.api.get("me/passkeys").json()["passkeys"]] == [False]

    page.goto("/#/you")
    page.locator("[data-act='remove-passkey']").click()
    expect(page.locator("[data-passkey]")).to_have_count(0)
    page.goto("/#/device/log-in")
    browsers.expect("403")
    page.locator("[data-act='use-passkey']").click()
    expect(page.locator("[role='alert']")).to_contain_text("This passkey does not work here")


def test_a_link_in_a_mail(browsers, server, look_at, amel):
    """A player with a confirmed address logs in by it with a press. The link does not stay in the address bar."""
    target, page = "amel@home.example", amel.page
    page.goto("/#/you")
    page.locator("#login-address").fill(target)
    page.locator("[data-act='add-login-address']").click()
    expect(page.locator("[data-login-address]")).to_contain_text("not confirmed yet")
    look_at(page, "login-address")
    confirm = eventually(lambda: links(server, r"/mail/confirm/[\w-]+"))[0]
    amel.api.post(server.url + confirm).raise_for_status()

    phone = browsers.open(PHONE)
    phone.goto("/#/device/log-in")
    phone.locator("#login-mail").fill(target)
    phone.locator("[data-act='ask-link']").click()
    expect(phone.locator("[role='status']").last).to_contain_text("an email with a link is on its way")
    link = eventually(lambda: links(server, r"/#/device/log-in/[\w-]+"))[0]
    phone.goto(link)
    phone.reload()
    phone.goto(link)
    phone.locator("[data-act='use-link']").wait_for()
    assert link.rpartition("/")[2] not in phone.url
    look_at(phone, "log-in-by-link")
    phone.locator("[data-act='use-link']").click()

    expect(phone.locator(".welcome")).to_contain_text("Amel")


@pytest.mark.parametrize("size", [(360, 740), DESKTOP])
def test_a_new_address_needs_a_recent_log_in(browsers, server, look_at, amel, size):
    """The page asks for the password, and goes on when it is right."""
    page, target = amel.page, f"amel{size[0]}@home.example"
    page.set_viewport_size({"width": size[0], "height": size[1]})
    keep_by_name(page, f"recent-{size[0]}")
    server.manage("shell", "-c", "from accounts.models import RecentLogin; RecentLogin.objects.all().delete()")
    browsers.expect("403")

    page.locator("#login-address").fill(target)
    page.locator("[data-act='add-login-address']").click()
    page.locator("#recent-password").wait_for()
    look_at(page, f"recent-log-in-{size[0]}")
    page.locator("#recent-password").fill(PASSWORD)
    page.locator("dialog [data-act='prove']").click()

    expect(page.locator("[data-login-address]")).to_contain_text(target)
    page.locator("[data-act='remove-login-address']").click()
    expect(page.locator("[data-login-address]")).to_have_count(0)


@pytest.mark.parametrize(
    ("acts", "done"),
    [
        (["add-device"], "[data-zone='pairing-code']"),
        (["make-recovery"], "[data-zone='recovery-code']"),
        (["delete-me", "now"], "main[data-page='home']"),
    ],
)
def test_other_changes_need_a_recent_log_in_too(browsers, server, amel, acts, done):
    """The page asks for the password, and then does what the player pressed."""
    page = amel.page
    keep_by_name(page, f"r-{acts[0]}")
    server.manage("shell", "-c", "from accounts.models import RecentLogin; RecentLogin.objects.all().delete()")
    browsers.expect("403")

    for act in acts:
        page.locator(f"[data-act='{act}']").click()
    page.locator("#recent-password").fill(PASSWORD)
    page.locator("dialog [data-act='prove']").click()

    expect(page.locator(done)).to_be_visible()


def links(server, kind):
    """Return the links of a kind in the mails that the server has sent."""
    page = server.client().get(f"{server.url}/mail/box").text
    return re.findall(kind, page.replace("&#x27;", "'"))
