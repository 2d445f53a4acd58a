"""A guided first round: the guide says something fitting at each turn, until the end or until the player stops it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.proofs.browser.watching import DESKTOP, PHONE, TABLET

SAID = {
    "escoba": {"fishing.fifteen", "fishing.lay", "fishing.sweep"},
    "camba": {"camba.play", "camba.draw", "camba.pass"},
    "haggis": {"haggis.bet", "haggis.lead", "haggis.follow", "haggis.pass"},
}
"""Messages of the guide that can show in a turn."""


@pytest.mark.parametrize(("game", "size"), [("escoba", TABLET), ("camba", PHONE), ("haggis", DESKTOP)])
def test_a_newcomer_is_led_through_a_round(browsers, server, shoot, look_at, game, size):
    """The guide begins on the first page, without a name of the player, and ends with the round."""
    page = browsers.open(size)
    page.goto("/")
    page.locator("[data-act='learn']").click()
    look_at(page, f"learn-{size[0]}")
    page.locator(f"[data-act='learn'][data-game='{game}']").click()
    page.locator(".table-page").wait_for()
    token = page.evaluate("JSON.parse(localStorage.getItem('chkobba.token'))")
    api, path = server.client(token), f"matches/{page.locator('.table-page').get_attribute('data-match')}"
    coach, heard = page.locator("[data-zone='coach']"), set()

    for _ in range(200):
        expect(coach).not_to_have_attribute("data-step", "wait")
        step = coach.get_attribute("data-step")
        if step == "done":
            break
        assert step in SAID[game]
        if step not in heard:
            shoot(page, f"guide-{game}-{step.rpartition('.')[2]}")
            heard.add(step)
        view = api.get(path).json()
        legal = api.get(f"{path}/legal-moves?limit=1").json()["moves"]
        if legal:
            answer = api.post(f"{path}/moves", json={"move": legal[0]["move"], "expected_version": view["version"]})
            assert answer.status_code == 201, answer.text
        expect(page.locator(f".table-page[data-version='{view['version']}']")).to_have_count(0)
        if (close := page.locator("[data-act='close-scores']")).count():
            close.click()

    assert len(heard) > 1
    expect(coach).to_have_attribute("data-step", "done")
    if (close := page.locator("[data-act='close-scores']")).count():
        close.click()
    shoot(page, f"guide-{game}-done")
    page.locator("[data-act='guide-stop']").click()
    expect(coach).to_have_count(0)
    page.reload()
    page.locator(".table-page[data-status]").wait_for()
    expect(coach).to_have_count(0)
