"""Finding a match on the first page: a player makes a seek, another answers it, or it ends; at three widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.watching import DESKTOP, PHONE


def choosing(player):
    """Open the first page for a player, up to the panel of seeks; return the player."""
    player.page.goto("/")
    player.page.locator("[data-act='seek-choose']").click()
    return player


def mine(player, state):
    """Return the seeks of a player on their page that have this state."""
    return player.page.locator(f"[data-zone='my-seeks'] [data-state='{state}']")


@pytest.mark.parametrize("size", [PHONE, (740, 360), DESKTOP])
def test_a_seek_is_made_shown_and_ended(visitor, look_at, size):
    """It shows the game, the players, the time, and the number of matches; nothing is wider than the window."""
    amel = choosing(visitor(size))
    page = amel.page
    page.locator("#seek-game").select_option("scopa")
    page.locator("#seek-seats").select_option("3")
    page.locator("#seek-many").select_option("2")
    page.locator("#seek-lasts").select_option("3600")

    page.locator("[data-act='seek']").click()

    expect(mine(amel, "looking")).to_have_count(1)
    (made,) = amel.api.get("me/seeks").json()["results"]
    assert (made["game"]["key"], made["seats"], made["keep_going"]) == ("scopa", 3, 2)
    look_at(page, f"seek-{size[0]}")
    page.locator("[data-zone='my-seeks'] [data-act='seek-end']").click()
    expect(mine(amel, "withdrawn")).to_have_count(1)


def test_another_plays_the_same_by_a_button(visitor):
    """The page lists seeks of others without names. The waiting page opens the table; another page offers it."""
    amel = choosing(visitor(PHONE))
    amel.page.locator("#seek-game").select_option("escoba")
    amel.page.locator("[data-act='seek']").click()
    expect(mine(amel, "looking")).to_have_count(1)
    sami = choosing(visitor(DESKTOP, "Sami"))
    others = sami.page.locator("[data-zone='other-seeks']")
    expect(others).to_contain_text("Escoba")
    expect(others).not_to_contain_text("Amel")

    amel.page.locator(".masthead [href='/#/rules']").click()
    others.locator("[data-act='seek-same']").first.click()

    sami.page.locator(".table-page").wait_for()
    amel.page.locator("[data-zone='found'] [data-act='open-found']").click()
    amel.page.locator(".table-page").wait_for()
    assert amel.match_id == sami.match_id
