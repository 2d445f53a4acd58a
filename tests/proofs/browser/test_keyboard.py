"""Playing with only a keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import attempts
from tests.proofs.browser.table import Player, as_json, cards_of_hand, new_match


def test_a_match_without_a_mouse(browsers, server):
    """From the first page to the end of a match, with Tab, Enter and letters; the keyboard is never trapped."""
    page = browsers.open()
    player = Typist(page)
    player.remember(pace="none")
    page.goto("/")
    player.tab_to("#nickname")
    page.keyboard.type("Amel")
    player.tab_to("#quick-game")
    for _ in attempts(20, "choose Čamba"):
        if page.locator("#quick-game").input_value() == "camba":
            break
        page.keyboard.press("ArrowDown")
    player.tab_to("[data-act='play-now']")
    page.keyboard.press("Enter")
    player.table.wait_for()
    player.come_in(server)
    player.play_to_the_end()

    assert player.view()["status"] == "finished"
    assert player.view()["game"]["key"] == "camba"


def test_a_new_page_is_read_from_its_beginning(browsers):
    """After a link, the focus is in the new page, before all of its controls."""
    page = browsers.open()
    page.goto("/")
    page.get_by_role("link", name="Rules").focus()
    page.keyboard.press("Enter")
    page.locator("article h1").wait_for()

    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_menu_of_a_table_closes(visitor):
    """Escape, a click beside it, and choosing an item close it; then the focus is where the player opened it."""
    player = visitor()
    page = player.page
    player.sit_down(new_match(player.api, bots={"1": "easy"}))
    page.locator("[data-zone='hand'] .card").first.wait_for()
    opened = page.locator(".menu[open]")
    summary = page.locator("[data-act='menu']")

    summary.click()
    opened.wait_for()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    opened.wait_for()
    page.locator("[data-zone='actions']").click(position={"x": 2, "y": 2})
    expect(opened).to_have_count(0)
    summary.click()
    page.locator("[data-act='scores']").click()
    page.locator("dialog").wait_for()
    expect(opened).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(summary).to_be_focused()


@pytest.mark.parametrize("kind", ["a", "button"])
def test_the_focus_stays_in_its_row_when_a_list_is_refreshed(browsers, server, kind):
    """Enter acts on the match that the player has chosen, and not on the first one of the list."""
    for name in ("Amel", "Sami"):
        room = {"game": "chkobba", "visibility": "public"}
        server.guest(name).post("matches", json=room).raise_for_status()
    page = browsers.open()
    page.clock.install()
    page.goto("/")
    row = page.locator("[data-zone='public'] li.match-row").nth(1)
    match = row.get_attribute("data-match")
    row.locator(kind).focus()
    row.evaluate("(before) => (before.id = 'before')")
    page.clock.run_for(20_000)
    expect(page.locator("#before")).to_have_count(0)

    assert page.evaluate("document.activeElement.localName") == kind
    assert page.evaluate("document.activeElement.closest('li').dataset.match") == match


class Typist(Player):
    """A player without a mouse."""

    def tab_to(self, selector: str) -> None:
        """Press Tab until the element has the focus. Fails if it never gets it."""
        for _ in range(120):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    def start_a_move(self) -> None:
        """Press Enter on the cards of a move, and on its button."""
        move = self.choose()
        for card in cards_of_hand(move):
            self.tab_to(f"[data-zone='hand'] [data-card='{card}']")
            self.page.keyboard.press("Enter")
        for card in move.get("capture", []):
            if self.page.locator(f"[data-zone='table'] [data-card='{card}'][data-chosen='false']").count():
                self.tab_to(f"[data-zone='table'] [data-card='{card}']")
                self.page.keyboard.press("Enter")
        self.tab_to(f"[data-zone='actions'] .choices [data-move='{as_json(move)}']")
        self.page.keyboard.press("Enter")

    def close_sheet(self) -> None:
        """Read how the points came about, and close the sheet."""
        self.sheets += 1
        self.tab_to("[data-act='close-scores']")
        self.page.keyboard.press("Enter")
