"""Take the pictures of README and docs again: ``python -m tests.proofs.browser.pictures``. Look before you commit.

It starts its own server, players and bots. For each picture it looks for a position that shows something.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import sync_playwright

from tests.proofs.browser.started import Chromium
from tests.proofs.browser.table import SHEET, Player, cards_of_hand, new_match
from tests.proofs.browser.watching import Watched
from tests.proofs.live.server import ROOT, Server, at_turn_or_over, play_to_the_end, view_when

FOLDER: Final = ROOT / "docs" / "pictures"
PHONE, WIDE, NARROW, ADMIN, API = (390, 760), (1120, 800), (620, 800), (1180, 1120), (1200, 900)
PASSWORD: Final = "couscous with seven vegetables"
PLAYERS: Final = {"Amel": "fennec", "Sami": "owl", "Ines": "boat", "Younes": "tea"}
MOST: Final = 60
"""The most matches that it deals to find a position."""

AT_REST: Final = """async () => {
  await document.fonts.ready;
  const moving = document.getAnimations().filter(({effect}) => effect.getComputedTiming().iterations < Infinity);
  await Promise.allSettled(moving.map(({finished}) => finished));
}"""
"""Waits until no element moves any more."""

Legal = dict[str, Any]


class Album:
    """Takes pictures and keeps them in the docs."""

    def __init__(self, server: Server, browsers: Watched) -> None:
        self.server = server
        self.browsers = browsers
        self.apis = {name: server.guest(name, avatar=avatar) for name, avatar in PLAYERS.items()}

    @property
    def api(self) -> httpx.Client:
        """Return the API client of the player who looks at the pages."""
        return self.apis["Amel"]

    def player(self, size: tuple[int, int], scale: float = 1, **remembered: Any) -> Player:
        """Return the player Amel in a new browser."""
        scheme = "dark" if remembered.get("look") == "dark" else "light"
        player = Player(self.browsers.open(size, color_scheme=scheme, device_scale_factor=scale), self.api)
        player.come_back(pace="none", **remembered)
        return player

    def keep(self, player: Player, name: str) -> None:
        """Take a picture of the screen."""
        player.page.evaluate(AT_REST)
        player.page.screenshot(path=FOLDER / f"{name}.png")
        print(f"{name}.png", flush=True)

    def looked_for(self, wish: Legal, wanted: Callable[[Legal], bool]) -> tuple[str, Legal]:
        """Return a match in which Amel has a wanted move, and the move."""
        for _ in range(MOST):
            made = new_match(self.api, **wish)
            for _ in range(8):
                match = view_when(self.api, made, at_turn_or_over)
                if match["status"] != "running":
                    break
                moves = [one["move"] for one in match["legal_moves"]["moves"]]
                found = next((move for move in moves if wanted(move)), None)
                if found:
                    return match["id"], found
                if not moves:
                    break
                body = {"move": moves[0], "expected_version": match["version"]}
                self.api.post(f"matches/{made}/moves", json=body)
        raise LookupError(f"{MOST} matches, and none fits the wish: {wish}")

    # --- the pictures -------------------------------------------------------------------------------------------------

    def phones(self) -> None:
        """Take a capture of several cards in two looks, as the sum builds up."""
        wish = {"game": "chkobba", "seats": 2, "bots": {"1": "medium"}, "options": {"cut": False}}
        match, move = self.looked_for(wish, lambda move: len(move.get("capture", [])) >= 2)
        looks: dict[str, dict[str, Any]] = {
            "table-phone": {},
            "table-dark": {"look": "dark", "suits": "italian"},
        }
        for name, look in looks.items():
            player = self.player(PHONE, 1.5, **look)
            player.page.goto(f"/#/match/{match}")
            player.wait_for_turn()
            tap(player, "hand", [move["card"]])
            tap(player, "table", move["capture"][:-1])
            self.keep(player, name)

    def tables(self) -> None:
        """Take Cirulla, Čamba and Haggis on a desktop."""
        cirulla = {"game": "cirulla", "seats": 4, "bots": {str(seat): "medium" for seat in (1, 2, 3)}}
        match, move = self.looked_for(cirulla, lambda move: bool(move.get("capture")))
        player = self.player(WIDE, suits="italian")
        player.page.goto(f"/#/match/{match}")
        player.wait_for_turn()
        tap(player, "hand", [move["card"]])
        self.keep(player, "cirulla")
        for game, seats, wanted in (
            ("camba", 3, lambda move: "call" in move),
            ("haggis", 3, lambda move: len(move.get("cards") or []) >= 3),
        ):
            wish = {"game": game, "seats": seats, "bots": {str(seat): "medium" for seat in range(1, seats)}}
            match, move = self.looked_for(wish, wanted)
            player = self.player(WIDE)
            player.page.goto(f"/#/match/{match}")
            player.wait_for_turn()
            tap(player, "hand", cards_of_hand(move))
            self.keep(player, game)

    def home(self) -> None:
        """Take the first page of a player with waiting matches and with tables of others."""
        for game, seats, host in (("scopone", 4, "Sami"), ("camba", 3, "Ines"), ("haggis", 3, "Younes")):
            self.apis[host].post("matches", json={"game": game, "seats": seats, "visibility": "public"})
        pace = next(pace for pace in self.api.get("games").json()["paces"] if pace["key"] == "reserve")
        room = {"game": "scopa", "seats": 2, "control": pace["control"], "autostart": True}
        code = self.api.post("matches", json=room).json()["code"]
        self.apis["Sami"].post("matches/join", json={"code": code})
        player = self.player(WIDE)
        player.page.goto("/")
        player.page.locator("[data-zone='public'] li.match-row").first.wait_for()
        self.keep(player, "lobby")

    def afterwards(self) -> None:
        """Take a finished match: score sheet, replay, and in the admin."""
        match = new_match(self.api, game="chkobba", bots={"1": "medium"}, options={"target": 11})
        view = play_to_the_end([self.api], {"id": match})
        player = self.player(NARROW)
        player.page.remove_locator_handler(player.page.locator(SHEET))
        player.page.goto(f"/#/match/{view['id']}")
        player.page.locator("[data-act='scores']").last.click()
        player.page.locator(SHEET).wait_for()
        self.keep(player, "scores")
        player = self.player(WIDE)
        player.page.goto(f"/#/replay/{view['id']}")
        slider = player.page.locator("[data-act='slider']")
        slider.fill("37")
        self.keep(player, "replay")
        self.server.employ("root", PASSWORD)
        player = self.player(ADMIN)
        player.page.goto(f"/admin/games/match/{view['id']}/change/?step=37")
        player.page.get_by_label("Log-in name").fill("root")
        player.page.keyboard.press("Tab")
        player.page.keyboard.type(PASSWORD)
        player.page.keyboard.press("Enter")
        player.page.locator("#at-step .step").wait_for()
        self.keep(player, "admin-match")

    def documentation(self) -> None:
        """Take the pages about the API."""
        player = self.player(API)
        player.page.goto("/api/docs/#/matches", wait_until="networkidle")
        player.page.locator("#operations-matches-makeMove").wait_for()
        self.keep(player, "api")


def tap(player: Player, zone: str, cards: list[str]) -> None:
    """Select cards that are not selected yet."""
    for card in cards:
        card_there = player.page.locator(f"[data-zone='{zone}'] [data-card='{card}']:not([data-chosen='true'])")
        if card_there.count():
            card_there.first.click()


def main() -> None:
    """Take all pictures, on a new server."""
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as playwright:
        chromium = Chromium(playwright)
        album = Album(server, Watched(chromium, server.url))
        album.phones()
        album.tables()
        album.home()
        album.afterwards()
        album.documentation()
        chromium.close()


if __name__ == "__main__":
    main()
