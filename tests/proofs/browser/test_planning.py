"""Planned moves at the table: chosen from the hand while another player is to move, and played when the turn comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player, new_match
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.rounds import first_move


def open_plan(page):
    """Open the plan from the menu, unless it is open."""
    page.evaluate("document.querySelector('details.menu').open = true")
    page.locator("[data-act='plan']").click()
    page.locator("[data-zone='plan']").wait_for()


def keep(page):
    """Keep the plan, and wait until the server has it."""
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.locator("[data-act='keep-plan']").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (DESKTOP, "fr")], ids=["phone", "desktop"])
def test_a_move_is_planned_and_played(two, browsers, look_at, size, language):
    """The plan has conditions and a safe move; the player keeps, changes and reorders it, and the server plays it."""
    match = f"matches/{new_match(*two)}"
    view = two[0].get(match).json()
    mover, waiter = two[view["to_act"]], two[1 - view["to_act"]]
    player = Player(browsers.open(size, locale=language), waiter)
    player.sit_down(view["id"])
    page = player.page
    page.locator("[data-zone='hand'] .card").first.wait_for()

    open_plan(page)
    hand = [card.get_attribute("data-card") for card in page.locator("[data-zone='hand'] .card").all()]
    lies = view["table"]["table"]
    page.locator("[data-act='add-step']").click()
    page.locator("#plan-way").select_option("take")
    page.locator(f"[data-zone='plan-hand'] [data-card='{hand[0]}']").click()
    expect(page.locator("[data-act='keep-step']")).to_be_disabled()
    page.locator(f"[data-zone='taken'] [data-card='{lies[0]}']").click()
    for place, (kind, cards) in enumerate([("on_table", lies[:2]), ("not_on_table", ["7D"]), ("played", ["KS", "KH"])]):
        page.locator("[data-act='add-condition']").click()
        page.locator(f"#when-{place}").select_option(kind)
        for card in cards:
            page.locator(f"[data-zone='when-{place}-cards'] [data-card='{card}']").click()
    look_at(page, f"plan-step-{language}")
    page.locator("[data-act='keep-step']").click()
    page.locator("[data-act='add-step']").click()
    page.locator(f"[data-zone='plan-hand'] [data-card='{hand[1]}']").click()
    page.locator("[data-act='keep-step']").click()
    page.locator("[data-act='add-safe']").click()
    page.locator("#plan-forced").check()
    expect(page.locator(".plan-steps > li")).to_have_count(3)
    look_at(page, f"plan-{language}")
    keep(page)

    plan = waiter.get(f"{match}/planned-moves").json()
    taking = {"type": "play", "card": hand[0], "capture": lies[:1], "shape": "fishing_play"}
    assert [step["play"] for step in plan["steps"]] == [
        {"type": "move", "move": taking},
        {"type": "cards", "cards": [hand[1]]},
        {"type": "safe"},
    ]
    assert plan["steps"][0]["when"] == [
        {"type": "on_table", "cards": lies[:2]},
        {"type": "not_on_table", "cards": ["7D"]},
        {"type": "played", "cards": ["KS", "KH"]},
    ]
    assert plan["when_forced"]
    open_plan(page)
    page.locator("[data-act='later-step']").first.click()
    page.locator("[data-act='edit-step']").nth(1).click()
    page.locator("[data-act='remove-condition']").last.click()
    page.locator("[data-zone='when-1-cards'] [data-card='6D']").click()
    page.locator("[data-act='keep-step']").click()
    page.locator("[data-act='remove-step']").first.click()
    keep(page)

    plan = waiter.get(f"{match}/planned-moves").json()
    assert [step["play"]["type"] for step in plan["steps"]] == ["move", "safe"]
    assert plan["steps"][0]["when"] == [
        {"type": "on_table", "cards": lies[:2]},
        {"type": "not_on_table", "cards": ["7D", "6D"]},
    ]

    move = first_move(mover, mover.get(match).json())
    mover.post(f"{match}/moves", json=move).raise_for_status()

    expect(page.locator(".story .by")).to_have_text({"en": "as planned", "fr": "comme prévu"}[language])
