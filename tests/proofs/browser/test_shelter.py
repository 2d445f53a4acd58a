"""Taking shelter at a page: what it means is read first; then there is no way back, and no box for free text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), DESKTOP], ids=["phone", "tablet", "desktop"])
def test_shelter(browsers, server, accessible, shoot, size):
    """By keyboard, at three widths; after it the page says so, also when it is opened again."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    player = Player(browsers.open(size), api)
    player.come_back(guest)
    page = player.page
    page.goto("/#/you")
    talk = page.locator("[data-zone='talk']")
    expect(talk.locator("#free-text")).to_be_visible()
    talk.locator("[data-shelter] summary").press("Enter")
    accessible(page, WCAG)
    shoot(page, f"shelter-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert api.get("me").json()["sheltered"] is False

    talk.locator("[data-act='shelter']").press("Enter")

    expect(talk.locator("[data-sheltered]")).to_contain_text("You are sheltered")
    expect(talk.locator("#free-text, [data-shelter]")).to_have_count(0)
    assert api.get("me").json()["sheltered"] is True
    accessible(page, WCAG)
    shoot(page, f"sheltered-{size[0]}")
