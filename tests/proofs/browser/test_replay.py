"""A finished match: its replay with a slider, and the check of its shuffles by the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.proofs.browser.table import Player, short_match


@pytest.fixture(scope="module")
def finished(server):
    """Return a guest, and the view of a match that they have played against a bot."""
    guest = server.guest("Amel")
    return guest, short_match(guest)


@pytest.fixture
def replay(browsers, finished):
    """Return the page of the replay."""
    guest, view = finished
    player = Player(browsers.open(), guest)
    player.sit_down(view["id"])
    player.page.locator("[data-act='replay']").click()
    player.page.locator("[data-act='slider']").wait_for()
    return player


def test_the_slider(replay, finished):
    """Keys and pointer lead to any step; the last one shows the table as the server has it."""
    _, view = finished
    slider = replay.page.locator("[data-act='slider']")
    slider.focus()
    replay.page.keyboard.press("End")
    assert replay.version == view["version"]
    assert totals(replay) == view["totals"]

    replay.page.keyboard.press("Home")
    expect(replay.table).to_have_attribute("data-step", "0")
    assert totals(replay) == [0, 0]
    replay.page.keyboard.press("ArrowRight")
    expect(replay.table).to_have_attribute("data-step", "1")

    box = slider.bounding_box()
    replay.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = int(slider.get_attribute("max")) / 2
    assert abs(int(replay.table.get_attribute("data-step")) - middle) <= 2
    assert replay.page.locator("[data-zone='story']").inner_text()


def test_every_step_of_a_replay_holds_all_forty_cards(replay):
    """After every capture and laid card, the step shows no card twice and loses none."""
    steps = int(replay.page.locator("[data-act='slider']").get_attribute("max"))
    for _ in range(steps):
        replay.page.locator("[data-act='replay-on']").click()
        seen = replay.page.evaluate(COUNT)
        assert len(set(seen["table"])) == len(seen["table"])
        assert seen["all"] in (0, 40), replay.table.get_attribute("data-step")


COUNT = """() => {
  const counts = (selector) => [...document.querySelectorAll(selector)].map(({dataset}) => Number(dataset.count));
  const count = (selector) => counts(selector).reduce((all, one) => all + one, 0);
  const table = [...document.querySelectorAll("[data-zone=table] [data-card]")].map(({dataset}) => dataset.card);
  return {table, all: table.length + count(".deck") + count(".fan, .hand") + count("[data-act=pile]")};
}"""


def totals(player):
    """Return the totals on the chalkboard."""
    sides = player.page.locator("[data-zone='scores'] [data-total]")
    return [int(side.get_attribute("data-total")) for side in sides.all()]


@pytest.mark.parametrize(("changed", "result"), [(None, "unchecked"), ("seed", "wrong"), ("deck", "wrong")])
def test_the_check_of_the_shuffle(browsers, finished, changed, result):
    """The browser computes every deck itself, and rejects a record with one changed letter.

    Where all decks follow from the seeds and this browser gave none, the page says that it cannot check more.
    """
    guest, view = finished
    player = Player(browsers.open(), guest)

    def forge(route: Route) -> None:
        record = route.fetch().json()
        if changed == "seed":
            record["about"]["seed"] = ("0" if record["about"]["seed"][0] != "0" else "1") + record["about"]["seed"][1:]
        elif changed == "deck":
            deck = record["rounds"][0]["decks"][0]
            deck[0], deck[1] = deck[1], deck[0]
        route.fulfill(json=record)

    player.page.route("**/record", forge)
    player.sit_down(view["id"])
    player.page.locator("[data-act='check']").click()
    player.page.locator(f"[data-zone='check'][data-result='{result}']").wait_for()
