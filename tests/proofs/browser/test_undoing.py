"""Undoing a move at two tables: offered in the menu, accepted at the other table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


def test_the_cards_go_back(browsers, server, accessible, shoot):
    """Both players see felt and hand as before, and the event list has the undo. The offer stays until the answer."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami")]
    apis = [server.client(guest["token"]) for guest in guests]
    made = apis[0].post("matches", json={"game": "scopa", "autostart": True}).json()
    apis[1].post(f"matches/{made['id']}/join", json={}).raise_for_status()
    path = f"matches/{made['id']}"
    views = [api.get(path).json() for api in apis]
    seat = views[0]["to_act"]
    people = [Player(browsers.open(size), api) for size, api in zip((PHONE, DESKTOP), apis, strict=True)]
    for player, guest in zip(people, guests, strict=True):
        player.sit_down(guest, made["id"])
        player.page.locator("[data-zone='hand'] .card").first.wait_for()
    mover, other = people[seat], people[1 - seat]
    move = {"move": views[seat]["legal_moves"]["moves"][0]["move"], "expected_version": views[seat]["version"]}
    apis[seat].post(f"{path}/moves", json=move).raise_for_status()
    expect(mover.page.locator("[data-zone='hand'] .card")).to_have_count(2)
    expect(mover.table).to_have_attribute("data-stepping", "false")  # the page then draws the menu again

    mover.page.locator("[data-act='menu']").click()
    shoot(mover.page, "undo-menu")
    mover.page.locator("[data-act='undo']").click()
    expect(mover.page.locator("[data-act='withdraw-undo']")).to_be_visible()
    expect(other.page.locator("[data-zone='undo']")).to_contain_text("asks to take back their last move")
    accessible(other.page, WCAG)
    shoot(other.page, "undo-offered")
    other.page.locator("[data-act='accept-undo']").click()

    for player, before in ((mover, views[seat]), (other, views[1 - seat])):
        expect(player.page.locator("[data-zone='hand'] .card")).to_have_count(3)
        for card in before["table"]["table"]:
            expect(player.page.locator(f".felt [data-card='{card}']")).to_be_visible()
        for told in ("undo_offered", "undo_accepted", "undone"):
            expect(player.page.locator(f"[data-zone='story'] [data-event='{told}']")).to_have_count(1)
    assert apis[seat].get(path).json()["to_act"] == seat
    shoot(mover.page, "undone")


def test_a_warning_is_read_and_appealed_against(browsers, server, accessible, shoot):
    """“You” leads to the words of the staff, and then shows the player's appeal."""
    guest = server.new_guest("Amel")
    given = "{'at': timezone.now(), 'until': timezone.now(), 'staff_id': who, 'reason': 'You were rude.'}"
    server.manage(
        "shell",
        "-c",
        "from django.utils import timezone; from games.models import Sanction; "
        f"who = {guest['player']['id']!r}; Sanction.objects.create(player_id=who, kind='warning', **{given})",
    )
    player = Player(browsers.open(PHONE), server.client(guest["token"]))
    player.come_back(guest)
    player.page.goto("/#/you")
    player.page.locator("[data-act='sanctions']").click()
    warning = player.page.locator("[data-kind='warning']")
    expect(warning).to_contain_text("You were rude.")
    accessible(player.page, WCAG)
    warning.locator("textarea").fill("It was my brother.")
    shoot(player.page, "warning")
    warning.locator("[data-act='appeal']").click()
    expect(warning).to_contain_text("waits for an answer")
