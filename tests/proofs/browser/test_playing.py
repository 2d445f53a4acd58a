"""Whole matches against bots, played by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import DETAILS, Player, new_match
from tests.proofs.browser.watching import EACH_BROWSER, PHONE


@EACH_BROWSER
def test_from_the_first_page_to_the_end_of_a_match(browsers, server):
    """A new player on a phone gives a name, makes a table for a short match against a bot, and plays it."""
    page = browsers.open(PHONE, has_touch=True)
    player = Player(page)
    player.remember(pace="none")
    page.goto("/")
    page.locator("#nickname").fill("Amel")
    page.locator("[data-act='make-table']").click()
    page.locator("#game").select_option("chkobba")
    page.locator(f"{DETAILS} #seat-1").select_option("easy")
    page.locator("[data-act='options']").click()
    page.locator("#option-target").press("ControlOrMeta+a")  # since fill() appends to a number in Firefox
    page.keyboard.type("1")
    page.locator("[data-act='create']").click()
    player.come_in(server)
    player.play_to_the_end()

    assert_that_all_is_as_the_server_says(player, server)
    player.has_seen_a_sheet()


def test_a_match_at_once_is_as_long_as_one_likes(browsers, server):
    """The match has bots of the chosen level; each game has its own lengths."""
    page = browsers.open(PHONE)
    player = Player(page)
    page.goto("/")
    page.locator("#quick-game").select_option("haggis")
    expect(page.locator("#quick-length option")).to_have_count(2)
    page.locator("#quick-game").select_option("scopa")
    page.locator("#quick-level").select_option("easy")
    page.locator("#quick-length").select_option("short")
    page.locator("[data-act='play-now']").click()
    player.table.wait_for()
    player.come_in(server)

    view = player.view()
    assert (view["game"]["key"], view["options"]["target"], view["seats"][1]["bot"]) == ("scopa", 6, "easy")


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        ("cirulla", {"1": "easy"}, {"target": 1}),
        ("camba", {"1": "medium"}, {}),
        ("haggis", {"1": "easy"}, {}),
    ],
)
def test_a_whole_match(visitor, server, game, bots, options):
    """Cards are tapped until the match is over."""
    player = visitor()
    player.sit_down(new_match(player.api, game=game, seats=len(bots) + 1, bots=bots, options=options))
    player.play_to_the_end()

    assert_that_all_is_as_the_server_says(player, server)


def assert_that_all_is_as_the_server_says(player, server):
    """Compare a finished match on the page with the API, and the match with its log."""
    view = player.view()
    assert view["status"] == "finished"
    assert player.version == view["version"]
    shown = player.page.locator(".chalkboard [data-total]").evaluate_all("all => all.map((one) => one.dataset.total)")
    assert shown == [str(total) for total in view["totals"]]
    assert "1 matches verified, 0 broken" in server.manage("verify_matches", view["id"]).stdout
