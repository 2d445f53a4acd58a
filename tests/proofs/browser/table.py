"""A player at a table of the page: what they see, and what they do with a mouse or a keyboard."""

from __future__ import annotations

import json
from typing import Any

import httpx
from playwright.sync_api import Locator, Page

from tests.eventually import eventually
from tests.proofs.live.server import Server

HIS_TURN = "[data-my-turn='true'] [data-act='sentences']"
OVER = "[data-status='finished'] [data-zone='outcome']"
DETAILS = "[data-zone='details']:not([inert])"
"""What depends on the game of a table that is being made, when it is there."""
SHEET = "dialog[open][data-zone='score-sheet']"


class Player:
    """Somebody who plays at a page, by clicks; which move they make they take from the API, as any client would."""

    def __init__(self, page: Page, api: httpx.Client | None = None) -> None:
        self.page = page
        self.api = api
        self.sheets = 0
        """How many score sheets they have read and closed."""
        page.add_locator_handler(page.locator(SHEET), self.close_sheet)

    # --- coming to a table --------------------------------------------------------------------------------------------

    def sit_down(self, guest: dict[str, Any], match_id: str) -> None:
        """Open a match as a player who has been here before, and does not like to wait for cards to move."""
        self.come_back(guest, pace="none")
        self.page.goto(f"/#/match/{match_id}")

    def come_back(self, guest: dict[str, Any], **values: Any) -> None:
        """Put into the browser who they are, from an earlier visit, and what else it remembers of that."""
        self.remember(token=guest["token"], me=guest["player"], **values)

    def remember(self, **values: Any) -> None:
        """Put into the browser what it remembers from earlier visits, unless it has something newer."""
        script = "".join(
            f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {json.dumps(json.dumps(value))});"
            for key, value in ((f"chkobba.{name}", value) for name, value in values.items())
        )
        # Firefox has such scripts run in empty pages, too, which may remember nothing.
        self.page.context.add_init_script(f"if (location.protocol.startsWith('http')) {{ {script} }}")

    def come_in(self, server: Server) -> None:
        """Take the token that the page was given when they gave their name."""
        token = "JSON.parse(localStorage.getItem('chkobba.token'))"
        self.api = server.client(eventually(lambda: self.page.evaluate(token)))

    # --- seeing -------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """The table, whose data say what state it is in."""
        return self.page.locator(".table-page")

    @property
    def match_id(self) -> str:
        """The match that is shown."""
        return self.table.get_attribute("data-match") or ""

    @property
    def version(self) -> int:
        """The version of the match that is shown."""
        return int(self.table.get_attribute("data-version") or 0)

    def wait_for_turn(self) -> bool:
        """Wait until they may move; return False where the match is over instead."""
        self.page.locator(f"{HIS_TURN}, {OVER}").first.wait_for()
        return self.page.locator(OVER).count() == 0

    def outcome(self) -> str:
        """Return what the page says when the match is over."""
        return self.page.locator(OVER).inner_text()

    def view(self) -> dict[str, Any]:
        """Return the match as the API shows it to them."""
        assert self.api
        view: dict[str, Any] = self.api.get(f"matches/{self.match_id}").json()
        return view

    # --- playing ------------------------------------------------------------------------------------------------------

    def play_to_the_end(self, most: int = 200) -> None:
        """Make moves, and close score sheets, until the match is over."""
        for _ in range(most):
            if not self.wait_for_turn():
                return
            self.make_a_move()
        raise AssertionError(f"the match is not over after {most} moves")

    def make_a_move(self) -> None:
        """Make a move, and wait until the page shows it."""
        version = self.version
        self.start_a_move()
        self.page.locator(f".table-page:not([data-version='{version}'])").wait_for()

    def start_a_move(self) -> None:
        """Tap the cards of a move, and the button that says it."""
        move = self.choose()
        for zone, cards in (("hand", cards_of_hand(move)), ("table", move.get("capture", []))):
            for card in cards:
                tapped = self.page.locator(f"[data-zone='{zone}'] [data-card='{card}']:not([data-chosen='true'])")
                if tapped.count():  # the page chooses what the only move takes by itself
                    tapped.first.click()
        self.page.locator(f"[data-zone='actions'] .choices [data-move='{as_json(move)}']").click()

    def choose(self) -> dict[str, Any]:
        """Return the legal move that brings the end of the match nearer: a bet, else the one of the most cards."""
        assert self.api
        legal = self.api.get(f"matches/{self.match_id}/legal-moves", params={"limit": 100}).json()["moves"]
        moves: list[dict[str, Any]] = [one["move"] for one in legal]
        return max(moves, key=lambda move: ("bet" in move, len(cards_of_hand(move)) + len(move.get("capture", []))))

    def has_seen_a_sheet(self) -> None:
        """Wait for the score sheet, which may come a moment after the end, unless they have closed one already."""
        if not self.sheets:
            self.page.wait_for_function("selector => document.querySelector(selector) !== null", arg=SHEET)

    def close_sheet(self) -> None:
        """Read how the points came about, and go on."""
        self.sheets += 1
        self.page.locator(f"{SHEET} [data-act='close-scores']").click()


def cards_of_hand(move: dict[str, Any]) -> list[str]:
    """Return the cards of their hand that a move names."""
    if move["type"] == "declare":
        return []
    return [move["card"]] if "card" in move else list(move.get("cards") or [])


def as_json(move: dict[str, Any]) -> str:
    """Return a move as the page writes it."""
    return json.dumps(move, separators=(",", ":"), ensure_ascii=False)


def boxes_of(page: Page, selector: str) -> list[dict[str, float]]:
    """Return where elements are in the window (x, y, width, height), measured at one moment.

    Between two calls of Playwright the table may be drawn anew, and an element that it has found be gone.
    """
    measure = (
        "(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().toJSON())"
    )
    boxes: list[dict[str, float]] = page.evaluate(measure, selector)
    return boxes
