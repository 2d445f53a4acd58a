"""The admin: its login page, and a match at every step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import short_match
from tests.proofs.browser.watching import DESKTOP, EACH_BROWSER, PHONE


def test_the_log_in_page(browsers, accessible):
    """After the redirect, a visitor finds a form that works with a keyboard and a screen reader."""
    page = browsers.open()
    page.goto("/admin/")
    log_in(page, "not the password")

    expect(page.get_by_role("main")).to_contain_text("correct log-in name and password")
    accessible(page, WCAG)


@pytest.fixture(scope="module")
def finished(server):
    """Return a match that a guest has played against a bot, on a server with a staff account."""
    server.employ("root", PASSWORD)
    return short_match(server.guest("Amel"))


PASSWORD = "couscous with seven vegetables"


def log_in(page, password):
    """Fill in the form with the keyboard only."""
    page.get_by_label("Log-in name").fill("root")
    page.keyboard.press("Tab")
    page.keyboard.type(password)
    page.keyboard.press("Enter")


@EACH_BROWSER
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_slider_of_a_match(browsers, look_at, finished, size):
    """Keys, buttons and the log lead to any step without loading a page; an address leads to a step, too."""
    page = browsers.open(size)
    page.goto(f"/admin/games/match/{finished['id']}/change/")
    log_in(page, PASSWORD)
    step, slider = page.locator("#at-step .step"), page.get_by_role("slider")
    last = int(slider.get_attribute("max"))
    assert last == finished["version"]
    page.evaluate("window.stays = true")

    slider.focus()
    page.keyboard.press("Home")
    expect(step).to_have_attribute("data-step", "1")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(step).to_have_attribute("data-step", "5")
    expect(step.locator(".board")).to_be_visible()
    page.locator("[data-go=next]").click()
    expect(step).to_have_attribute("data-step", "6")
    page.locator("#log [data-step='8'] a").first.click()
    expect(step).to_have_attribute("data-step", "8")
    page.locator("[data-go=last]").click()
    expect(step).to_have_attribute("data-step", str(last))
    assert page.evaluate("window.stays")

    expect(page).to_have_url(re.compile(rf"\?step={last}$"))
    page.goto(page.url.replace(f"step={last}", "step=12"))
    expect(step).to_have_attribute("data-step", "12")
    look_at(page, f"admin-match-{size[0]}")


def test_the_front_page(browsers, look_at, finished):
    """It shows what is going on, and links to the match."""
    page = browsers.open()
    page.goto("/admin/")
    log_in(page, PASSWORD)

    expect(page.get_by_text(re.compile("Moves per hour|moves an hour", re.IGNORECASE)).first).to_be_visible()
    look_at(page, "admin-front")
