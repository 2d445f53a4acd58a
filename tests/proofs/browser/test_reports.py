"""Reporting a problem at the table and in the replay; the staff answers beside the step, and the player reads it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.table import Player, new_match, short_match
from tests.proofs.browser.watching import DESKTOP, PHONE

PASSWORD = "couscous with seven vegetables"


@pytest.fixture(scope="module")
def guest(server):
    """Return a guest, on a server with a staff account."""
    server.employ("steward", PASSWORD)
    return server.guest("Amel")


def fill_in(page, expected, happened):
    """Fill in the form and send it."""
    page.locator("#report-expected").fill(expected)
    page.locator("#report-happened").fill(happened)
    page.locator("[data-act='send-report']").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_problem_is_reported_at_the_table(browsers, look_at, guest, size):
    """The menu reports the step that shows; the text of a report that could not be sent stays in the form."""
    player = Player(browsers.open(size), guest)
    match = new_match(guest, bots={"1": "easy"})
    player.sit_down(match)
    player.wait_for_turn()
    page, version = player.page, player.version
    browsers.expect("400")

    page.locator("[data-act='menu']").click()
    page.locator("[data-act='report']").click()
    look_at(page, f"report-{size[0]}")
    fill_in(page, "The seven", "\u202e")
    expect(page.get_by_role("alert").filter(has_text="U+202E")).to_be_visible()
    assert page.locator("#report-expected").input_value() == "The seven"
    fill_in(page, "The seven", "Something else.\nTwice.")
    expect(page.locator(".toast")).to_be_visible()

    kept = guest.get(f"matches/{match}/reports").json()["reports"]
    assert [(one["version"], one["happened"]) for one in kept] == [(version, "Something else.\nTwice.")]


def test_a_step_of_the_replay_is_reported_and_answered(browsers, guest, shoot):
    """The staff reads it beside that step of the board; the player finds the answer where they reported."""
    finished = short_match(guest)
    player = Player(browsers.open(), guest)
    player.sit_down(finished["id"])
    page = player.page
    page.locator("[data-act='replay']").click()
    for _ in range(4):
        page.locator("[data-act='replay-on']").click()
    version = player.version
    page.locator("[data-act='report']").click()
    fill_in(page, "A sweep", "No point for it")
    expect(page.locator(".toast")).to_be_visible()

    staff = browsers.open()
    staff.goto(f"/admin/games/match/{finished['id']}/change/?step={version}")
    staff.get_by_label("Log-in name").fill("steward")
    staff.get_by_label("Password").fill(PASSWORD)
    staff.keyboard.press("Enter")
    expect(staff.locator("#at-step .report")).to_contain_text("No point for it")
    shoot(staff, "admin-report")
    staff.get_by_text("Answer or close this report").click()
    staff.get_by_role("link", name="Answer", exact=True).click()
    staff.get_by_label("Answer").fill("The last capture is no sweep.")
    staff.get_by_role("button", name="Answer").click()
    expect(staff.get_by_text("Done: Answer.")).to_be_visible()

    page.locator("[data-act='report']").click()
    expect(page.locator("dialog [data-state='answered']")).to_contain_text("The last capture is no sweep.")
