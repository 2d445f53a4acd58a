"""Fixtures of browser tests: Chromium, Firefox, and the pages in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from tests.helpers.eventually import eventually
from tests.proofs.browser.started import CHROMIUM, Chromium, Firefox
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, TIMEOUT, Watched
from tests.proofs.conftest import FAILED, SCREENSHOTS
from tests.proofs.live.server import Guest, Server

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BEST = [*WCAG, "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Return the Playwright driver of browsers.

    It ends with the last test of this folder, and not with the session: while Playwright runs, Django takes this thread
    for an async one that must not wait for a database.
    """
    with sync_playwright() as driving:
        expect.set_options(timeout=TIMEOUT)
        yield driving


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Chromium]:
    """Return headless Chromium, started once for this folder."""
    started = Chromium(playwright)
    yield started
    started.close()


@pytest.fixture(scope="package")
def whole_chromium(playwright: Playwright) -> Iterator[Chromium]:
    """Return Chromium with its full user interface and notifications."""
    started = Chromium(playwright, CHROMIUM)
    yield started
    started.close()


@pytest.fixture(scope="package")
def firefox(playwright: Playwright) -> Iterator[Firefox]:
    """Return Firefox, started once for this folder."""
    started = Firefox(playwright)
    yield started
    started.close()


@pytest.fixture
def browsers(server: Server, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Return a factory of browsers; the test fails on an unexpected error on a page. Keeps pictures of a failed test.

    They are headless Chromium, unless the test is for ``EACH_BROWSER`` or ``WHOLE_BROWSER`` (``watching.py``).
    """
    watched = Watched(request.getfixturevalue(getattr(request, "param", "chromium")), server.url, request.node.nodeid)
    yield watched
    if request.node.stash.get(FAILED, False):
        watched.shoot_all(SCREENSHOTS / "failed" / request.node.name)
        server.print_logs()
    watched.close()
    assert watched.unexpected() == []


@pytest.fixture
def visitor(browsers: Watched, server: Server) -> Callable[..., Player]:
    """Return a function that opens a browser for a guest with an account: ``visitor(PHONE, "Sami")``."""

    def come(size: tuple[int, int] = DESKTOP, name: str = "Amel", **options: Any) -> Player:
        player = Player(browsers.open(size, **options), server.guest(name))
        player.come_back()
        return player

    return come


@pytest.fixture
def two(server: Server) -> tuple[Guest, Guest]:
    """Return two guests, Amel and Sami."""
    return server.guest("Amel"), server.guest("Sami")


@pytest.fixture
def shoot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Return a function that keeps a picture of the whole page; those of Firefox have their own folder."""
    folder = SCREENSHOTS / "firefox" if request.node.get_closest_marker("firefox") else SCREENSHOTS
    folder.mkdir(parents=True, exist_ok=True)

    def keep(page: Page, name: str) -> None:
        page.screenshot(path=folder / f"{name}.png", full_page=True)

    return keep


ALL_NAMED = """() => [...document.querySelectorAll("[aria-labelledby]")].every(
  (one) => one.getAttribute("aria-labelledby").split(" ").every((id) => document.getElementById(id)))"""
"""Returns whether every element with a title also has it as its accessible name."""


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Return a function that checks a page with axe-core, which must find nothing."""
    axe = Axe()

    def check(page: Page, rules: list[str] = BEST) -> None:
        with suppress(AssertionError):  # a panel may still be empty; elements without a name are found below
            eventually(lambda: page.evaluate(ALL_NAMED), seconds=20)
        page.evaluate("scrollTo(0, 0)")  # at another place, the bar at the bottom may cover half of a button
        # The figures in the picture of a card lie on its paper. Axe accepts only boxes as backgrounds, and sometimes
        # takes the page behind a dialog for theirs.
        pictured = {"exclude": [["svg.card-svg text"]]}
        # Without preload: to look at style sheets that import others, axe writes some into the page.
        found = axe.run(page, pictured, options={"runOnly": {"type": "tag", "values": rules}, "preload": False})
        assert found.violations_count == 0, found.generate_report()

    return check


@pytest.fixture
def look_at(accessible: Callable[..., None], shoot: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Return a function that looks for faults and for an excess of width on a page, and keeps a picture of it."""

    def look(page: Page, name: str) -> None:
        accessible(page, WCAG)
        shoot(page, name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"

    return look
