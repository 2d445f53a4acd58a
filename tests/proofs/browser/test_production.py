"""The page as production serves it: files named by their content, compressed, and cached by browsers for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page

from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import Watched
from tests.proofs.live.server import Server, production

MOST_REQUESTS = 10
"""The requests before the first card when a player opens a match: the page, four files of code, style and words, the
match and the player. The icon and a pattern come, too, but nothing waits for them."""
MOST_BYTES = 62_000

WATCH = """(() => {
  window.loaded = () => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({name, transferSize}) => [name, transferSize]);
  window.withCard = new Promise((resolve) => {
    const look = () => document.querySelector(".board [data-card]") && resolve(loaded());
    new MutationObserver(look).observe(document, {childList: true, subtree: true});
  });
})()"""
"""Lets the page report the files that it has loaded, in total and before the first card."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with the settings of production."""
    folder: Path = tmp_path_factory.mktemp("production")
    with production(folder) as server:
        yield server


def test_the_first_page(browsers):
    """Every file has a name by its content and loads once; the code of the table loads in the background."""
    page = watched(browsers)
    page.goto("/", wait_until="networkidle")
    page.locator("#nickname").wait_for()
    names = [name.rsplit("/")[-1] for name, _ in page.evaluate("loaded()") if "/static/" in name]
    code = sorted(name.split(".")[0] for name in names if not name.endswith(".svg"))

    assert [name for name in names if not re.fullmatch(r"\w+\.[0-9a-f]{12}\.(js|css|svg)", name)] == []
    assert code == ["begin", "en", "main", "main", "table"]


def test_a_match_is_opened_by_few_requests(browsers, server):
    """The number and size of requests decide when a player on a slow line sees the first card (docs/web.md)."""
    amel, page = server.guest("Amel"), watched(browsers)
    Player(page, amel).sit_down(against_bots(amel, "scopa"))
    loaded = page.evaluate("withCard")

    assert 6 < len(loaded) <= MOST_REQUESTS
    assert 20_000 < sum(size for _, size in loaded) < MOST_BYTES


def test_a_new_visitor_waits_for_three_answers(browsers):
    """The answers are the new guest, the new match, and its events where a bot cuts. Nothing else comes first."""
    page = watched(browsers)
    page.goto("/", wait_until="networkidle")
    before = len(page.evaluate("loaded()"))
    page.locator("[data-act=play-now]").click()
    asked = [re.sub("[0-9a-f-]{36}", "ID", urlsplit(name).path) for name, _ in page.evaluate("withCard")[before:]]
    waited_for = [path for path in asked if not path.endswith((".svg", "/games/chkobba"))]

    assert waited_for[:2] == ["/api/v1/players/guests", "/api/v1/matches"]
    assert set(waited_for[2:]) <= {"/api/v1/matches/ID/events"}


@pytest.mark.parametrize("game", ["chkobba", "camba", "haggis"])
def test_a_match_is_played(visitor, game):
    """Tables of all kinds work from bundled modules."""
    player = visitor()
    player.sit_down(against_bots(player.api, game))
    assert player.wait_for_turn()
    before = player.version
    player.make_a_move()

    assert player.version > before


@pytest.mark.parametrize("address", ["make", "rules/chkobba", "you", "join/K7D2-9QXM", "stored"])
def test_the_other_pages(browsers, address):
    """The page loads them when the player opens them."""
    page = browsers.open()
    page.goto(f"/#/{address}")
    page.locator("main h1, main h2").first.wait_for()

    assert page.locator("main").get_attribute("data-page") == address.partition("/")[0]


def watched(browsers: Watched) -> Page:
    """Return a page that reports the files that it loads."""
    page = browsers.open()
    page.add_init_script(WATCH)
    return page


def against_bots(guest: httpx.Client, game: str) -> str:
    """Make a match against bots; return its id."""
    seats = guest.get(f"games/{game}").json()["seats"][0]
    bots = {str(seat): "easy" for seat in range(1, seats)}
    return new_match(guest, game=game, visibility="private", bots=bots)
