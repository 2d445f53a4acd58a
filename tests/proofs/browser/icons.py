"""Draw the icons of the web app again from the SVG one: ``python -m tests.proofs.browser.icons``.

Systems cut a maskable icon to their own shape. So it fills the square and keeps what matters within the inner four
fifths.
"""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import sync_playwright

from tests.proofs.browser.started import Chromium
from tests.proofs.live.server import ROOT

WEB: Final = ROOT / "games" / "web" / "static" / "web"
ROUNDED: Final = {"icon": (192, 512)}
FILLED: Final = {"maskable": (192, 512), "touch": (180,)}


def filled(icon: str) -> str:
    """Return an icon without round corners, and with its content a fifth smaller."""
    ground, inner = re.fullmatch(r"(<svg[^>]*><rect[^>]*/>)(.*)</svg>", icon.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    square = ground.replace(' rx="14"', "")
    return f'{square}<g transform="translate(32 32) scale(.8) translate(-32 -32)">{inner}</g></svg>'


def main() -> None:
    """Draw all icons into their files."""
    icon = (WEB / "style" / "icon.svg").read_text(encoding="utf-8")
    (WEB / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chromium = Chromium(playwright)
        for drawing, sizes in ((icon, ROUNDED), (filled(icon), FILLED)):
            for name, size in ((name, size) for name, all_sizes in sizes.items() for size in all_sizes):
                page = chromium.new_context(viewport={"width": size, "height": size}).new_page()
                page.set_content(f"<style>*{{margin:0}} svg{{display:block;width:100vw}}</style>{drawing}")
                page.screenshot(path=WEB / "icons" / f"{name}-{size}.png", omit_background=True)
        chromium.close()


if __name__ == "__main__":
    main()
