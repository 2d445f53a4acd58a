"""Inviting by name in the room, negotiating, choosing seats, and playing another game with the same people."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.live.server import Guest


@pytest.fixture
def three(server):
    """Return three guests; the second one has a unique name."""
    guests = [server.guest(name) for name in ("Amel", "Sami", "Zohra")]
    guests[1].put("me/name", json={"name": f"sami{guests[1].me['id'][-12:]}"}).raise_for_status()
    return guests


def here(guests: list[Guest], match: str) -> list[str | None]:
    """Return the player of each seat."""
    return [seat["name"] for seat in guests[0].get(f"matches/{match}").json()["seats"]]


@pytest.mark.parametrize(
    ("size", "locale"), [((360, 740), "fr-FR"), (DESKTOP, "en-GB")], ids=["phone-french", "desktop"]
)
def test_from_an_invitation_to_another_game(browsers, three, shoot, look_at, size, locale):
    """The invited player finds the invitation on the first page, proposes another game, and all agree."""
    match = three[0].post("matches", json={"game": "chkobba", "autostart": True, "visibility": "private"}).json()["id"]
    amel, sami = browsers.open(size, locale=locale), browsers.open(size, locale=locale)
    Player(amel, three[0]).come_back()
    amel.goto(f"/match/{match}")
    amel.locator("[data-zone='standing']").first.wait_for()
    amel.locator("#invite-name").fill(three[1].get("me").json()["name"])
    amel.locator("[data-act='invite']").click()
    expect(amel.locator("[data-kind='kept']")).to_contain_text("Sami")
    look_at(amel, f"invited-room-{size[0]}")

    Player(sami, three[1]).come_back()
    sami.goto("/")
    expect(sami.locator("[data-zone='invited']")).to_contain_text("Amel")
    shoot(sami, f"invited-home-{size[0]}")
    sami.locator("[data-zone='invited'] a").first.click()
    sami.locator("[data-act='other-terms']").click()
    sami.locator("#other-game").select_option("scopa")
    sami.locator("[data-act='offer-terms']").click()
    expect(sami.locator("[data-zone='offer']")).to_contain_text("Scopa")
    look_at(sami, f"invited-offer-{size[0]}")

    amel.locator("[data-act='accept-terms']").click()

    expect(amel.locator(".room")).to_have_count(0)
    (going,) = three[1].get("me/matches?status=running").json()["results"]
    assert going["game"]["key"] == "scopa"


def test_seats_are_chosen_and_the_same_people_play_again(browsers, three, shoot):
    """Players tap their seats in the room; after the match, they are invited to another game."""
    wish = {"game": "chkobba-cafe", "seats": 4, "bots": {"3": "easy"}, "bots_give_way": True}
    match = three[0].post("matches", json=wish).json()["id"]
    for guest in three[1:]:
        guest.post(f"matches/{match}/join", json={}).raise_for_status()
    amel, sami = browsers.open(PHONE), browsers.open(PHONE)
    for page, number in ((amel, 0), (sami, 1)):
        Player(page, three[number]).come_back()
        page.goto(f"/match/{match}")
    expect(amel.locator("[data-zone='gives-way']")).to_be_visible()
    amel.locator("[data-seat='2'] [data-act='ask-seat']").click()
    expect(amel.locator("[data-zone='asked-seat']")).to_have_count(1)
    amel.locator("[data-seat='1'] [data-act='ask-seat']").click()
    shoot(amel, "swap-asked")

    sami.locator("[data-seat='0'] [data-act='agree-seat']").click()

    expect(sami.locator("[data-seat='0'] .room-name")).to_contain_text("Sami")
    assert here(three, match)[:3] == ["Sami", "Amel", "Zohra"]
    amel.locator("[data-act='cancel']").click()
    amel.locator("[data-act='again']").click()
    amel.locator("[data-zone='again']").wait_for()
    shoot(amel, "again-make")
    amel.locator("#game").select_option("scopone")
    amel.locator("[data-act='create']").click()
    amel.locator(".room-seats").wait_for()
    assert [one["game"]["key"] for one in three[1].get("me/invitations").json()["results"]] == ["scopone"]
