"""Follows and blocks: a player follows and blocks others at a table, and takes it back under "You"."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.mark.parametrize(("size", "locale"), [(PHONE, "fr-FR"), (DESKTOP, "en-GB")], ids=["phone-french", "desktop"])
def test_somebody_is_followed_at_the_table_and_becomes_a_friend(browsers, two, look_at, size, locale):
    """The player presses the name in the panel. Under "You", the other is a friend as soon as they follow back."""
    amel, sami = two
    page = browsers.open(size, locale=locale)
    Player(page, amel).sit_down(new_match(amel, sami))
    page.locator("[data-act='messages']").click()
    page.locator("[data-act='about-player']").click()
    look_at(page, f"about-player-{size[0]}")

    page.locator("dialog [data-act='follow']").click()

    expect(page.locator("dialog")).to_have_count(0)
    page.goto("/#/you")
    expect(page.locator("[data-list='follows']")).to_contain_text("Sami")
    sami.put(f"me/follows/{amel.me['id']}", json={}).raise_for_status()
    page.reload()
    expect(page.locator("[data-list='friends']")).to_contain_text("Sami")
    expect(page.locator("[data-list='follows']")).to_have_count(0)
    page.locator("[data-zone='people']").scroll_into_view_if_needed()
    look_at(page, f"people-{size[0]}")


def test_somebody_is_blocked_when_it_is_said_what_that_means(browsers, two, shoot):
    """The player can unblock them under "You"; closing the question does nothing."""
    amel, sami = two
    page = browsers.open(PHONE)
    Player(page, amel).sit_down(new_match(amel, sami))
    page.locator("[data-act='messages']").click()
    for choice in ("close", "block-surely"):
        page.locator("[data-act='about-player']").click()
        page.locator("dialog [data-act='block']").click()
        expect(page.locator("[data-act='block-surely']")).to_be_visible()
        shoot(page, "block-surely")
        assert amel.get("me/blocks").json()["results"] == []
        page.locator(f"dialog [data-act='{choice}']").click()
        expect(page.locator("dialog")).to_have_count(0)

    page.goto("/#/you")
    expect(page.locator("[data-list='blocks']")).to_contain_text("Sami")
    page.locator("[data-list='blocks'] [data-act='unblock']").click()

    expect(page.locator("[data-list='blocks']")).to_have_count(0)
    assert amel.get("me/blocks").json()["results"] == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_somebody_is_found_by_name_and_shows_what_they_want(browsers, two, look_at, size):
    """The setting of who may see a profile stands beside it. For an unknown name, the page says so."""
    browsers.expect("404")  # no player has the first name
    amel, sami = two
    name = f"sami{size[0]}"
    sami.put("me/name", json={"name": name}).raise_for_status()
    sami.patch("me", json={"profile": "everybody"}).raise_for_status()
    page = browsers.open(size)
    Player(page, amel).come_back()
    page.goto("/#/you")
    page.locator("#profile").select_option("friends")
    page.locator("#find-player").fill("nobody-at-all")
    page.locator("[data-act='find-player']").click()
    expect(page.locator("dialog")).to_have_count(0)

    page.locator("#find-player").fill(name.upper())
    page.locator("[data-act='find-player']").click()

    expect(page.locator("[data-zone='profile']")).to_contain_text(f"@{name}")
    look_at(page, f"profile-{size[0]}")
    page.locator("dialog [data-act='follow']").click()
    expect(page.locator("[data-list='follows']")).to_contain_text("Sami")
    assert amel.get("me").json()["profile"] == "friends"
    page.locator("[data-zone='people']").screenshot(path=f"var/screenshots/people-panel-{size[0]}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
