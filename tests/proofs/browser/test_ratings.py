"""Ratings on the page: turned on, shown with their history and achievements, and beside names before the start."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.rounds import play_round


def played(guests, winner):
    """Have two players play a round of a rated match, in which one then resigns."""
    match = new_match(*guests, game="scopa", rated=True)
    play_round(guests, match)
    guests[1 - winner].post(f"matches/{match}/resign").raise_for_status()


@pytest.fixture
def two(two):
    """Return two guests who play rated matches."""
    for guest in two:
        guest.patch("me", json={"rated": True}).raise_for_status()
    return two


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_ratings_are_shown_with_their_history(browsers, two, look_at, size):
    """The page has a plot and the achievements, and nothing is wider than the window."""
    amel, _ = two
    for winner in (0, 0, 1):
        played(two, winner)
    page = browsers.open(size)
    Player(page, amel).come_back()
    path = f"players/{amel.me['id']}"
    eventually(lambda: amel.get(f"{path}/ratings").json()["ratings"])
    eventually(lambda: amel.get(f"{path}/statistics").json()["games"])
    page.goto("/#/you")

    page.locator("[data-act='ratings']").click()

    expect(page.locator("[data-zone='ratings'] .rating-plot")).to_be_visible()
    expect(page.locator("[data-zone='ratings']")).to_contain_text("?")
    expect(page.locator("[data-zone='statistics']")).to_contain_text("Scopa")
    expect(page.locator("#rated")).to_be_checked()
    look_at(page, f"ratings-{size[0]}")
    page.locator("[data-act='leaders']").click()
    expect(page.locator("[data-zone='leaders']")).to_contain_text("No players yet")
    look_at(page, f"leaders-{size[0]}")


def test_a_rated_match_is_made_and_says_so_before_one_sits_down(browsers, two, look_at):
    """It lists the seated players, and offers no bots."""
    page = browsers.open(PHONE)
    Player(page, two[0]).come_back()
    page.goto("/#/make")
    page.locator("#rated").check()
    page.locator("#reliability").select_option("80")
    page.locator("[data-act='create']").click()

    expect(page.locator("[data-zone='rated']")).to_be_visible()
    expect(page.locator("[data-zone='least']")).to_contain_text("80")
    expect(page.locator("[data-zone='standing']")).to_be_visible()
    expect(page.locator("[data-act='fill-bots']")).to_have_count(0)
    look_at(page, "rated-room")


def test_a_switch_turns_rated_matches_on(visitor):
    """Then a seek can ask for them, too."""
    player = visitor(PHONE, "Noor")
    page, api = player.page, player.api
    page.goto("/#/you/ratings")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.locator("#rated").check()
    assert api.get("me").json()["rated"] is True
    page.goto("/")
    page.locator("[data-act='seek-choose']").click()
    page.locator("#seek-rated").check()
    page.locator("#seek-within").select_option("200")
    page.locator("#reliability").select_option("90")

    page.locator("[data-act='seek']").click()

    expect(page.locator("[data-zone='my-seeks'] [data-state='looking']")).to_have_count(1)
    (made,) = api.get("me/seeks").json()["results"]
    assert (made["rated"], made["rating_within"], made["least_reliability"]) == (True, 200, 90)
