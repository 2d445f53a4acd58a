"""A second factor on a page: the authenticator app is set up, requested, lost, and turned off."""

from __future__ import annotations

from base64 import b32decode

import pytest
from django_otp.oath import totp
from playwright.sync_api import expect

from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP

PASSWORD = "mint tea at nine"


@pytest.mark.parametrize("size", [(360, 780), DESKTOP])
def test_a_code_beside_the_password(browsers, server, look_at, size):
    """The player logs in with a code of the app or a written-down code; the password alone is not enough."""
    amel, name = Player(browsers.open(size), server.guest("Amel")), f"amel-2f-{size[0]}"
    amel.api.put("me/name", json={"name": name}).raise_for_status()
    amel.api.put("me/password", json={"password": PASSWORD}).raise_for_status()
    tablet = amel.api.post("me/devices", json={"device": "tablet"}).raise_for_status().json()
    amel.remember(token=tablet["token"], me=amel.api.me)  # the page would not ask a new guest for the password
    page = amel.page
    page.goto("/#/you")
    page.locator("[data-zone='factor'] summary").click()
    page.locator("#factor-current").fill(PASSWORD)
    page.locator("[data-act='factor-begin']").click()
    expect(page.locator("[data-zone='factor'] .qr-code")).to_be_visible()
    key = b32decode(page.locator("[data-zone='factor-key']").inner_text())
    look_at(page, f"factor-key-{size[0]}")
    page.locator("#factor-code").fill(f"{totp(key, drift=-1):06}")
    page.locator("[data-act='factor-on']").click()
    written = page.locator("[data-zone='factor-codes'] li")
    expect(written).to_have_count(8)
    codes = written.all_inner_texts()
    look_at(page, f"factor-codes-{size[0]}")

    browsers.expect("403")
    phone = browsers.open(size)
    phone.goto("/#/device/log-in")
    phone.locator("#login-name").fill(name)
    phone.locator("#login-password").fill(PASSWORD)
    phone.locator("[data-act='log-in']").click()
    expect(phone.locator("#login-factor")).to_be_focused()
    look_at(phone, f"factor-asked-{size[0]}")
    phone.locator("#login-factor").fill("000000")
    phone.locator("[data-act='log-in']").click()
    expect(phone.locator("[role='alert']")).to_contain_text("This code is wrong")
    phone.locator("#login-factor").fill(codes[0].lower())
    phone.locator("[data-act='log-in']").click()
    expect(phone.locator(".welcome")).to_contain_text("Amel")

    page.locator("#factor-code").fill(codes[1])
    page.locator("[data-act='factor-off']").click()
    page.locator("[data-zone='factor'][data-on='false']").wait_for()
    assert amel.api.get("me/second-factor").json() == {"since": None, "codes_left": 0}
