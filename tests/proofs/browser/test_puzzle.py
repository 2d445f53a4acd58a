"""The puzzle of the day on its page: any visitor sees it, players answer it, and then see the solution."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.watching import DESKTOP, PHONE, TABLET


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_a_puzzle_is_answered(visitor, server, look_at, size):
    """The player opens it from the first page; the moves are buttons, and the answer shows the best move."""
    server.manage("shell", "-c", "from games.tasks import make_puzzles; make_puzzles()")
    player = visitor(size)
    page, api = player.page, player.api
    today = api.get("puzzles").json()["puzzles"][0]["day"]
    page.goto("/")

    page.locator("[data-act='puzzle']").click()
    expect(page.locator(f"article.puzzle[data-day='{today}'] [data-zone='position'] .felt")).to_be_visible()
    shown = api.get(f"puzzles/{today}").json()
    expect(page.locator("[data-zone='position-hand'] .card")).to_have_count(len(shown["table"]["hand"]))
    expect(page.locator("[data-zone='puzzle-others'] .card")).to_have_count(len(shown["others"]))
    expect(page.locator("[data-act='answer']")).to_have_count(len(shown["moves"]))
    look_at(page, f"puzzle-{size[0]}")
    page.get_by_role("button", name=shown["moves"][0]["text"], exact=True).click()
    result = page.locator("[data-zone='puzzle-result']")
    expect(result).to_be_visible()
    said = api.get(f"puzzles/{today}").json()["answer"]
    expect(result).to_have_attribute("data-right", str(said["right"]).lower())
    expect(result).to_contain_text(said["best"]["text"])
    expect(page.locator("[data-zone='puzzle-record']")).to_have_attribute("data-streak", str(int(said["right"])))
    look_at(page, f"puzzle-answered-{size[0]}")


def test_a_visitor_looks_at_it(browsers, server, shoot):
    """The page asks them for a name before they answer."""
    server.manage("shell", "-c", "from games.tasks import make_puzzles; make_puzzles()")
    page = browsers.open(PHONE)

    page.goto("/#/puzzle")

    expect(page.locator("[data-zone='position'] .felt")).to_be_visible()
    expect(page.locator("[data-act='answer']")).to_have_count(0)
    expect(page.get_by_role("link", name="Enter your name to answer")).to_be_visible()
    shoot(page, "puzzle-visitor")
