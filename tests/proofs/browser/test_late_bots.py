"""The room before a match: a time at which bots take the free seats of friends, and new terms."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import DETAILS, Player
from tests.proofs.browser.watching import PHONE

SMALL = [(360, 740), (740, 360)]
IN_WINDOW = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def test_bots_are_asked_for_at_an_hour(browsers, server, accessible, shoot):
    """All players in the room read when the bots come."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    amel = Player(browsers.open(PHONE, timezone_id="UTC"), api)
    amel.come_back(guest)
    page = amel.page
    page.goto("/#/make")
    page.locator(DETAILS).wait_for()
    page.locator("#bots-after").select_option("60")
    page.locator("[data-act='create']").click()

    expect(page.locator("[data-zone='bots-at']")).to_contain_text("UTC")
    accessible(page, WCAG)
    shoot(page, "room-bots-at")
    (made,) = api.get("me/matches").json()["results"]
    assert made["late_bots"]["level"] == "medium"
    page.locator("[data-act='drop-bots']").click()

    expect(page.locator("[data-zone='bots-at']")).to_have_count(0)
    assert api.get(f"matches/{made['id']}").json()["late_bots"] is None


def test_a_free_seat_has_a_button_for_each_level(browsers, server):
    """The levels are those of the catalogue; the creator seats a bot of one."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    made = api.post("matches", json={"game": "chkobba", "seats": 4}).json()
    levels = [bot["key"] for bot in api.get("games").json()["bots"]]
    amel = Player(browsers.open(PHONE), api)
    amel.come_back(guest)
    amel.page.goto(f"/match/{made['id']}")
    seat = amel.page.locator("[data-seat='1']")
    buttons = seat.locator("[data-act^='bot-']")
    expect(buttons).to_have_count(len(levels))
    acts = buttons.evaluate_all("all => all.map((one) => one.dataset.act)")
    seat.locator("[data-act='bot-hard']").click()

    expect(amel.page.locator("[data-seat='1'][data-kind='bot']")).to_have_count(1)
    assert acts == [f"bot-{level}" for level in levels]
    assert api.get(f"matches/{made['id']}").json()["seats"][1]["bot"] == "hard"


def test_new_terms_are_agreed_to_without_scrolling(browsers, server, accessible, shoot):
    """On a phone, upright and on its side, the button stays at the lower edge."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami")]
    apis = [server.client(guest["token"]) for guest in guests]
    made = apis[0].post("matches", json={"game": "chkobba", "seats": 4}).json()
    apis[1].post(f"matches/{made['id']}/join", json={}).raise_for_status()
    apis[0].patch(f"matches/{made['id']}", json={"turn_seconds": 3600}).raise_for_status()
    sami = Player(browsers.open(PHONE), apis[1])
    sami.come_back(guests[1])
    sami.page.goto(f"/match/{made['id']}")
    agree = sami.page.locator("[data-act='agree']")
    agree.wait_for()
    accessible(sami.page, WCAG)
    for width, height in SMALL:
        sami.page.set_viewport_size({"width": width, "height": height})
        assert agree.evaluate(IN_WINDOW)
    shoot(sami.page, "room-new-terms")
    agree.click()

    expect(agree).to_have_count(0)
    assert all(seat["agrees"] for seat in apis[0].get(f"matches/{made['id']}").json()["seats"][:2])
