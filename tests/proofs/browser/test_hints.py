"""A hint at the table, requested in the menu and played from its dialog; and the player's mistakes after the match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import LONG, eventually, until
from tests.proofs.browser.conftest import WCAG
from tests.proofs.browser.table import Player
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.live.server import at_turn_or_over, view_when


def test_a_hint_is_asked_for_and_played(browsers, server, accessible, shoot):
    """It comes after a moment; the event list says that the player asked, and a button plays the move."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    match = api.post("matches", json={"game": "scopa", "bots": {"1": "easy"}, "autostart": True}).json()
    player = Player(browsers.open(PHONE), api)
    player.sit_down(guest, match["id"])
    player.page.locator("[data-my-turn='true']").wait_for()

    player.page.locator("[data-act='menu']").click()
    shoot(player.page, "hint-menu")
    player.page.locator("[data-act='hint']").click()
    hint = player.page.locator("dialog [data-zone='hint']")
    expect(hint).to_be_visible(timeout=30_000)
    expect(player.page.locator("[data-zone='story'] [data-event='hint_requested']")).to_have_count(1)
    assert api.get(f"matches/{match['id']}/hints").json()["state"] == "ready"
    accessible(player.page, WCAG)
    shoot(player.page, "hint")
    player.page.locator("[data-act='play-hint']").click()

    expect(player.page.locator("[data-zone='story'] [data-event='played'][data-seat='0']")).to_have_count(1)


def test_a_hint_does_not_follow_the_player_to_another_page(browsers, server):
    """A dialog of the table closes when the player goes back, so nothing on it can act for the match."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    match = api.post("matches", json={"game": "scopa", "bots": {"1": "easy"}, "autostart": True}).json()
    player = Player(browsers.open(), api)
    player.come_back(guest, pace="none")
    player.page.goto("/")
    player.page.locator(f"li.match-row[data-match='{match['id']}'] a").click()
    assert player.wait_for_turn()
    player.page.locator("[data-act='menu']").click()
    player.page.locator("[data-act='hint']").click()
    expect(player.page.locator("dialog [data-zone='hint']")).to_be_visible()
    player.page.go_back()

    expect(player.page.locator("main")).to_have_attribute("data-page", "home")
    expect(player.page.locator("dialog")).to_have_count(0)


def test_one_s_mistakes_are_shown_when_a_match_is_over(browsers, server, accessible, shoot):
    """The page shows its progress, then the moves that an expert prefers, or that there are none."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    match = api.post("matches", json={"game": "scopa", "bots": {"1": "easy"}, "autostart": True}).json()
    player = Player(browsers.open(DESKTOP), api)
    player.sit_down(guest, match["id"])
    path = f"matches/{match['id']}"
    for _ in range(3):
        view = view_when(api, match["id"], at_turn_or_over)
        move = {"move": view["legal_moves"]["moves"][-1]["move"], "expected_version": view["version"]}
        api.post(f"{path}/moves", json=move).raise_for_status()
        expect(player.page.locator("[data-zone='story'] [data-event='played'][data-seat='0']")).not_to_have_count(0)
    api.post(f"{path}/resign").raise_for_status()

    player.page.locator("[data-zone='outcome'] [data-act='analysis']").click()
    expect(player.page.locator("dialog [data-zone='analysis'][data-state='done']")).to_be_visible(timeout=60_000)
    accessible(player.page, WCAG)
    shoot(player.page, "analysis")
    found = api.get(f"{path}/analysis").json()
    marked = [one for one in found["findings"] if one["mistake"]]

    assert found["looked_at"] == found["moves"]
    expect(player.page.locator("dialog .mistakes > li")).to_have_count(len(marked))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_better_move_can_be_found_first(browsers, server, accessible, shoot, size):
    """The page shows the table before a mistake. It tells the expert's move when the player finds it, or asks."""
    guest = server.new_guest("Amel")
    api = server.client(guest["token"])
    view, said = played_badly(api)
    first, second, *_ = (one for one in said["findings"] if one["mistake"])
    player = Player(browsers.open(size), api)
    player.sit_down(guest, view["id"])

    player.page.locator("[data-zone='outcome'] [data-act='analysis']").click()
    assert player.page.evaluate(
        "document.documentElement.scrollHeight <= Math.max(innerHeight, document.body.offsetHeight)"
    )
    expect(player.page.locator("dialog [data-zone='luck']")).to_have_attribute("data-rounds", str(len(said["rounds"])))
    shoot(player.page, f"analysis-luck-{size[0]}")
    mistake = player.page.locator(f"dialog .mistakes > li[data-version='{first['version']}']")
    expect(mistake.locator(".better")).to_have_count(0)
    mistake.locator("[data-act='find-better']").click()
    expect(mistake.locator("[data-zone='position'] .felt")).to_be_visible()
    expect(mistake.locator("[data-zone='position-hand'] .card")).not_to_have_count(0)
    expect(mistake.locator("[data-act='try']")).to_have_count(len(first["choices"]) - 1)
    accessible(player.page, WCAG)
    shoot(player.page, f"analysis-find-{size[0]}")
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for choice in first["choices"]:
        if choice["move"] != first["played"]["move"] and choice["move"] != first["better"]["move"]:
            mistake.get_by_role("button", name=choice["text"], exact=True).click()
            expect(mistake.locator("[role='status']")).to_be_visible()
    mistake.get_by_role("button", name=first["better"]["text"], exact=True).click()
    expect(mistake.locator(".better")).to_have_attribute("data-right", "true")
    other = player.page.locator(f"dialog .mistakes > li[data-version='{second['version']}']")
    other.locator("[data-act='show-better']").click()

    expect(other.locator(".better")).to_have_attribute("data-right", "false")
    expect(other.locator(".better")).to_contain_text(second["better"]["text"])


def played_badly(api):
    """Play matches to their end until one has two mistakes, which is rare; return it, and its mistakes."""
    wish = {"game": "scopa", "bots": {"1": "easy"}, "autostart": True, "options": {"target": 5}}
    for _ in range(8):
        match = api.post("matches", json=wish).json()["id"]
        path = f"matches/{match}"
        for _ in until(LONG, "the match does not end"):
            view = view_when(api, match, at_turn_or_over)
            if view["status"] != "running":
                break
            move = {"move": view["legal_moves"]["moves"][-1]["move"], "expected_version": view["version"]}
            api.post(f"{path}/moves", json=move)  # the last named move captures least
        api.post(f"{path}/analysis")
        eventually(lambda: api.get(f"{path}/analysis").json()["state"] == "done", seconds=2 * LONG)  # noqa: B023
        said = api.get(f"{path}/analysis").json()
        if sum(one["mistake"] for one in said["findings"]) > 1:
            return view, said
    raise AssertionError("eight matches with fewer than two mistakes each")
