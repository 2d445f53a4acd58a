"""A hint at the table, requested in the menu and played from its dialog; and the player's mistakes after the match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import LONG, eventually, until
from tests.proofs.browser.table import new_match
from tests.proofs.browser.watching import DESKTOP, PHONE
from tests.proofs.live.server import at_turn_or_over, view_when


def test_a_hint_is_asked_for_and_played(visitor, shoot, look_at):
    """It comes after a moment; the event list says that the player asked, and a button plays the move."""
    player = visitor(PHONE)
    page, api = player.page, player.api
    match = new_match(api, game="scopa", bots={"1": "easy"})
    player.sit_down(match)
    page.locator("[data-my-turn='true']").wait_for()

    page.locator("[data-act='menu']").click()
    shoot(page, "hint-menu")
    page.locator("[data-act='hint']").click()
    hint = page.locator("dialog [data-zone='hint']")
    expect(hint).to_be_visible(timeout=30_000)
    expect(page.locator("[data-zone='story'] [data-event='hint_requested']")).to_have_count(1)
    assert api.get(f"matches/{match}/hints").json()["state"] == "ready"
    look_at(page, "hint")
    page.locator("[data-act='play-hint']").click()

    expect(page.locator("[data-zone='story'] [data-event='played'][data-seat='0']")).to_have_count(1)


def test_a_hint_does_not_follow_the_player_to_another_page(visitor):
    """A dialog of the table closes when the player goes back, so nothing on it can act for the match."""
    player = visitor()
    player.remember(pace="none")
    page, match = player.page, new_match(player.api, game="scopa", bots={"1": "easy"})
    page.goto("/")
    page.locator(f"li.match-row[data-match='{match}'] a").click()
    assert player.wait_for_turn()
    page.locator("[data-act='menu']").click()
    page.locator("[data-act='hint']").click()
    expect(page.locator("dialog [data-zone='hint']")).to_be_visible()
    page.go_back()

    expect(page.locator("main")).to_have_attribute("data-page", "home")
    expect(page.locator("dialog")).to_have_count(0)


def test_one_s_mistakes_are_shown_when_a_match_is_over(visitor, look_at):
    """The page shows its progress, then the moves that an expert prefers, or that there are none."""
    player = visitor(DESKTOP)
    page, api = player.page, player.api
    match = new_match(api, game="scopa", bots={"1": "easy"})
    player.sit_down(match)
    path = f"matches/{match}"
    for _ in range(3):
        view = view_when(api, match, at_turn_or_over)
        move = {"move": view["legal_moves"]["moves"][-1]["move"], "expected_version": view["version"]}
        api.post(f"{path}/moves", json=move).raise_for_status()
        expect(page.locator("[data-zone='story'] [data-event='played'][data-seat='0']")).not_to_have_count(0)
    api.post(f"{path}/resign").raise_for_status()

    page.locator("[data-zone='outcome'] [data-act='analysis']").click()
    expect(page.locator("dialog [data-zone='analysis'][data-state='done']")).to_be_visible(timeout=60_000)
    look_at(page, "analysis")
    found = api.get(f"{path}/analysis").json()
    marked = [one for one in found["findings"] if one["mistake"]]

    assert found["looked_at"] == found["moves"]
    expect(page.locator("dialog .mistakes > li")).to_have_count(len(marked))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_better_move_can_be_found_first(visitor, shoot, look_at, size):
    """The page shows the table before a mistake. It tells the expert's move when the player finds it, or asks."""
    player = visitor(size)
    page = player.page
    view, said = played_badly(player.api)
    first, second, *_ = (one for one in said["findings"] if one["mistake"])
    player.sit_down(view["id"])

    page.locator("[data-zone='outcome'] [data-act='analysis']").click()
    assert page.evaluate("document.documentElement.scrollHeight <= Math.max(innerHeight, document.body.offsetHeight)")
    expect(page.locator("dialog [data-zone='luck']")).to_have_attribute("data-rounds", str(len(said["rounds"])))
    shoot(page, f"analysis-luck-{size[0]}")
    mistake = page.locator(f"dialog .mistakes > li[data-version='{first['version']}']")
    expect(mistake.locator(".better")).to_have_count(0)
    mistake.locator("[data-act='find-better']").click()
    expect(mistake.locator("[data-zone='position'] .felt")).to_be_visible()
    expect(mistake.locator("[data-zone='position-hand'] .card")).not_to_have_count(0)
    expect(mistake.locator("[data-act='try']")).to_have_count(len(first["choices"]) - 1)
    look_at(page, f"analysis-find-{size[0]}")
    for choice in first["choices"]:
        if choice["move"] != first["played"]["move"] and choice["move"] != first["better"]["move"]:
            mistake.get_by_role("button", name=choice["text"], exact=True).click()
            expect(mistake.locator("[role='status']")).to_be_visible()
    mistake.get_by_role("button", name=first["better"]["text"], exact=True).click()
    expect(mistake.locator(".better")).to_have_attribute("data-right", "true")
    other = page.locator(f"dialog .mistakes > li[data-version='{second['version']}']")
    other.locator("[data-act='show-better']").click()

    expect(other.locator(".better")).to_have_attribute("data-right", "false")
    expect(other.locator(".better")).to_contain_text(second["better"]["text"])


def played_badly(api):
    """Play matches to their end until one has two mistakes, which is rare; return it, and its mistakes."""
    for _ in range(8):
        match = new_match(api, game="scopa", bots={"1": "easy"}, options={"target": 5})
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
