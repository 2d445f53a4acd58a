"""Turning kid mode on at a page: the player reads its effects first; then it stays on, and there is no free text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), DESKTOP], ids=["phone", "tablet", "desktop"])
def test_kid_mode(browsers, server, accessible, shoot, size):
    """By keyboard, at three widths; afterwards the page says so, also on the next visit."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    player = Player(browsers.open(size), api)
    player.come_back(guest)
    page = player.page
    page.goto("/#/you")
    talk = page.locator("[data-zone='talk']")
    expect(talk.locator("#free-text")).to_be_visible()
    talk.locator("[data-kid-mode] summary").press("Enter")
    accessible(page, WCAG)
    shoot(page, f"kid-mode-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert api.get("me").json()["kid_mode"] is False

    talk.locator("[data-act='kid-mode']").press("Enter")

    expect(talk.locator("[data-in-kid-mode]")).to_contain_text("Kid mode is on")
    expect(talk.locator("#free-text, [data-kid-mode]")).to_have_count(0)
    assert api.get("me").json()["kid_mode"] is True
    accessible(page, WCAG)
    shoot(page, f"in-kid-mode-{size[0]}")
