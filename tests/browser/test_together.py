"""Two people at one table, each with a browser of his own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import OVER, Player

NO_LINE = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def amel_and_sami(browsers, server):
    """Return two players at a table: she made it, he came by the link with the room code."""
    amel, sami = Player(browsers.open()), Player(browsers.open())
    for player in (amel, sami):
        player.remember(pace="none")
    amel.page.goto("/")
    amel.page.locator("#nickname").fill("Amel")
    amel.page.locator("[data-act='make-table']").click()
    amel.page.locator("#game").select_option("chkobba")
    amel.page.locator("[data-act='create']").click()
    code = amel.page.locator("[data-code]").get_attribute("data-code")
    sami.page.goto(f"/#/join/{code}")
    sami.page.locator("#nickname").fill("Sami")
    sami.page.locator("[data-act='join']").click()
    amel.come_in(server)
    sami.come_in(server)
    sami.table.wait_for()
    return amel, sami


def test_a_reload_and_a_lost_connection(browsers, amel_and_sami):
    """Whatever happens to a browser, both come to see the same table; a move made without a connection is made once."""
    amel, sami = amel_and_sami
    play_in_turn(amel, sami, 3)

    amel.page.reload()
    play_in_turn(amel, sami, 2)

    browsers.expect(NO_LINE)
    mover, waiter = by_turn(amel, sami)
    cards = len(mover.view()["table"]["hand"])
    mover.page.context.set_offline(True)
    mover.start_a_move()
    expect(mover.table).to_have_attribute("data-connection", "lost")
    mover.page.context.set_offline(False)
    assert waiter.wait_for_turn()
    assert len(mover.view()["table"]["hand"]) == cards - 1
    expect(mover.table).to_have_attribute("data-connection", "ok")

    mover, waiter = by_turn(amel, sami)
    waiter.page.context.set_offline(True)
    mover.make_a_move()
    expect(waiter.table).to_have_attribute("data-connection", "lost")
    waiter.page.context.set_offline(False)
    assert waiter.wait_for_turn()

    resign(sami)
    for player in (amel, sami):
        player.page.locator(OVER).wait_for()
        expect(player.table).to_have_attribute("data-version", str(player.view()["version"]))


def by_turn(amel, sami):
    """Return who has the turn, and who has not, when the page has told him."""
    mover, waiter = (amel, sami) if amel.view()["legal_moves"] else (sami, amel)
    assert mover.wait_for_turn()
    return mover, waiter


def play_in_turn(amel, sami, moves):
    """Make some moves, whoever has the turn."""
    for _ in range(moves):
        mover, _ = by_turn(amel, sami)
        mover.make_a_move()


def resign(player):
    """Give up, by the menu."""
    for act in ("menu", "resign", "resign-now"):
        player.page.locator(f"[data-act='{act}']").click()
