"""Undoing a move at two tables: offered in the menu, accepted at the other table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import seated
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.rounds import first_move


def test_the_cards_go_back(visitor, shoot, look_at):
    """Both players see felt and hand as before, and the event list has the undo. The offer stays until the answer."""
    people = seated(visitor(PHONE), visitor(DESKTOP, "Sami"), game="scopa")
    views = [player.view() for player in people]
    seat = views[0]["to_act"]
    mover, other = people[seat], people[1 - seat]
    move = first_move(mover.api, views[seat])
    mover.api.post(f"matches/{mover.match_id}/moves", json=move).raise_for_status()
    expect(mover.page.locator("[data-zone='hand'] .card")).to_have_count(2)
    expect(mover.table).to_have_attribute("data-stepping", "false")  # the page then draws the menu again

    mover.page.locator("[data-act='menu']").click()
    shoot(mover.page, "undo-menu")
    mover.page.locator("[data-act='undo']").click()
    expect(mover.page.locator("[data-act='withdraw-undo']")).to_be_visible()
    expect(other.page.locator("[data-zone='undo']")).to_contain_text("asks to take back their last move")
    look_at(other.page, "undo-offered")
    other.page.locator("[data-act='accept-undo']").click()

    for player, before in ((mover, views[seat]), (other, views[1 - seat])):
        expect(player.page.locator("[data-zone='hand'] .card")).to_have_count(3)
        for card in before["table"]["table"]:
            expect(player.page.locator(f".felt [data-card='{card}']")).to_be_visible()
        for told in ("undo_offered", "undo_accepted", "undone"):
            expect(player.page.locator(f"[data-zone='story'] [data-event='{told}']")).to_have_count(1)
    assert mover.view()["to_act"] == seat
    shoot(mover.page, "undone")


def test_a_warning_is_read_and_appealed_against(visitor, server, accessible, shoot):
    """“You” leads to the words of the staff, and then shows the player's appeal."""
    player = visitor(PHONE)
    given = "{'at': timezone.now(), 'until': timezone.now(), 'staff_id': who, 'reason': 'You were rude.'}"
    server.manage(
        "shell",
        "-c",
        "from django.utils import timezone; from games.models import Sanction; "
        f"who = {player.api.me['id']!r}; Sanction.objects.create(player_id=who, kind='warning', **{given})",
    )
    player.page.goto("/#/you")
    player.page.locator("[data-act='sanctions']").click()
    warning = player.page.locator("[data-kind='warning']")
    expect(warning).to_contain_text("You were rude.")
    accessible(player.page, WCAG)
    warning.locator("textarea").fill("It was my brother.")
    shoot(player.page, "warning")
    warning.locator("[data-act='appeal']").click()
    expect(warning).to_contain_text("waits for an answer")
