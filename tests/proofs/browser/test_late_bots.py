"""The room before a match: a time at which bots take the free seats of friends, and new terms."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import DETAILS, Player, new_match
from tests.proofs.browser.watching import PHONE

SMALL = [(360, 740), (740, 360)]
IN_WINDOW = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def test_bots_are_asked_for_at_an_hour(visitor, look_at):
    """All players in the room read when the bots come."""
    amel = visitor(PHONE, timezone_id="UTC")
    page, api = amel.page, amel.api
    page.goto("/#/make")
    page.locator(DETAILS).wait_for()
    page.locator("#bots-after").select_option("60")
    page.locator("[data-act='create']").click()

    expect(page.locator("[data-zone='bots-at']")).to_contain_text("UTC")
    look_at(page, "room-bots-at")
    (made,) = api.get("me/matches").json()["results"]
    assert made["late_bots"]["level"] == "medium"
    page.locator("[data-act='drop-bots']").click()

    expect(page.locator("[data-zone='bots-at']")).to_have_count(0)
    assert api.get(f"matches/{made['id']}").json()["late_bots"] is None


def test_a_free_seat_has_a_button_for_each_level(visitor):
    """The levels are those of the catalogue; the creator seats a bot of one."""
    amel = visitor(PHONE)
    page, api = amel.page, amel.api
    made = api.post("matches", json={"game": "chkobba", "seats": 4}).json()
    levels = [bot["key"] for bot in api.get("games").json()["bots"]]
    page.goto(f"/match/{made['id']}")
    seat = page.locator("[data-seat='1']")
    buttons = seat.locator("[data-act^='bot-']")
    expect(buttons).to_have_count(len(levels))
    acts = buttons.evaluate_all("all => all.map((one) => one.dataset.act)")
    seat.locator("[data-act='bot-hard']").click()

    expect(page.locator("[data-seat='1'][data-kind='bot']")).to_have_count(1)
    assert acts == [f"bot-{level}" for level in levels]
    assert api.get(f"matches/{made['id']}").json()["seats"][1]["bot"] == "hard"


def test_new_terms_are_agreed_to_without_scrolling(two, browsers, accessible, shoot):
    """On a phone, upright and on its side, the button stays at the lower edge."""
    amel, sami = two
    match = new_match(amel, sami, seats=4)
    amel.patch(f"matches/{match}", json={"turn_seconds": 3600}).raise_for_status()
    page = browsers.open(PHONE)
    Player(page, sami).come_back()
    page.goto(f"/match/{match}")
    agree = page.locator("[data-act='agree']")
    agree.wait_for()
    accessible(page, WCAG)
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        assert agree.evaluate(IN_WINDOW)
    shoot(page, "room-new-terms")
    agree.click()

    expect(agree).to_have_count(0)
    assert all(seat["agrees"] for seat in amel.get(f"matches/{match}").json()["seats"][:2])
