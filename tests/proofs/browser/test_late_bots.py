"""A friend who does not come: an hour for bots is chosen where a table is made, shown in the room, and taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import DETAILS, Player
from tests.proofs.browser.watching import PHONE


def test_bots_are_asked_for_at_an_hour(browsers, server, accessible, shoot):
    """All in the room read when they come."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    amel = Player(browsers.open(PHONE, timezone_id="UTC"), api)
    amel.come_back(guest)
    page = amel.page
    page.goto("/#/make")
    page.locator(DETAILS).wait_for()
    page.locator("#bots-after").select_option("60")
    page.locator("[data-act='create']").click()

    expect(page.locator("[data-zone='bots-at']")).to_contain_text("UTC")
    accessible(page, WCAG)
    shoot(page, "room-bots-at")
    (made,) = api.get("me/matches").json()["results"]
    assert made["late_bots"]["level"] == "medium"
    page.locator("[data-act='drop-bots']").click()

    expect(page.locator("[data-zone='bots-at']")).to_have_count(0)
    assert api.get(f"matches/{made['id']}").json()["late_bots"] is None
