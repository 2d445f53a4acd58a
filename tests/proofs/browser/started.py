"""The browsers that tests open pages in: those of the machine, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium")
HEADLESS: Final = os.environ.get("HEADLESS") or shutil.which("chromium-headless-shell") or CHROMIUM
"""Chromium without a window or anything around it, which opens a page for a third of what it takes; it shows no
notifications."""
FIREFOX: Final = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
"""Where they are, if anywhere."""


class Chromium:
    """Chromium, which takes what the system of a person says (colours, movement) for each of its contexts."""

    def __init__(self, playwright: Playwright, program: str | None = HEADLESS) -> None:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox refuses to work for root
        self.browser = playwright.chromium.launch(executable_path=program, args=root)

    def new_context(self, **options: Any) -> BrowserContext:
        """Return the browser of a person of its own."""
        return self.browser.new_context(**options)

    def close(self) -> None:
        """End it."""
        self.browser.close()


class Firefox:
    """Firefox as it is, over WebDriver BiDi; Playwright's own way needs a Firefox that was changed for it.

    It takes what the system of a person says when it starts: so there is one for each, started when it is needed. It
    has no fingers: ``has_touch`` is without effect, and cards are clicked.
    """

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.started: dict[tuple[str, str], Browser] = {}

    def new_context(
        self, *, color_scheme: str = "light", reduced_motion: str = "no-preference", **options: Any
    ) -> BrowserContext:
        """Return the browser of a person of its own."""
        system = (color_scheme, reduced_motion)
        if system not in self.started:
            self.started[system] = self.playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=FIREFOX,
                firefox_user_prefs={
                    "layout.css.prefers-color-scheme.content-override": {"dark": 0, "light": 1}[color_scheme],
                    "ui.useOverlayScrollbars": 1,  # as on a phone; Playwright hides those of Chromium
                    "ui.prefersReducedMotion": int(reduced_motion == "reduce"),
                },
            )
        return self.started[system].new_context(**options)

    def close(self) -> None:
        """End all that were started."""
        for browser in self.started.values():
            browser.close()
