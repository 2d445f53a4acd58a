"""Planning a move at the table: chosen from one's cards while another is to move, and played when the turn comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE


def open_plan(page):
    """Open the plan from the menu, whether or not that is open still."""
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
    """With what has to lie on the table, and else the safe move; kept, looked at again, and played for its player."""
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
    page.locator("[data-zone='plan-hand'] .card").first.click()
    page.locator("[data-zone='plan-open'] .card").first.click()
    page.locator("[data-act='add-step']").click()
    page.locator("[data-act='add-safe']").click()
    page.locator("#plan-forced").check()
    expect(page.locator(".plan-steps li")).to_have_count(2)
    accessible(page, WCAG)
    shoot(page, f"plan-{language}")
    keep(page)

    plan = apis[waiter].get(f"matches/{made['id']}/plan").json()
    assert [step["play"]["type"] for step in plan["steps"]] == ["cards", "safe"]
    assert plan["steps"][0]["when"][0]["type"] == "on_table"
    assert plan["when_forced"]
    open_plan(page)
    page.locator("[data-act='remove-step']").first.click()
    expect(page.locator(".plan-steps li")).to_have_count(1)
    keep(page)

    move = apis[mover].get(f"matches/{made['id']}/legal-moves?limit=1").json()["moves"][0]["move"]
    version = apis[mover].get(f"matches/{made['id']}").json()["version"]
    apis[mover].post(f"matches/{made['id']}/moves", json={"move": move, "expected_version": version}).raise_for_status()

    expect(page.locator(".story .by")).to_have_text({"en": "as planned", "fr": "comme prévu"}[language])
