"""Selecting cards at a table: the effect of a tap can be seen and heard, and the only capture completes itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import new_match

SIZE = (360, 740)
HAND, TABLE = ["7H", "KC", "2S"], ["4S", "4H", "3D"]
PLAYS = [("7H", ["4S", "3D"]), ("7H", ["4H", "3D"]), ("KC", []), ("2S", [])]

RING = """(card) => {
  const {boxShadow, borderStyle} = getComputedStyle(card, "::after");
  return [boxShadow === "none", borderStyle, card.querySelector(".plus") !== null];
}"""
"""Returns the ring of a card apart from its colour: whether it has no light, the kind of line, a plus."""


@pytest.fixture
def player(visitor):
    """Return a player to act, with these cards and plays in any match that the page shows."""
    player = visitor(SIZE)
    match = new_match(player.api, bots={"1": "easy"})

    def deal(route):
        answer = route.fetch()
        view = answer.json()
        moves = [
            {"kind": "play", "text": card, "move": {"type": "play", "card": card, "capture": capture}}
            for card, capture in PLAYS
        ]
        view["table"] |= {"hand": HAND, "table": TABLE}
        kinds = [{"kind": "play", "label": "Play", "count": len(moves)}]
        view |= {"your_turn": True, "to_act": 0, "due_at": None}
        view["legal_moves"] = {"count": len(moves), "complete": True, "kinds": kinds, "moves": moves}
        route.fulfill(response=answer, json=view)

    player.page.route(f"**/api/v1/matches/{match}", deal)
    player.sit_down(match)
    assert player.wait_for_turn()
    return player


def test_what_a_tap_would_do_is_marked(player, shoot, accessible):
    """Cards that extend the selection and cards that restart it differ in more than colour."""
    card = {one: player.page.locator(f"[data-card='{one}']:is(button)") for one in (*HAND, *TABLE)}
    expect(player.page.locator("[data-effect='begins']")).to_have_count(6)

    card["3D"].click()
    for one in ("7H", "4S", "4H"):
        expect(card[one]).to_have_attribute("data-effect", "extends")
        expect(card[one]).to_have_accessible_name(re.compile(", adds to your selection$"))
    expect(card["KC"]).to_have_attribute("data-effect", "restarts")
    card["7H"].click()
    expect(card["2S"]).to_have_accessible_name("two of spades, starts a new selection")
    assert card["4S"].evaluate(RING) == [False, "none", True]
    assert card["KC"].evaluate(RING) == [True, "dashed", False]
    shoot(player.page, "selecting")
    accessible(player.page)

    card["4H"].click()
    for one in ("7H", "4H", "3D"):
        expect(card[one]).to_have_attribute("data-chosen", "true")
    expect(card["4S"]).to_have_attribute("data-effect", "restarts")
    expect(player.page.locator("[data-zone='actions'] [data-act='play']")).to_have_count(1)


def test_a_card_of_the_table_completes_the_only_capture(player):
    """One tap on 4♠ selects the 7 and 3♦ as well."""
    player.page.locator("[data-zone='table'] [data-card='4S']").click()

    chosen = player.page.locator("[data-chosen='true']")
    expect(chosen).to_have_count(3)
    assert {one.get_attribute("data-card") for one in chosen.all()} == {"7H", "4S", "3D"}
