"""A bot in one page: it plays any game, at all of its matches at once, by the stream.

    python bot.py http://127.0.0.1:8000 --play scopa --play haggis    # a match of each against `medium`, to its end
    python bot.py http://127.0.0.1:8000 --token TOKEN                 # whatever waits for it, for ever

It sleeps until something concerns it, and sends a request again until there is an answer. Another `choose` makes
another bot; `pipe.py` lets any program be one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

Choose = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]  # of a view, one of the legal moves


AGAIN = (429, 502, 503, 504)
"""Answers after which the same request is sent again: too many requests, or no answer of the API."""
LONGEST = 60.0
"""The most seconds between two attempts, if the server names no time itself."""


class Refused(Exception):
    """The API has refused a request."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(f"{status}: {problem}")
        self.status = status


class Server:
    """The API, for one player."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url, self.token = f"{url}/api/v1/", token

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Return the answer as JSON. Raises Refused.

        Without a whole answer the same request is sent again. Its `Idempotency-Key` stays, so it takes effect once.
        """
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = body and json.dumps(body).encode()
        request = Request(f"{self.url}{path}?{urlencode(query)}", sent, headers, method=method)  # noqa: S310
        wait = 0.5
        while True:
            wait, asked = min(2 * wait, LONGEST), 0.0
            try:
                with urlopen(request, timeout=60) as answer:  # noqa: S310
                    return json.load(answer)
            except HTTPError as error:
                if error.code not in AGAIN:
                    raise Refused(error.code, error.read().decode(errors="replace")) from None
                asked = seconds(error.headers.get("Retry-After", ""))
            except (OSError, HTTPException, ValueError):
                pass  # no connection, or an answer that ends too early
            time.sleep(asked or wait)

    def events(self) -> Iterator[str]:
        """Yield the ids of matches at which something has happened, and first of all those that wait."""
        after = self.ask("GET", "me/events")["last"]
        yield from (match["id"] for match in self.ask("GET", "me/matches", awaiting="me", limit=100)["results"])
        while True:
            page = self.ask("GET", "me/events", after=after, wait=25)
            after = page["last"]
            yield from dict.fromkeys(event["match"] for event in page["events"])


def seconds(retry_after: str) -> float:
    """Return how long `Retry-After` asks to wait: it holds seconds or, from some proxies, a date. 0 for neither."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0


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
        except Refused:
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
        server.ask("POST", "me/bot-account")  # so that all players see that no person plays
    open_matches = {server.ask("POST", "matches", {"game": game, "autostart": True})["id"] for game in wish.play}
    for match in open_matches:
        server.ask("POST", f"matches/{match}/bots", {"fill": "medium"})
    for match in server.events():
        try:
            view = move_where_it_is_my_turn(server, match, choose)
        except Refused as refused:  # as 410, if the server has lost the rules of a match: the others go on
            print(f"{match}: {refused}", file=sys.stderr)
            open_matches.discard(match)
        else:
            if view["status"] == "finished" and match in open_matches:
                print(json.dumps({"game": view["game"]["key"], "totals": view["totals"]}))
                open_matches.discard(match)
        if wish.play and not open_matches:
            break


if __name__ == "__main__":
    main()
