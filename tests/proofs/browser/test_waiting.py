"""Late or missing answers: no choice and no tap of the player is lost meanwhile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.table import DETAILS, Player, boxes_of, new_match
from tests.proofs.browser.watching import Held

LEFT = "[data-acting='true'] .left"
"""Selects the remaining time of the player to move."""
PAUSE = """
from django.utils import timezone
from accounts.models import Player
from games.services.staff import match_actions
staff, _ = Player.objects.get_or_create(username="steward", is_staff=True)
order = match_actions.Order(staff, "The café closes early.", timezone.now())
match_actions.{what}("{match}", order)
"""

READ = """{
  window.read = [];
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const said = await json.call(this);
    read.push(new URL(this.url).pathname);
    return said;
  };
}"""
"""Notes the answers that the page has read."""


@pytest.fixture
def match(server):
    """Return a guest and their match against a bot in which the guest moves first."""
    guest = server.guest("Amel")
    return guest, new_match(guest, bots={"1": "easy"})


def test_a_table_can_be_made_of_the_game_that_was_chosen_last(browsers):
    """The last choice wins over late answers; other seats and the time need not be chosen again."""
    page = browsers.open()
    page.goto("/#/make")
    late = Held(page, "**/api/v1/games/haggis")
    page.locator("#nickname").fill("Amel")
    page.locator(f"{DETAILS} #seat-1").select_option("medium")
    page.locator("#pace").select_option(label="A move a week")
    page.locator("#public").check()

    page.locator("#game").select_option("haggis")
    expect(page.locator("[data-act='create']")).to_be_disabled()
    expect(page.locator(DETAILS)).to_have_count(0)
    page.locator("#game").select_option("camba")
    page.locator(f"{DETAILS} #seats").select_option("3")
    late.let_go()
    page.wait_for_load_state("networkidle")

    assert page.locator("#seats option").all_inner_texts() == ["2", "3", "4"]
    assert page.locator("#seat-1").input_value() == "medium"
    assert page.locator("#seat-2").input_value() == ""
    assert page.locator("#pace option:checked").inner_text() == "A move a week"
    expect(page.locator("#pace-text")).to_have_text("7 days per move")
    assert page.locator("#public").is_checked()
    expect(page.locator("[data-act='create']")).to_be_enabled()


def test_a_match_is_played_at_once_when_the_server_answers_again(browsers):
    """The first page says that the server does not answer, asks again, and needs no reload."""
    browsers.expect("ERR_FAILED")
    page = browsers.open()
    page.route("**/api/v1/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text="does not answer")).to_be_visible()
    page.unroute("**/api/v1/games")
    page.locator("[data-act='play-now']").click()

    expect(page.locator(".table-page")).to_be_visible()


def test_a_match_that_was_left_before_it_came_counts_as_unseen(browsers, match):
    """Its late answer changes nothing on the page that the player has opened instead."""
    guest, made = match
    page = browsers.open()
    late = Held(page, f"**/api/v1/matches/{made}")
    with page.expect_request(f"**/api/v1/matches/{made}"):
        Player(page, guest).sit_down(made)
    page.locator(".wordmark").click()
    expect(page.locator("main")).to_have_attribute("data-page", "home")
    late.let_go()
    page.wait_for_load_state("networkidle")

    assert page.evaluate("localStorage.getItem('chkobba.seen')") is None
    expect(page.locator("main")).to_have_attribute("data-page", "home")


def test_one_refused_request_does_not_end_the_updates_of_a_table(browsers, match):
    """A gateway answers 401 once. The page asks the server for its player, and goes on to follow the match."""
    guest, made = match
    browsers.expect("401")
    page = browsers.open()
    asked = []

    def once_refused(route):
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=401, json={"code": "unauthenticated"})
        else:
            route.continue_()

    page.route(re.compile(r"/events\?.*&wait="), once_refused)
    player = Player(page, guest)
    player.sit_down(made)
    assert player.wait_for_turn()
    eventually(lambda: page.evaluate("true") and len(asked) > 1)  # Playwright routes only while it waits for the page
    page.locator(".table-page[data-version]").wait_for()
    version = player.version
    move = {"move": player.choose(), "expected_version": version}
    guest.post(f"matches/{made}/moves", json=move).raise_for_status()

    page.locator(f".table-page[data-version]:not([data-version='{version}'])").wait_for()
    expect(page.locator("[data-zone='refused']")).to_have_count(0)


def test_a_tap_is_not_lost_when_the_words_of_a_game_come_meanwhile(browsers, match):
    """The page draws the table again only after the touch has ended."""
    guest, made = match
    page = browsers.open()
    page.clock.install()
    page.add_init_script(READ)
    player = Player(page, guest)
    words = Held(page, "**/api/v1/games/chkobba")
    player.sit_down(made)
    assert player.wait_for_turn()

    page.locator("[data-zone='hand'] button").first.hover()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # A touch holds the table for two seconds at most.
    page.mouse.down()
    # Marked only now: until a touch holds the table, an update of the match may draw it again.
    page.evaluate("document.querySelector('[data-zone=hand] button').id = 'before'")
    words.let_go()
    eventually(lambda: page.evaluate("read.includes('/api/v1/games/chkobba')"))
    page.clock.run_for(200)
    assert page.locator("#before").is_visible()
    page.clock.resume()
    page.mouse.up()

    expect(page.locator("[data-zone='hand'] [aria-pressed='true']")).to_have_count(1)
    expect(page.locator("#before")).to_have_count(0)


def test_a_paused_match_says_so_and_goes_on(browsers, server, match):
    """No player can move meanwhile, and the page says why; afterwards the player can tap cards again."""
    guest, made = match
    page = browsers.open()
    player = Player(page, guest)
    player.sit_down(made)
    assert player.wait_for_turn()

    server.manage("shell", "--command", PAUSE.format(what="pause", match=made))
    expect(page.locator(".table-page")).to_contain_text("paused")
    expect(page.locator(".table-page")).to_contain_text("The café closes early.")
    lit = page.locator("[data-zone='hand'] [data-lit='true']")
    expect(lit).to_have_count(0)

    server.manage("shell", "--command", PAUSE.format(what="resume", match=made))
    expect(lit).not_to_have_count(0)
    assert player.wait_for_turn()
    player.make_a_move()


def test_what_is_in_reserve_stands_beside_the_time_of_the_move(visitor, shoot):
    """It shows for the player to act, on a phone and on a desktop, with nothing cut off."""
    player = visitor()
    pace = next(one for one in player.api.get("games").json()["paces"] if one["key"] == "reserve")
    player.sit_down(new_match(player.api, bots={"1": "easy"}, control=pace["control"]))
    assert player.wait_for_turn()
    left = player.page.locator(LEFT)
    expect(left).to_have_text(re.compile(r"^2 days 23 h \+ 7 days extra$"))
    until = player.page.locator("[data-zone='deadline']")
    expect(until).to_have_text(re.compile(r"until \w{3},? .+ UTC, then extra time until \w{3} .+, 20\d\d, .+ UTC$"))
    for width, height in ((360, 740), (740, 360), (1440, 900)):
        player.page.set_viewport_size({"width": width, "height": height})
        shoot(player.page, f"reserve-{width}")
        (box,) = boxes_of(player.page, LEFT)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert left.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
