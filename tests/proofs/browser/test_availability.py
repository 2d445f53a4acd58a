"""Availability: a calendar and vacations on the page, and their display at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import new_match
from tests.proofs.browser.watching import DESKTOP, PHONE

CONTROL = {"type": "move", "seconds": 86_400, "honours": ["nights", "vacations"]}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_calendar_and_a_vacation_are_said_on_the_page(visitor, shoot, look_at, size):
    """The page shows them on the next visit. A calendar takes effect in two days; the player ends the vacation."""
    player = visitor(size)
    page, api = player.page, player.api
    page.goto("/#/you")
    page.locator("a[href='#/availability'], a[href$='/availability']").first.click()
    page.locator("#sleeps").check()
    page.locator("#zone").select_option("Africa/Tunis")
    page.locator("#begins").fill("23:15")
    page.locator("#sunday").check()
    page.locator("#date").fill("2031-03-20")
    page.locator("[data-act='add-date']").click()
    page.locator("[data-act='save-hours']").click()
    expect(page.locator("[data-zone='coming']")).to_be_visible()

    said = api.get("me/availability").json()["coming"]
    assert said == {
        "time_zone": "Africa/Tunis",
        "night": {"begins": "23:15", "ends": "08:00"},
        "weekdays": ["sunday"],
        "dates": ["2031-03-20"],
    }
    page.reload()
    expect(page.locator("#begins")).to_have_value("23:15")
    expect(page.locator("#sunday")).to_be_checked()
    page.locator("#days").fill("2")
    page.locator("[data-act='begin-vacation']").click()
    expect(page.locator("dialog")).to_contain_text("of vacation left")
    shoot(page, "vacation-sure")
    page.locator("dialog [data-act='go']").click()
    expect(page.locator("[data-zone='vacation']")).to_be_visible()
    look_at(page, f"hours-{size[0]}")
    page.locator("[data-act='end-vacation']").click()
    page.locator("[data-act='begin-vacation']").wait_for()

    assert api.get("me/availability").json()["vacation"] is None


def test_the_table_says_until_when_a_clock_stands(visitor, shoot):
    """It stands in the place of the remaining time, once the vacation applies to the match."""
    player = visitor(PHONE)
    api = player.api
    player.sit_down(new_match(api, bots={"1": "easy"}, control=CONTROL))
    assert player.wait_for_turn()
    left = player.page.locator("[data-seat='0'] .left")
    expect(left).to_contain_text("23 h")

    api.post("me/availability/vacation", json={"days": 2}).raise_for_status()
    expect(left).to_contain_text(re.compile("on vacation until .+ UTC"))

    shoot(player.page, "vacation-at-the-table")
    player.make_a_move()
    assert api.get("me/availability").json()["vacation"] is not None


def test_a_table_is_made_that_honours_vacations(visitor, shoot):
    """Free days and vacations are the default; with short turns the match honours nothing."""
    player = visitor(PHONE)
    page, api = player.page, player.api
    page.goto("/#/make")
    page.locator("[data-honours='nights']").check()
    shoot(page, "make-honours")
    page.locator("[data-act='create']").click()
    page.locator("[data-act='share-code']").wait_for()
    made = api.get(f"matches/{player.match_id}").json()
    assert set(made["control"]["honours"]) == {"nights", "weekdays", "dates", "vacations"}
    expect(page.locator("[data-zone='agreed']")).to_contain_text("the clock pauses")

    page.goto("/#/make")
    page.locator("#pace").select_option(label="30 s")
    page.locator("[data-act='create']").click()
    page.locator("[data-act='share-code']").wait_for()

    assert "honours" not in api.get(f"matches/{player.match_id}").json()["control"]
