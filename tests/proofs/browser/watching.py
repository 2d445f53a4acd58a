"""A watched browser: it collects all errors of its pages, and unexpected ones fail the test."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Route

from tests.helpers.eventually import eventually
from tests.proofs.browser.started import Chromium, Firefox

PHONE, TABLET, DESKTOP = (360, 780), (820, 1180), (1280, 900)
"""Widths and heights at which the pages must look good."""

TIMEOUT = 120_000
"""The longest time in milliseconds until an element shows."""

EACH_BROWSER = pytest.mark.parametrize(
    "browsers", ["chromium", pytest.param("firefox", marks=pytest.mark.firefox)], indirect=True
)
"""Marks a test that also runs in Firefox."""
WHOLE_BROWSER = pytest.mark.parametrize("browsers", ["whole_chromium"], indirect=True)
"""Marks a test that needs the full browser, for example for notifications."""

_GIVEN_UP = {"net::ERR_ABORTED", "NS_BINDING_ABORTED"}
"""The errors for requests that the page aborted, such as its long poll when the player leaves a table."""

_OF_PICTURES = base64.b64encode(hashlib.sha256(b"body {}").digest()).decode()
"""The hash, in Firefox's message, of the style that Playwright adds for each picture; the page's policy forbids it."""

_SECRETS = """{
  const random = crypto.getRandomValues.bind(crypto);
  let state = SEED;
  const byte = () => {  // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 255;
  };
  crypto.getRandomValues = (array) => {
    if (array.length !== 24) return random(array);
    array.set(array.map(byte));
    return array;
  };
}"""
"""Draws the secrets for the shuffle (24 bytes, ``secrets.js``) from a seed. The ids of requests stay random: after a
reload the page would draw them again, and each must be new."""


class Watched:
    """The browsers of a test, each with its own profile, and all complaints of their pages."""

    def __init__(self, browser: Chromium | Firefox, url: str, test: str = "") -> None:
        self.browser = browser
        self.url = url
        self.test = test
        """The name of the running test, from which all secrets of players follow."""
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = [re.escape(_OF_PICTURES)]

    def open(self, size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
        """Return a page in a new, empty browser profile."""
        width, height = size
        options = {"reduced_motion": "reduce", "locale": "en-GB", **options}
        context = self.browser.new_context(base_url=self.url, viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(TIMEOUT)
        seed = int.from_bytes(hashlib.sha256(f"{self.test}|{len(self.contexts)}".encode()).digest()[:4], "big")
        context.add_init_script(_SECRETS.replace("SEED", str(seed)))
        self.contexts.append(context)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("requestfailed", self._failed)
        return context.new_page()

    def expect(self, pattern: str) -> None:
        """Accept matching complaints for the rest of the test."""
        self.expected.append(pattern)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        # A module that loads while the player leaves its page. A failure while the page is open is an error of the
        # page.
        left = (request.resource_type, request.failure) == ("script", "net::ERR_FAILED")
        if request.failure not in _GIVEN_UP and not left:
            self.complaints.append(f"failed: {request.method} {request.url}: {request.failure}")

    def unexpected(self) -> list[str]:
        """Return the complaints that match no expected pattern."""
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.expected)]

    def shoot_all(self, folder: Path) -> None:
        """Keep a picture of every open page."""
        for number, page in enumerate(page for context in self.contexts for page in context.pages):
            page.screenshot(path=folder / f"{number}.png", full_page=True)

    def close(self) -> None:
        """Close the browsers of the test."""
        for context in self.contexts:
            context.close()


class Held:
    """Answers that the test holds back until it releases them."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(address, self.hold)

    def hold(self, route: Route) -> None:
        """Hold a request back."""
        self.routes.append(route)

    def wait_for(self, count: int) -> None:
        """Wait until the page has sent a number of requests."""
        # Playwright calls hold() only while it waits for the browser.
        eventually(lambda: self.page.evaluate("true") and len(self.routes) == count)

    def let_go(self) -> None:
        """Send the held requests to the server."""
        for route in self.routes:
            route.continue_()

    def refuse(self) -> None:
        """Fail the held requests, as without a connection."""
        for route in self.routes:
            route.abort()
