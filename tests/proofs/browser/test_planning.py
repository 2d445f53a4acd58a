"""Planned moves at the table: chosen from the hand while another player is to move, and played when the turn comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


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
def test_a_move_is_planned_and_played(browsers, server, accessible, shoot, size, language):
    """The plan has conditions and a safe move; the player keeps, changes and reorders it, and the server plays it."""
    guests = [server.new_guest(name) for name in ("Amel", "Sami")]
    apis = [server.client(guest["token"]) for guest in guests]
    made = apis[0].post("matches", json={"game": "chkobba", "options": {"cut": False}, "autostart": True}).json()
    apis[1].post(f"matches/{made['id']}/join", json={}).raise_for_status()
    view = apis[0].get(f"matches/{made['id']}").json()
    mover, waiter = view["to_act"], 1 - view["to_act"]
    player = Player(browsers.open(size, locale=language), apis[waiter])
    player.sit_down(guests[waiter], made["id"])
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
    accessible(page, WCAG)
    shoot(page, f"plan-step-{language}")
    page.locator("[data-act='keep-step']").click()
    page.locator("[data-act='add-step']").click()
    page.locator(f"[data-zone='plan-hand'] [data-card='{hand[1]}']").click()
    page.locator("[data-act='keep-step']").click()
    page.locator("[data-act='add-safe']").click()
    page.locator("#plan-forced").check()
    expect(page.locator(".plan-steps > li")).to_have_count(3)
    accessible(page, WCAG)
    shoot(page, f"plan-{language}")
    keep(page)

    plan = apis[waiter].get(f"matches/{made['id']}/planned-moves").json()
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

    plan = apis[waiter].get(f"matches/{made['id']}/planned-moves").json()
    assert [step["play"]["type"] for step in plan["steps"]] == ["move", "safe"]
    assert plan["steps"][0]["when"] == [
        {"type": "on_table", "cards": lies[:2]},
        {"type": "not_on_table", "cards": ["7D", "6D"]},
    ]

    move = apis[mover].get(f"matches/{made['id']}/legal-moves?limit=1").json()["moves"][0]["move"]
    version = apis[mover].get(f"matches/{made['id']}").json()["version"]
    apis[mover].post(f"matches/{made['id']}/moves", json={"move": move, "expected_version": version}).raise_for_status()

    expect(page.locator(".story .by")).to_have_text({"en": "as planned", "fr": "comme prévu"}[language])
