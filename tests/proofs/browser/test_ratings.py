"""Ratings on the page: turned on, shown with their history and achievements, and beside names before the start."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.rounds import play_round


def played(server, apis, winner):
    """Have two players play a round of a rated match, in which one then resigns."""
    wish = {"game": "scopa", "seats": 2, "rated": True, "autostart": True}
    match = apis[0].post("matches", json=wish).json()["id"]
    apis[1].post(f"matches/{match}/join", json={}).raise_for_status()
    play_round(apis, match)
    apis[1 - winner].post(f"matches/{match}/resign").raise_for_status()


@pytest.fixture
def two(server):
    """Return two guests who play rated matches, and their clients."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami")]
    apis = [server.client(guest["token"]) for guest in guests]
    for api in apis:
        api.patch("me", json={"rated": True}).raise_for_status()
    return guests, apis


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_ratings_are_shown_with_their_history(browsers, server, two, accessible, shoot, size):
    """The page has a plot and the achievements, and nothing is wider than the window."""
    guests, apis = two
    for winner in (0, 0, 1):
        played(server, apis, winner)
    player = Player(browsers.open(size), apis[0])
    player.come_back(guests[0])
    page = player.page
    path = f"players/{guests[0]['player']['id']}"
    eventually(lambda: apis[0].get(f"{path}/ratings").json()["ratings"])
    eventually(lambda: apis[0].get(f"{path}/statistics").json()["games"])
    page.goto("/#/you")

    page.locator("[data-act='ratings']").click()

    expect(page.locator("[data-zone='ratings'] .rating-plot")).to_be_visible()
    expect(page.locator("[data-zone='ratings']")).to_contain_text("?")
    expect(page.locator("[data-zone='statistics']")).to_contain_text("Scopa")
    expect(page.locator("#rated")).to_be_checked()
    accessible(page, WCAG)
    shoot(page, f"ratings-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-act='leaders']").click()
    expect(page.locator("[data-zone='leaders']")).to_contain_text("No players yet")
    accessible(page, WCAG)
    shoot(page, f"leaders-{size[0]}")


def test_a_rated_match_is_made_and_says_so_before_one_sits_down(browsers, server, two, accessible, shoot):
    """It lists the seated players, and offers no bots."""
    guests, apis = two
    player = Player(browsers.open(PHONE), apis[0])
    player.come_back(guests[0])
    page = player.page
    page.goto("/#/make")
    page.locator("#rated").check()
    page.locator("#reliability").select_option("80")
    page.locator("[data-act='create']").click()

    expect(page.locator("[data-zone='rated']")).to_be_visible()
    expect(page.locator("[data-zone='least']")).to_contain_text("80")
    expect(page.locator("[data-zone='standing']")).to_be_visible()
    expect(page.locator("[data-act='fill-bots']")).to_have_count(0)
    accessible(page, WCAG)
    shoot(page, "rated-room")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_switch_turns_rated_matches_on(browsers, server):
    """Then a seek can ask for them, too."""
    guest = server.new_guest("Noor")
    api = server.client(guest["token"])
    player = Player(browsers.open(PHONE), api)
    player.come_back(guest)
    page = player.page
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
