"""A player at a table of the page: what they see, and their actions with a mouse or a keyboard."""

from __future__ import annotations

import json
from typing import Any

import httpx
from playwright.sync_api import Locator, Page

from tests.helpers.eventually import eventually
from tests.proofs.live.server import Guest, Server, at_turn_or_over, play_to_the_end, view_when

HIS_TURN = "[data-my-turn='true'] [data-act='sentences']"
OVER = "[data-status='finished'] [data-zone='outcome']"
DETAILS = "[data-zone='details']:not([inert])"
"""The options of the game in the form for a new table, when visible."""
SHEET = "dialog[open][data-zone='score-sheet']"


class Player:
    """A player who clicks through a page; the API names the moves, as for any client."""

    def __init__(self, page: Page, api: httpx.Client | None = None) -> None:
        self.page = page
        self.api = api
        self.sheets = 0
        """The number of score sheets that the player has read and closed."""
        page.add_locator_handler(page.locator(SHEET), self.close_sheet)

    # --- coming to a table --------------------------------------------------------------------------------------------

    def sit_down(self, match_id: str) -> None:
        """Open a match as a player with earlier visits, who does not want animations of cards."""
        self.come_back(pace="none")
        self.page.goto(f"/#/match/{match_id}")

    def come_back(self, **values: Any) -> None:
        """Put the token and settings of an earlier visit into the browser. Only a guest has had one."""
        assert isinstance(self.api, Guest)
        self.remember(token=self.api.token, me=self.api.me, **values)

    def remember(self, **values: Any) -> None:
        """Put settings of earlier visits into the browser, unless it has newer ones."""
        script = "".join(
            f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {json.dumps(json.dumps(value))});"
            for key, value in ((f"chkobba.{name}", value) for name, value in values.items())
        )
        # Firefox also runs such scripts in empty pages, which have no storage.
        self.page.context.add_init_script(f"if (location.protocol.startsWith('http')) {{ {script} }}")

    def come_in(self, server: Server) -> None:
        """Read the token that the page received when the player gave a name."""
        token = "JSON.parse(localStorage.getItem('chkobba.token'))"
        self.api = server.client(eventually(lambda: self.page.evaluate(token)))

    # --- seeing -------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """Return the table, whose data attributes name its state."""
        return self.page.locator(".table-page")

    @property
    def match_id(self) -> str:
        """Return the id of the match on the page."""
        return self.table.get_attribute("data-match") or ""

    @property
    def version(self) -> int:
        """Return the version of the match on the page."""
        return int(self.table.get_attribute("data-version") or 0)

    def wait_for_turn(self) -> bool:
        """Wait until it is the player's turn; return False if the match is over instead."""
        self.page.locator(f"{HIS_TURN}, {OVER}").first.wait_for()
        return self.page.locator(OVER).count() == 0

    def outcome(self) -> str:
        """Return the result on the page when the match is over."""
        return self.page.locator(OVER).inner_text()

    def view(self) -> dict[str, Any]:
        """Return the match as the API shows it to the player."""
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
        """Tap the cards of a move, and its button."""
        move = self.choose()
        for zone, cards in (("hand", cards_of_hand(move)), ("table", move.get("capture", []))):
            for card in cards:
                tapped = self.page.locator(f"[data-zone='{zone}'] [data-card='{card}']:not([data-chosen='true'])")
                if tapped.count():  # the page selects the captured cards of the only move itself
                    tapped.first.click()
        self.page.locator(f"[data-zone='actions'] .choices [data-move='{as_json(move)}']").click()

    def choose(self) -> dict[str, Any]:
        """Return a legal move that brings the end of the match nearer: a bet, else the one with most cards."""
        assert self.api
        legal = self.api.get(f"matches/{self.match_id}/legal-moves", params={"limit": 100}).json()["moves"]
        moves: list[dict[str, Any]] = [one["move"] for one in legal]
        return max(moves, key=lambda move: ("bet" in move, len(cards_of_hand(move)) + len(move.get("capture", []))))

    def has_seen_a_sheet(self) -> None:
        """Wait for the score sheet, which may come a moment after the end, unless one is closed already."""
        if not self.sheets:
            self.page.wait_for_function("selector => document.querySelector(selector) !== null", arg=SHEET)

    def close_sheet(self) -> None:
        """Read how the points came about, and close the sheet."""
        self.sheets += 1
        self.page.locator(f"{SHEET} [data-act='close-scores']").click()


def new_match(*guests: httpx.Client, **wish: Any) -> str:
    """Make a match of these guests that starts once all its seats are taken; return its id.

    Without another wish it is a match of Chkobba, without the cut.
    """
    usual = {} if "game" in wish else {"game": "chkobba", "options": {"cut": False}}
    match = guests[0].post("matches", json={**usual, "autostart": True, **wish}).raise_for_status().json()
    for guest in guests[1:]:
        guest.post("matches/join", json={"code": match["code"]}).raise_for_status()
    return str(match["id"])


def at_turn(guest: httpx.Client, *, seats: int, **wish: Any) -> str:
    """Make a match of a guest against bots, and wait until it is their turn; return its id."""
    match = new_match(guest, seats=seats, bots={str(seat): "easy" for seat in range(1, seats)}, **wish)
    view_when(guest, match, at_turn_or_over)
    return match


def short_match(guest: httpx.Client, game: str = "chkobba") -> dict[str, Any]:
    """Play a short match of a guest and a bot to its end; return its view."""
    match = new_match(guest, game=game, bots={"1": "easy"}, options={"target": 1})
    return play_to_the_end([guest], {"id": match})


def seated(*players: Player, **wish: Any) -> tuple[Player, ...]:
    """Make a match of players and open its page for each; return the players once each page shows a hand."""
    match = new_match(*(player.api for player in players if player.api), **wish)
    for player in players:
        player.sit_down(match)
        player.page.locator("[data-zone='hand'] .card").first.wait_for()
    return players


def cards_of_hand(move: dict[str, Any]) -> list[str]:
    """Return the cards of the player's hand that a move names."""
    if move["type"] == "declare":
        return []
    return [move["card"]] if "card" in move else list(move.get("cards") or [])


def as_json(move: dict[str, Any]) -> str:
    """Return a move as the JSON that the page writes."""
    return json.dumps(move, separators=(",", ":"), ensure_ascii=False)


def boxes_of(page: Page, selector: str) -> list[dict[str, float]]:
    """Return the positions of elements in the window (x, y, width, height), measured at one moment.

    Between two calls of Playwright the page may draw the table again, and an element that it found may be gone.
    """
    measure = (
        "(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().toJSON())"
    )
    boxes: list[dict[str, float]] = page.evaluate(measure, selector)
    return boxes
