"""The installed browsers, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium")
HEADLESS: Final = os.environ.get("HEADLESS") or shutil.which("chromium-headless-shell") or CHROMIUM
"""The path of headless Chromium, which opens a page in a third of the time; it shows no notifications."""
FIREFOX: Final = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
"""The paths of the browsers, if they are installed."""


class Chromium:
    """Chromium; each of its contexts has its own system preferences (colours, movement)."""

    def __init__(self, playwright: Playwright, program: str | None = HEADLESS) -> None:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox refuses to work for root
        self.browser = playwright.chromium.launch(executable_path=program, args=root)

    def new_context(self, **options: Any) -> BrowserContext:
        """Return a separate browser profile for a person."""
        return self.browser.new_context(**options)

    def close(self) -> None:
        """Close the browser process."""
        self.browser.close()


class Firefox:
    """Firefox over WebDriver BiDi; Playwright's own protocol needs a patched Firefox.

    Firefox reads system preferences only at its start. So each profile has its own process, started when needed. It has
    no touch: ``has_touch`` is without effect, and cards are clicked.
    """

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.started: dict[tuple[str, str], Browser] = {}

    def new_context(
        self, *, color_scheme: str = "light", reduced_motion: str = "no-preference", **options: Any
    ) -> BrowserContext:
        """Return a separate browser for a person."""
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
        """Close all browsers that were started."""
        for browser in self.started.values():
            browser.close()
