"""Follows and blocks: a player follows and blocks others at a table, and takes it back under "You"."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.fixture
def two(server):
    """Return two guests, their clients, and a match between them."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami")]
    apis = [server.client(guest["token"]) for guest in guests]
    match = apis[0].post("matches", json={"game": "chkobba", "options": {"cut": False}, "autostart": True}).json()["id"]
    apis[1].post(f"matches/{match}/join", json={}).raise_for_status()
    return guests, apis, match


@pytest.mark.parametrize(("size", "locale"), [(PHONE, "fr-FR"), (DESKTOP, "en-GB")], ids=["phone-french", "desktop"])
def test_somebody_is_followed_at_the_table_and_becomes_a_friend(browsers, server, two, accessible, shoot, size, locale):
    """The player presses the name in the panel. Under "You", the other is a friend as soon as they follow back."""
    guests, apis, match = two
    page = browsers.open(size, locale=locale)
    Player(page, apis[0]).sit_down(guests[0], match)
    page.locator("[data-act='messages']").click()
    page.locator("[data-act='about-player']").click()
    accessible(page, WCAG)
    shoot(page, f"about-player-{size[0]}")

    page.locator("dialog [data-act='follow']").click()

    expect(page.locator("dialog")).to_have_count(0)
    page.goto("/#/you")
    expect(page.locator("[data-list='follows']")).to_contain_text("Sami")
    apis[1].put(f"me/follows/{guests[0]['player']['id']}", json={}).raise_for_status()
    page.reload()
    expect(page.locator("[data-list='friends']")).to_contain_text("Sami")
    expect(page.locator("[data-list='follows']")).to_have_count(0)
    page.locator("[data-zone='people']").scroll_into_view_if_needed()
    accessible(page, WCAG)
    shoot(page, f"people-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_somebody_is_blocked_when_it_is_said_what_that_means(browsers, server, two, shoot):
    """The player can unblock them under "You"; closing the question does nothing."""
    guests, apis, match = two
    page = browsers.open(PHONE)
    Player(page, apis[0]).sit_down(guests[0], match)
    page.locator("[data-act='messages']").click()
    for choice in ("close", "block-surely"):
        page.locator("[data-act='about-player']").click()
        page.locator("dialog [data-act='block']").click()
        expect(page.locator("[data-act='block-surely']")).to_be_visible()
        shoot(page, "block-surely")
        assert apis[0].get("me/blocks").json()["results"] == []
        page.locator(f"dialog [data-act='{choice}']").click()
        expect(page.locator("dialog")).to_have_count(0)

    page.goto("/#/you")
    expect(page.locator("[data-list='blocks']")).to_contain_text("Sami")
    page.locator("[data-list='blocks'] [data-act='unblock']").click()

    expect(page.locator("[data-list='blocks']")).to_have_count(0)
    assert apis[0].get("me/blocks").json()["results"] == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_somebody_is_found_by_name_and_shows_what_they_want(browsers, server, two, accessible, shoot, size):
    """The setting of who may see a profile stands beside it. For an unknown name, the page says so."""
    browsers.expect("404")  # no player has the first name
    guests, apis, _ = two
    name = f"sami{size[0]}"
    apis[1].put("me/name", json={"name": name}).raise_for_status()
    apis[1].patch("me", json={"profile": "everybody"}).raise_for_status()
    page = browsers.open(size)
    Player(page, apis[0]).come_back(guests[0])
    page.goto("/#/you")
    page.locator("#profile").select_option("friends")
    page.locator("#find-player").fill("nobody-at-all")
    page.locator("[data-act='find-player']").click()
    expect(page.locator("dialog")).to_have_count(0)

    page.locator("#find-player").fill(name.upper())
    page.locator("[data-act='find-player']").click()

    expect(page.locator("[data-zone='profile']")).to_contain_text(f"@{name}")
    accessible(page, WCAG)
    shoot(page, f"profile-{size[0]}")
    page.locator("dialog [data-act='follow']").click()
    expect(page.locator("[data-list='follows']")).to_contain_text("Sami")
    assert apis[0].get("me").json()["profile"] == "friends"
    page.locator("[data-zone='people']").screenshot(path=f"var/screenshots/people-panel-{size[0]}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
