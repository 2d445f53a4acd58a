"""Matches made only through the API, to fill a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.proofs.kept.local_server import Guest, LocalServer, View

DAYS = 86_400


@dataclass
class Tables:
    """A maker of matches. They share guests."""

    server: LocalServer
    people: list[Guest]
    labels: dict[str, str]
    """The purpose of each match, by its id."""

    def lobby(self, label: str, game: str, seats: int, *others: int, creator: int = 0, **wish: Any) -> View:
        """Make a match, and have other people join it by its code, one after the other."""
        time = {} if "control" in wish else {"turn_seconds": 3 * DAYS}
        wish = {"game": game, "seats": seats, **time, **wish}
        view = self.server.ask(self.people[creator], "POST", "matches", wish)
        self.labels[view["id"]] = label
        for number in others:
            body = {"code": view["code"]} | ({"seed": f"seed-of-{number}"} if number % 2 else {})
            self.server.ask(self.people[number], "POST", "matches/join", body)
        return dict(view)

    def running(self, label: str, game: str, seats: int, bots: int = 0, creator: int = 0, **wish: Any) -> str:
        """Make a running match, with bots on the last seats; return its id."""
        levels = {str(seats - 1 - place): ("easy", "medium")[place % 2] for place in range(bots)}
        count = len(self.people)
        others = [(creator + place) % count for place in range(1, seats - bots)]
        view = self.lobby(label, game, seats, *others, creator=creator, bots=levels, **wish)
        if not view["autostart"]:
            self.server.ask(self.people[creator], "POST", f"matches/{view['id']}/start")
        return str(view["id"])

    def finished(self, label: str, game: str, seats: int, bots: int = 0, **wish: Any) -> str:
        """Make a match and play it to its end; return its id."""
        match = self.running(label, game, seats, bots, **wish)
        view = self.server.play(match)
        assert view["status"] == "finished", (label, view["status"])
        return match

    def seated(self, match: str, seat: int) -> Guest:
        """Return the player at a seat."""
        return self.server.guests[self.server.view(match)["seats"][seat]["player"]]

    def ask(self, who: int | Guest, match: str, what: str, body: Any = None) -> Any:
        """Send a request of a player about a match; return its data."""
        guest = who if isinstance(who, Guest) else self.people[who]
        return self.server.ask(guest, "POST", f"matches/{match}/{what}", body)
