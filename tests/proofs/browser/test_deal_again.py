"""Playing the same cards again: requested when a match is over, and compared after the second match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import new_match
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_same_cards_are_played_again(visitor, look_at, size):
    """The player has the same seat and hand, against Expert; at the end the page shows both results."""
    player = visitor(size)
    page, api = player.page, player.api
    first = new_match(api, game="scopa", bots={"1": "easy"}, options={"target": 11})
    api.post(f"matches/{first}/resign").raise_for_status()
    player.sit_down(first)

    page.locator("[data-zone='outcome'] [data-act='deal-again']").click()
    page.wait_for_url(lambda address: "/match/" in address and first not in address)
    again = page.url.rpartition("/")[2]
    expect(page.locator(".table-page")).to_have_attribute("data-status", "running")
    view = api.get(f"matches/{again}").json()
    assert (view["deal_of"], view["your_seat"], view["seats"][1]["bot"]) == (first, 0, "expert")
    api.post(f"matches/{again}/resign").raise_for_status()
    line = page.locator("[data-zone='outcome'] [data-zone='first-time'] a")
    expect(line).to_contain_text("the first time: 0 : 0")
    look_at(page, f"deal-again-{size[0]}")

    line.click()
    page.wait_for_url(lambda address: first in address)
    expect(page.locator("[data-zone='outcome'] [data-zone='first-time']")).to_have_count(0)
