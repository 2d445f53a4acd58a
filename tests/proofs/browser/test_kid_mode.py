"""Turning kid mode on at a page: the player reads its effects first; then it stays on, and there is no free text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.watching import DESKTOP


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), DESKTOP], ids=["phone", "tablet", "desktop"])
def test_kid_mode(visitor, look_at, size):
    """By keyboard, at three widths; afterwards the page says so, also on the next visit."""
    player = visitor(size)
    page, api = player.page, player.api
    page.goto("/#/you")
    talk = page.locator("[data-zone='talk']")
    expect(talk.locator("#free-text")).to_be_visible()
    talk.locator("[data-kid-mode] summary").press("Enter")
    look_at(page, f"kid-mode-{size[0]}")
    assert api.get("me").json()["kid_mode"] is False

    talk.locator("[data-act='kid-mode']").press("Enter")

    expect(talk.locator("[data-in-kid-mode]")).to_contain_text("Kid mode is on")
    expect(talk.locator("#free-text, [data-kid-mode]")).to_have_count(0)
    assert api.get("me").json()["kid_mode"] is True
    look_at(page, f"in-kid-mode-{size[0]}")
