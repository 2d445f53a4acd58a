"""A club: founded, with a preset, joined by its code, with chat and a match; at three widths."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE

TABLET = (768, 1024)


@pytest.mark.parametrize(
    ("size", "locale"), [(PHONE, "fr-FR"), (TABLET, "en-GB"), (DESKTOP, "en-GB")], ids=["phone", "tablet", "desktop"]
)
def test_a_club_is_founded_and_played_in(two, browsers, shoot, look_at, size, locale):
    """The organizer adds a preset; a player joins by the code, makes a table of it, and is appointed."""
    amel, sami = two
    page = browsers.open(size, locale=locale)
    Player(page, amel).come_back(pace="none")
    page.goto("/#/clubs")
    page.locator("[data-act='found']").click()
    page.locator("#club-name").fill(f"Marsa {size[0]}")
    page.locator("#club-description").fill("Scopa\nevery evening.")
    page.locator("[data-act='found-club']").click()
    page.locator("[data-act='new-preset']").click()
    page.locator("#preset-name").fill("Friday nights")
    page.locator("#preset-game").select_option("scopa")
    expect(page.locator("#option-target")).to_be_visible()
    page.locator("[data-act='add-preset']").click()
    expect(page.locator("[data-preset]")).to_contain_text("Friday nights")

    code = page.locator("[data-zone='club-code']").inner_text()
    club = sami.post("clubs/join", json={"code": code}).json()["club"]["id"]
    made = {"preset": sami.get(f"clubs/{club}/presets").json()["presets"][0]["id"]}
    match = sami.post(f"clubs/{club}/matches", json=made).json()["id"]
    page.reload()
    expect(page.locator("[data-zone='club-members'] [data-player]")).to_have_count(2)
    page.locator("[data-act='say-phrase']").click()
    expect(page.locator("[data-zone='club-messages'] [data-message]")).to_have_count(1)
    look_at(page, f"club-{size[0]}")
    page.locator("[data-act='appoint']").click()
    expect(page.locator("[data-act='demote']")).to_have_count(2)
    page.locator("[data-act='sit-down']").click()
    expect(page.locator(f".table-page[data-match='{match}']")).to_be_visible()
    page.goto("/#/clubs")
    expect(page.locator(f"[data-zone='my-clubs'] [data-club='{club}']")).to_be_visible()
    shoot(page, f"clubs-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_club_page_refreshes_its_lists_once_and_in_their_place(two, browsers):
    """However often the page was redrawn, it asks for the matches once, and the chat stays where it was scrolled."""
    amel, sami = two
    club = amel.post("clubs", json={"name": "La Goulette", "joining": "open"}).json()["id"]
    sami.post(f"clubs/{club}/join").raise_for_status()
    for _ in range(12):
        message = {"message": {"type": "phrase", "key": "well_played"}}
        amel.post(f"clubs/{club}/chat", json=message).raise_for_status()
    page = browsers.open(PHONE)
    Player(page, amel).come_back()
    page.clock.install()
    page.goto(f"/#/clubs/{club}")
    row = page.locator(f"[data-player='{sami.me['id']}']")
    row.locator("[data-act='appoint']").click()
    row.locator("[data-act='demote']").click()
    expect(row.locator("[data-act='appoint']")).to_be_visible()
    chat = page.locator("[data-zone='club-messages']")
    assert chat.evaluate("(list) => { list.scrollTop = 0; return list.scrollHeight > list.clientHeight; }")
    asked = []
    page.on("request", lambda request: "/matches?status=lobby" in request.url and asked.append(request.url))
    with page.expect_response("**/chat?*"), page.expect_response("**/matches?status=lobby*"):
        page.clock.fast_forward("00:21")
    page.wait_for_load_state("networkidle")

    assert len(asked) == 1
    assert chat.evaluate("(list) => list.scrollTop") == 0
