"""A bot in one page: it plays any game, at all of its matches at once, by the stream.

    python bot.py http://127.0.0.1:8000 --play scopa --play haggis    # a match of each against `medium`, to its end
    python bot.py http://127.0.0.1:8000 --token TOKEN                 # whatever waits for it, for ever

It sleeps until something concerns it. Another `choose` makes another bot; `pipe.py` lets any program be one.
"""

from __future__ import annotations

import argparse
import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

Choose = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]  # of a view, one of the legal moves


class Server:
    """The API, for one player."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url, self.token = f"{url}/api/v1/", token

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Return what an answer says; the same request is sent until there is one."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = body and json.dumps(body).encode()
        request = Request(f"{self.url}{path}?{urlencode(query)}", sent, headers, method=method)  # noqa: S310
        while True:
            try:
                with urlopen(request, timeout=60) as answer:  # noqa: S310
                    return json.load(answer)
            except OSError as error:
                if getattr(error, "code", 503) not in (429, 503):
                    raise RuntimeError(error.read().decode()) from None
            time.sleep(1)

    def events(self) -> Iterator[str]:
        """Yield the ids of matches at which something has happened, and first of all those that wait."""
        after = self.ask("GET", "me/events")["last"]
        yield from (match["id"] for match in self.ask("GET", "me/matches", awaiting="me", limit=100)["results"])
        while True:
            page = self.ask("GET", "me/events", after=after, wait=25)
            after = page["last"]
            yield from dict.fromkeys(event["match"] for event in page["events"])


def greedy(view: dict[str, Any], moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the move that takes or plays the most cards."""
    return max(moves, key=lambda move: len(move.get("capture") or ()) + len(move.get("cards") or ()))


def move_where_it_is_my_turn(server: Server, match: str, choose: Choose) -> dict[str, Any]:
    """Play a match on for as long as it is one's turn; return how it looks then."""
    view = server.ask("GET", f"matches/{match}")
    while view["legal_moves"]:  # which has no more than some of them; of very many the first hundred are enough
        legal = server.ask("GET", f"matches/{match}/legal-moves", limit=100)
        move = choose(view, [one["move"] for one in legal["moves"]])
        try:
            sent = {"move": move, "expected_version": view["version"]}
            view = server.ask("POST", f"matches/{match}/moves", sent)["view"]
        except RuntimeError:
            before, view = view["version"], server.ask("GET", f"matches/{match}")
            if view["version"] == before:  # the move was none; else its time was up meanwhile
                raise
    return view


def main(chooser: Callable[[list[str]], Choose] = lambda _: greedy) -> None:
    """Read the command line, and play; what stands behind `--` there is the chooser's."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="where it is: http://127.0.0.1:8000")
    parser.add_argument("--token", default="", help="of the player that it is; without one it comes in as a new guest")
    parser.add_argument("--play", action="append", default=[], metavar="GAME", help="make a match against `medium`")
    wish, rest = parser.parse_known_args()
    server, choose = Server(wish.server, wish.token), chooser([part for part in rest if part != "--"])
    if not server.token:
        server.token = server.ask("POST", "players/guests", {"nickname": "Greedy"})["token"]
        server.ask("POST", "me/bot")  # everybody is to see that no person plays
    open_matches = {server.ask("POST", "matches", {"game": game, "autostart": True})["id"] for game in wish.play}
    for match in open_matches:
        server.ask("POST", f"matches/{match}/bots", {"fill": "medium"})
    for match in server.events():
        view = move_where_it_is_my_turn(server, match, choose)
        if view["status"] == "finished" and match in open_matches:
            print(json.dumps({"game": view["game"]["key"], "totals": view["totals"]}))
            open_matches.discard(match)
        if wish.play and not open_matches:
            break


if __name__ == "__main__":
    main()
