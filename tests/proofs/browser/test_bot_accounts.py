"""Programs at the table: the host opens a table to them, and every player reads which players are programs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)])
def test_a_table_is_opened_to_programs(visitor, server, look_at, size):
    """A checkbox opens the table; the room says so, and marks the programs."""
    amel, robot = visitor(size), server.guest("Robot")
    assert robot.post("me/bot-account").json()["is_bot"] is True
    amel.page.goto("/#/make")
    amel.page.locator("#autostart").uncheck()
    amel.page.locator("#bot-accounts").press("Space")
    look_at(amel.page, f"make-for-programs-{size[0]}")
    amel.page.locator("[data-act='create']").click()
    expect(amel.page.locator("[data-zone='agreed']")).to_contain_text("Allow bot accounts")
    (made,) = amel.api.get("me/matches").json()["results"]
    code = amel.api.get(f"matches/{made['id']}").json()["code"]
    robot.post("matches/join", json={"code": code}).raise_for_status()

    expect(amel.page.locator(".room-seats")).to_contain_text("Bot, Robot")
    look_at(amel.page, f"room-with-program-{size[0]}")
    amel.page.locator("[data-act='start']").click()
    expect(amel.page.locator("[data-seat='1'] .seat-name")).to_have_text("Bot, Robot")
    assert amel.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
