"""Inviting by name in the room, negotiating, choosing seats, and playing another game with the same people."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


@pytest.fixture
def three(server):
    """Return three guests and their clients; the second one has a unique name."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami", "Zohra")]
    apis = [server.client(guest["token"]) for guest in guests]
    apis[1].put("me/name", json={"name": f"sami{guests[1]['player']['id'][-12:]}"}).raise_for_status()
    return guests, apis


def here(apis: list[httpx.Client], match: str) -> list[str | None]:
    """Return the player of each seat."""
    return [seat["name"] for seat in apis[0].get(f"matches/{match}").json()["seats"]]


@pytest.mark.parametrize(
    ("size", "locale"), [((360, 740), "fr-FR"), (DESKTOP, "en-GB")], ids=["phone-french", "desktop"]
)
def test_from_an_invitation_to_another_game(browsers, server, three, accessible, shoot, size, locale):
    """The invited player finds the invitation on the first page, proposes another game, and all agree."""
    guests, apis = three
    match = apis[0].post("matches", json={"game": "chkobba", "autostart": True, "visibility": "private"}).json()["id"]
    amel, sami = browsers.open(size, locale=locale), browsers.open(size, locale=locale)
    Player(amel, apis[0]).come_back(guests[0])
    amel.goto(f"/match/{match}")
    amel.locator("[data-zone='standing']").first.wait_for()
    amel.locator("#invite-name").fill(apis[1].get("me").json()["name"])
    amel.locator("[data-act='invite']").click()
    expect(amel.locator("[data-kind='kept']")).to_contain_text("Sami")
    accessible(amel, WCAG)
    shoot(amel, f"invited-room-{size[0]}")

    Player(sami, apis[1]).come_back(guests[1])
    sami.goto("/")
    expect(sami.locator("[data-zone='invited']")).to_contain_text("Amel")
    shoot(sami, f"invited-home-{size[0]}")
    sami.locator("[data-zone='invited'] a").first.click()
    sami.locator("[data-act='other-terms']").click()
    sami.locator("#other-game").select_option("scopa")
    sami.locator("[data-act='offer-terms']").click()
    expect(sami.locator("[data-zone='offer']")).to_contain_text("Scopa")
    accessible(sami, WCAG)
    shoot(sami, f"invited-offer-{size[0]}")
    assert sami.evaluate("document.documentElement.scrollWidth <= innerWidth")

    amel.locator("[data-act='accept-terms']").click()

    expect(amel.locator(".room")).to_have_count(0)
    (going,) = apis[1].get("me/matches?status=running").json()["results"]
    assert going["game"]["key"] == "scopa"


def test_seats_are_chosen_and_the_same_people_play_again(browsers, server, three, shoot):
    """Players tap their seats in the room; after the match, they are invited to another game."""
    guests, apis = three
    wish = {"game": "chkobba-cafe", "seats": 4, "bots": {"3": "easy"}, "bots_give_way": True}
    match = apis[0].post("matches", json=wish).json()["id"]
    for api in apis[1:]:
        api.post(f"matches/{match}/join", json={}).raise_for_status()
    amel, sami = browsers.open(PHONE), browsers.open(PHONE)
    for page, number in ((amel, 0), (sami, 1)):
        Player(page, apis[number]).come_back(guests[number])
        page.goto(f"/match/{match}")
    expect(amel.locator("[data-zone='gives-way']")).to_be_visible()
    amel.locator("[data-seat='2'] [data-act='ask-seat']").click()
    expect(amel.locator("[data-zone='asked-seat']")).to_have_count(1)
    amel.locator("[data-seat='1'] [data-act='ask-seat']").click()
    shoot(amel, "swap-asked")

    sami.locator("[data-seat='0'] [data-act='agree-seat']").click()

    expect(sami.locator("[data-seat='0'] .room-name")).to_contain_text("Sami")
    assert here(apis, match)[:3] == ["Sami", "Amel", "Zohra"]
    amel.locator("[data-act='cancel']").click()
    amel.locator("[data-act='again']").click()
    amel.locator("[data-zone='again']").wait_for()
    shoot(amel, "again-make")
    amel.locator("#game").select_option("scopone")
    amel.locator("[data-act='create']").click()
    amel.locator(".room-seats").wait_for()
    assert [one["game"]["key"] for one in apis[1].get("me/invitations").json()["results"]] == ["scopone"]
