"""A pause, and an early end, by agreement at two tables: offered from the menu, accepted at the other table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.proofs.browser.table import seated
from tests.proofs.browser.watching import DESKTOP, PHONE


def test_a_pause_is_offered_and_accepted(visitor, shoot, look_at):
    """Both players see the offer. The paused match shows until when. They end the pause the same way."""
    amel, sami = seated(visitor(PHONE), visitor(DESKTOP, "Sami"))

    amel.page.locator("[data-act='menu']").click()
    amel.page.locator("[data-act='pause']").click()
    amel.page.locator("#pause-until").select_option(index=2)
    shoot(amel.page, "pause-dialog")
    amel.page.locator("[data-act='offer-pause']").click()
    expect(amel.page.locator("[data-act='withdraw-pause']")).to_be_visible()
    expect(sami.page.locator("[data-zone='pause']")).to_contain_text("Amel")
    look_at(sami.page, "pause-offered")
    sami.page.locator("[data-act='accept-pause']").click()

    for player in (amel, sami):
        expect(player.page.locator("[data-zone='actions']")).to_contain_text("paused until")
    shoot(amel.page, "paused-by-agreement")
    assert amel.view()["pause"]["agreed"] == [0, 1]

    amel.page.locator("[data-act='menu']").click()
    shoot(amel.page, "menu-in-a-pause")
    amel.page.locator("[data-act='pause-end']").click()
    expect(amel.page.locator("[data-act='withdraw-pause_end']")).to_be_visible()
    expect(sami.page.locator("[data-zone='pause_end']")).to_contain_text("Amel")
    look_at(sami.page, "pause-end-offered")
    sami.page.locator("[data-act='accept-pause_end']").click()

    for player in (amel, sami):
        expect(player.page.locator("[data-zone='actions']")).not_to_contain_text("paused until")
    assert amel.view()["paused_at"] is None


def test_a_pause_is_taken_back_and_declined(visitor):
    """Then no offer is open any more, and the menu has the offer again."""
    amel, sami = seated(visitor(PHONE), visitor(DESKTOP, "Sami"))
    for act in ("withdraw-pause", "decline-pause"):
        offering = amel.api if act == "withdraw-pause" else sami.api
        until = amel.page.evaluate("new Date(Date.now() + 864e5).toISOString()")
        offering.post(f"matches/{amel.match_id}/pause", json={"until": until}).raise_for_status()

        amel.page.locator(f"[data-act='{act}']").click()

        expect(amel.page.locator("[data-zone='pause']")).to_have_count(0)
        assert amel.view()["pause"] is None


def test_an_end_is_offered_and_accepted(visitor, shoot, look_at):
    """A player who wants to resign can offer it; once accepted, the match is over and shows why."""
    amel, sami = seated(visitor(PHONE), visitor(DESKTOP, "Sami"))

    amel.page.locator("[data-act='menu']").click()
    amel.page.locator("[data-act='resign']").click()
    shoot(amel.page, "resign-or-end")
    amel.page.locator("[data-act='offer-end']").click()
    look_at(amel.page, "end-dialog")
    amel.page.locator("[data-act='as_it_stands']").click()
    expect(amel.page.locator("[data-act='withdraw-end']")).to_be_visible()
    expect(sami.page.locator("[data-zone='end']")).to_contain_text(
        "Amel offers to end the match with the current score."
    )
    shoot(sami.page, "end-offered")
    sami.page.locator("[data-act='accept-end']").click()

    for player in (amel, sami):
        expect(player.page.locator("[data-zone='outcome']")).to_contain_text("All players agreed to end")
        expect(player.page.locator("[data-zone='story'] [data-event='end_offered']")).to_have_count(1)
    shoot(amel.page, "ended-by-agreement")
