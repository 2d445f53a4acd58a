"""The next waiting match: offered after a move, in the order that the player chose, and counted in the title."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import attempts
from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import PHONE

HOURS = [3, 1, 2]
"""Hours for each move, of the matches in the order in which they are made."""


@pytest.fixture
def busy(two):
    """Return a player with three waiting matches, and their ids by the hours for a move."""
    amel, sami = two
    waiting = {}
    for hours in HOURS:
        for _ in attempts(20, "the first turn is the player's"):
            match = new_match(amel, sami, game="chkobba", visibility="private", turn_seconds=hours * 3600)
            if amel.get(f"matches/{match}").json()["to_act"] == 0:
                waiting[hours] = match
                break
            amel.post(f"matches/{match}/resign")
    return amel, waiting


@pytest.mark.parametrize(("order", "first", "then"), [("most_urgent", 1, 2), ("least_urgent", 3, 2)])
def test_after_a_move_the_next_match_is_offered(browsers, busy, shoot, accessible, order, first, then):
    """The page offers the first match in the chosen order; the title counts the waiting matches."""
    amel, waiting = busy
    player = Player(browsers.open(PHONE), amel)
    player.remember(order=order)
    player.sit_down(waiting[first])
    left = make_moves(player)
    offered = player.page.locator("[data-act='next']")
    expect(offered).to_have_attribute("data-match", waiting[then])
    expect(player.page).to_have_title(f"({left}) Chkobba · Chkobba")
    shoot(player.page, f"next-{order}")
    accessible(player.page)

    offered.click()
    expect(player.table).to_have_attribute("data-match", waiting[then])
    assert player.wait_for_turn()


def test_where_nothing_else_waits_nothing_is_offered(browsers, busy):
    """The title counts nothing either."""
    amel, waiting = busy
    for hours in (2, 3):
        amel.post(f"matches/{waiting[hours]}/resign")
    player = Player(browsers.open(), amel)
    player.sit_down(waiting[1])
    with player.page.expect_response("**/me/matches?awaiting=me*"):
        make_moves(player)

    expect(player.page).to_have_title("Chkobba · Chkobba")
    assert player.page.locator("[data-act='next']").count() == 0


def make_moves(player):
    """Move until it is the other player's turn; return the number of waiting matches then."""
    for _ in attempts(20, "it is the turn of the other"):
        if not player.wait_for_turn():
            break
        player.make_a_move()
        if player.view()["to_act"] != 0:
            break
    return player.api.get("me/matches", params={"awaiting": "me"}).json()["awaiting"]
