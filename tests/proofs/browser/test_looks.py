"""The layout of the pages: nothing overflows at any width, axe-core finds nothing, and pictures are kept for people."""

from __future__ import annotations

import pytest

from tests.proofs.browser.table import DETAILS, HIS_TURN, OVER, SHEET, Player, new_match, short_match
from tests.proofs.browser.watching import DESKTOP, PHONE, TABLET

LOOKS = {
    "light": {"options": {"color_scheme": "light"}, "remembered": {}},
    "dark": {"options": {"color_scheme": "dark"}, "remembered": {"suits": "italian"}},
    "french": {"options": {"color_scheme": "light", "locale": "fr-FR"}, "remembered": {}},
    "right-to-left": {"options": {"color_scheme": "light"}, "remembered": {}},
}
"""System preferences of a person, and settings of the player."""
MIRRORED = """Object.defineProperty(HTMLElement.prototype, "dir", {
  get() { return this.getAttribute("dir") }, set(_) { this.setAttribute("dir", "rtl") } })"""
"""Lets the page be written from right to left in any language, since no offered language is."""


def opened(browsers, look):
    """Return a new page with a look."""
    page = browsers.open(**LOOKS[look]["options"])
    if look == "right-to-left":
        page.add_init_script(MIRRORED)
    return page


TABLES = {
    "chkobba": {"game": "chkobba", "seats": 4, "bots": {"1": "easy", "2": "medium", "3": "easy"}},
    "camba": {"game": "camba", "seats": 3, "bots": {"1": "easy", "2": "medium"}},
    "haggis": {"game": "haggis", "seats": 3, "bots": {"1": "easy", "2": "medium"}},
}


@pytest.fixture(scope="module")
def matches(server):
    """Return a guest with a room that waits for players, tables where it is their turn, and a finished match."""
    guest = server.guest("Amel")
    room = new_match(guest, game="scopone", seats=4, visibility="public")
    tables = {name: new_match(guest, **wish) for name, wish in TABLES.items()}
    return guest, {"room": room, **tables, "over": short_match(guest)["id"]}


@pytest.mark.parametrize("look", LOOKS)
def test_pages(browsers, matches, shoot, accessible, look):
    """First page, room, tables, score sheet, lobby, a new table, the account and its data fit, at three widths."""
    guest, matches = matches

    def somebody():
        player = Player(opened(browsers, look), guest)
        player.remember(**LOOKS[look]["remembered"])
        return player

    def look_at(page, name):
        for size in (PHONE, TABLET, DESKTOP):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            shoot(page, f"{name}-{size[0]}-{look}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{name} at {size[0]}"
        accessible(page)

    newcomer = somebody().page
    newcomer.goto("/")
    newcomer.locator("[name='avatar']").first.wait_for()
    look_at(newcomer, "first")
    player = somebody()
    page = player.page
    player.sit_down(matches["room"])
    page.locator("[data-act='share-code']").wait_for()
    look_at(page, "room")
    for table in TABLES:
        page.goto(f"/#/match/{matches[table]}")
        page.locator(f"[data-game='{TABLES[table]['game']}']").wait_for()
        player.wait_for_turn()
        look_at(page, table)
    page.remove_locator_handler(page.locator(SHEET))
    with page.expect_response("**/games/chkobba"):  # after which the page draws the buttons again, for the last time
        page.goto(f"/#/match/{matches['over']}")
    page.locator(".outcome [data-act='scores']").click()
    page.locator(SHEET).wait_for()
    look_at(page, "scores")
    page.goto("/")
    page.locator("li.match-row").first.wait_for()
    look_at(page, "lobby")
    for name, shown in {"make": "#game", "you": "[data-act='delete-me']", "stored": "[data-key='matches']"}.items():
        page.goto(f"/#/{name}")
        page.locator(shown).wait_for()
        look_at(page, name)


EVERY_PAGE = {
    "home": ("", "li.match-row"),
    "make": ("make", DETAILS),
    "room": ("match/{room}", "[data-act='share-code']"),
    **{table: (f"match/{{{table}}}", HIS_TURN) for table in TABLES},
    "over": ("match/{over}", OVER),
    "replay": ("replay/{over}", "[data-act='slider']"),
    "check": ("check/{over}", "[data-zone='check'][data-result='unchecked']"),
    "rules": ("rules/scopa", "article.prose h1"),
    "you": ("you", "[data-act='delete-me']"),
    "availability": ("availability", "[data-act='begin-vacation']"),
    "notifications": ("notifications", "[data-zone='add-mail']"),
    "stored": ("stored", "[data-key='matches']"),
    "device": ("device/nothing", "[data-act='accept-device']"),
}
"""The pages of a player: the address of each, and an element that shows when it is drawn."""

CUT_OFF = """() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element && (element.scrollWidth > element.clientWidth
    && ["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const kinds = "a, button, h1, h2, h3, input, select, p, td, th, .card, .seat";
  const said = [...document.querySelectorAll(`main :is(${kinds})`)];
  const cut = said.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    const narrow = element.matches("button:not(.card)") && element.scrollWidth > element.clientWidth + 1;
    const beyond = (left < -1 || right > width + 1) && !scrolls(element.parentElement);
    return element.checkVisibility() && (narrow || beyond);
  });
  const outcome = document.querySelector(".actions:has(.outcome)");
  if (outcome?.scrollHeight > outcome?.clientHeight + 1) cut.push(outcome);
  return [document.documentElement.scrollWidth - width, ...cut.map((element) => element.outerHTML.slice(0, 200))];
}"""
"""Returns the excess width of the page, and the elements beyond its edges or too small for their words or buttons."""


@pytest.mark.parametrize(
    ("browsers", "look"),
    [("chromium", "light"), ("chromium", "dark"), pytest.param("firefox", "light", marks=pytest.mark.firefox)],
    indirect=["browsers"],
)
def test_every_page(browsers, matches, shoot, look):
    """On a small phone and on a desktop, nothing is cut off, and no page logs an error."""
    guest, matches = matches

    def look_at(page, name):
        for width, height in ((360, 740), DESKTOP):
            page.set_viewport_size({"width": width, "height": height})
            shoot(page, f"{name}-{width}-{look}")
            assert page.evaluate(CUT_OFF) == [0], f"{name} at {width}"

    newcomer = opened(browsers, look)
    for name, address, there in (("first", "", "[name='avatar']"), ("join", "join/AAAABBBB", "[data-act='join']")):
        newcomer.goto(f"/#/{address}")
        newcomer.locator(there).first.wait_for()
        look_at(newcomer, name)
    player = Player(opened(browsers, look), guest)
    player.come_back(pace="none", **LOOKS[look]["remembered"])
    page = player.page
    for name, (address, there) in EVERY_PAGE.items():
        page.goto(f"/#/{address.format(**matches)}")
        page.locator(there).first.wait_for()
        look_at(page, name)
    page.remove_locator_handler(page.locator(SHEET))
    page.goto(f"/#/match/{matches['over']}")
    page.locator(".outcome [data-act='scores']").click()
    page.locator(SHEET).wait_for()
    look_at(page, "scores")
