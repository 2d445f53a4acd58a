"""Finding a match on the first page: a player makes a seek, another answers it, or it ends; at three widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.fixture
def visit(browsers, server):
    """Return a function that opens the first page for a new guest, up to the panel of seeks."""

    def come(name, size=PHONE):
        guest = server.new_guest(name)
        player = Player(browsers.open(size), server.client(guest["token"]))
        player.come_back(guest)
        player.page.goto("/")
        player.page.locator("[data-act='seek-choose']").click()
        return player

    return come


def mine(player, state):
    """Return the seeks of a player on their page that have this state."""
    return player.page.locator(f"[data-zone='my-seeks'] [data-state='{state}']")


@pytest.mark.parametrize("size", [PHONE, (740, 360), DESKTOP])
def test_a_seek_is_made_shown_and_ended(visit, accessible, shoot, size):
    """It shows the game, the players, the time, and the number of matches; nothing is wider than the window."""
    amel = visit("Amel", size)
    page = amel.page
    page.locator("#seek-game").select_option("scopa")
    page.locator("#seek-seats").select_option("3")
    page.locator("#seek-many").select_option("2")
    page.locator("#seek-lasts").select_option("3600")

    page.locator("[data-act='seek']").click()

    expect(mine(amel, "looking")).to_have_count(1)
    (made,) = amel.api.get("me/seeks").json()["results"]
    assert (made["game"]["key"], made["seats"], made["keep_going"]) == ("scopa", 3, 2)
    accessible(page, WCAG)
    shoot(page, f"seek-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-zone='my-seeks'] [data-act='seek-end']").click()
    expect(mine(amel, "withdrawn")).to_have_count(1)


def test_another_plays_the_same_by_a_button(visit, server):
    """The page lists seeks of others without names. The waiting page opens the table; another page offers it."""
    amel = visit("Amel")
    amel.page.locator("#seek-game").select_option("escoba")
    amel.page.locator("[data-act='seek']").click()
    expect(mine(amel, "looking")).to_have_count(1)
    sami = visit("Sami", DESKTOP)
    others = sami.page.locator("[data-zone='other-seeks']")
    expect(others).to_contain_text("Escoba")
    expect(others).not_to_contain_text("Amel")

    amel.page.locator(".masthead [href='/#/rules']").click()
    others.locator("[data-act='seek-same']").first.click()

    sami.page.locator(".table-page").wait_for()
    amel.page.locator("[data-zone='found'] [data-act='open-found']").click()
    amel.page.locator(".table-page").wait_for()
    assert amel.match_id == sami.match_id
