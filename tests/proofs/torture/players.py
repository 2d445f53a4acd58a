"""Guests who play match after match, and note every answer that breaks a promise.

They use the servers in turn, request by request, so that all of them serve a match. Of two guests at a table, one waits
for the other with a long poll. At one table in four they sometimes run out of time. A finished match continues as a
rematch, or another one begins.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
import uuid
from collections import Counter, defaultdict
from typing import Any, Final

import httpx
import psycopg

from tests.helpers.eventually import LONG, attempts, pause_async, until
from tests.proofs.torture.kills import canonical
from tests.proofs.torture.stack import Stack

GAMES: Final = ("chkobba", "scopa-dassi", "camba", "cirulla", "haggis", "scopone-scientifico")
WITHOUT_TARGET: Final = ("camba", "haggis")
TURN: Final = 10
"""The shortest time for a move, in seconds."""
STALLED: Final = 45.0
"""Seconds within which something happens in every match: a move, or the clock, and a sweep in between."""
THINKING: Final = 0.4
"""The most seconds that a guest takes for a move."""


class Failed(Exception):
    """A request with a wrong answer."""


class Players:
    """All guests, with their requests, the answers, and the errors."""

    def __init__(self, stack: Stack, seed: int = 1) -> None:
        self.webs = list(stack.urls)
        self.holds: list[str] = []
        """The servers for long polls; without any, guests send requests again and again."""
        self.enough = False
        """True if no further matches begin."""
        self.luck = random.Random(seed)
        self.turn = itertools.count()
        self.under_way: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.slowest = 0.0
        """Seconds of the slowest request, without long polls."""
        self.wrong: list[str] = []
        self.acknowledged: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        """Acknowledged moves by match and guest, with the version of each answer."""
        self.matches: dict[str, list[dict[str, str]]] = {}
        """The headers of the guests at each running match."""
        self.ended = 0
        self.http = httpx.AsyncClient(timeout=30, limits=httpx.Limits(max_keepalive_connections=0))

    async def ask(
        self, method: str, path: str, url: str = "", held: bool = False, late_is_fine: bool = False, **how: Any
    ) -> Any:
        """Send a request to the next server in turn; return the answer. Raises Failed.

        With ``late_is_fine``, a stale version returns None.
        """
        urls = self.holds if held and self.holds else self.webs
        url = url or urls[next(self.turn) % len(urls)]
        self.under_way[url] += 1
        begin = time.monotonic()
        try:
            answer = await self.http.request(method, f"{url}/api/v1/{path}", **how)
        except httpx.HTTPError as error:
            self.wrong.append(f"{method} {path} at {url}: {error!r}")
            raise Failed from error
        finally:
            self.under_way[url] -= 1
        self.asked[url] += 1
        if not held:
            self.slowest = max(self.slowest, time.monotonic() - begin)
        if answer.status_code == 409 and late_is_fine:
            return None
        if answer.status_code >= 400:
            self.wrong.append(f"{method} {path} at {url}: {answer.status_code} {answer.text[:300]}")
            raise Failed
        return answer.json()

    async def leave(self, urls: list[str]) -> None:
        """Stop using these servers, as a proxy would, and wait for their open requests."""
        self.webs = [url for url in self.webs if url not in urls]
        self.holds = [url for url in self.holds if url not in urls]
        for _ in until(LONG, "all requests are answered"):
            if not any(self.under_way[url] for url in urls):
                break
            await asyncio.sleep(0.05)

    async def guest(self, name: str) -> dict[str, str]:
        """Create a guest; return the headers."""
        made = await self.ask("POST", "players/guests", json={"nickname": name})
        return {"Authorization": f"Bearer {made['token']}", "Guest": made["player"]["id"]}

    async def sit(self, number: int) -> None:
        """Play at a table without end: two guests, or at every third table one and a bot."""
        try:
            guests = [await self.guest(f"Guest {number} {seat}") for seat in range(1 if number % 3 == 0 else 2)]
            before = None
            for round_number in attempts(100_000, "it is enough"):
                if self.enough:
                    return
                game = GAMES[(number + round_number) % len(GAMES)]
                match = before = await self.begin(guests, game, number, before)
                self.matches[match] = guests
                await asyncio.gather(*(self.play(match, guest, hasty=number % 4 == 1) for guest in guests))
                del self.matches[match]
                self.ended += 1
        except Failed:
            return  # the error is noted

    async def begin(self, guests: list[dict[str, str]], game: str, number: int, before: str | None) -> str:
        """Start a match, every other time as a rematch of the one before."""
        if before and len(guests) == 1 and self.luck.random() < 0.5:
            return str((await self.ask("POST", f"matches/{before}/rematch", headers=guests[0]))["id"])
        wish: dict[str, Any] = {"game": game, "options": {} if game in WITHOUT_TARGET else {"target": 1}}
        seats = 4 if game.startswith("scopone") else 2
        wish |= {
            "seats": seats,
            "autostart": True,
            "visibility": "private",
            "turn_seconds": TURN if number % 4 == 1 else 600,
        }
        wish["bots"] = {str(seat): "easy" for seat in range(len(guests), seats)}
        made = await self.ask("POST", "matches", json=wish, headers=guests[0])
        for guest in guests[1:]:
            await self.ask("POST", "matches/join", json={"code": made["code"]}, headers=guest)
        return str(made["id"])

    async def play(self, match: str, guest: dict[str, str], hasty: bool) -> None:
        """Play a match to its end."""
        view = await self.ask("GET", f"matches/{match}", headers=guest)
        happened = time.monotonic()
        for _ in attempts(100_000, "the match ends"):
            if view["status"] == "finished":
                break
            version = view["version"]
            if view["legal_moves"] and not (hasty and self.luck.random() < 0.1):
                view = await self.move(match, guest, view, hasty)
            else:
                path = f"matches/{match}/events?after={version}&wait=5"
                feed = await self.ask("GET", path, held=True, headers=guest)
                if not self.holds or not feed["entries"]:
                    await pause_async(0.3, "as clients ask again")
                view = await self.ask("GET", f"matches/{match}", headers=guest)
            if view["version"] > version:
                happened = time.monotonic()
            elif time.monotonic() - happened > STALLED:
                self.wrong.append(f"nothing happens at {match}, version {version}, {view['game']['key']}")
                raise Failed

    async def move(self, match: str, guest: dict[str, str], view: dict[str, Any], hasty: bool) -> dict[str, Any]:
        """Make a move after a moment; return the guest's next view. A hasty guest may be later than the clock."""
        await pause_async(self.luck.random() * THINKING, "players think")
        moves, version = view["legal_moves"]["moves"], view["version"]
        if not moves:  # the view leaves out very many moves
            moves = (await self.ask("GET", f"matches/{match}/legal-moves?limit=100", headers=guest))["moves"]
        if not moves:  # the clock was faster
            return dict(await self.ask("GET", f"matches/{match}", headers=guest))
        move = self.luck.choice(moves)["move"]
        headers = guest | {"Idempotency-Key": uuid.uuid4().hex}
        sent = {"move": move, "expected_version": version}
        answer = await self.ask("POST", f"matches/{match}/moves", json=sent, headers=headers, late_is_fine=hasty)
        if answer is None:
            return dict(await self.ask("GET", f"matches/{match}", headers=guest))
        self.acknowledged[match, guest["Guest"]].append((version, canonical(move)))
        return dict(answer["view"])

    async def end(self, playing: list[asyncio.Task[None]], seconds: float = 60) -> None:
        """Begin no further matches, and wait for the running ones to end, up to a limit."""
        self.enough = True
        _, going_on = await asyncio.wait(playing, timeout=seconds)
        for one in going_on:
            one.cancel()
        for one in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(one, Exception):
                raise one
        await self.http.aclose()

    def count(self) -> str:
        """Return the counts of matches, moves and requests as text."""
        moves = sum(map(len, self.acknowledged.values()))
        return (
            f"{sum(self.asked.values())} requests, {len(self.wrong)} of them wrong, the slowest {self.slowest:.2f} s; "
            f"{moves} moves acknowledged, {self.ended} matches ended"
        )


def lost(url: str, acknowledged: dict[tuple[str, str], list[tuple[int, str]]]) -> list[str]:
    """Return the acknowledged moves that are not in the log of a database at their version."""
    logged: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    with psycopg.connect(url.replace("postgres://", "postgresql://")) as connection:
        rows = connection.execute("SELECT match_id, player_id, version - 1, move FROM games_move WHERE by = 'player'")
        for match, player, version, move in rows:
            logged[str(match), str(player)].append((version, move))
    return [
        f"{match}: version {move[0]} was answered by {move[1]}"
        for (match, player), moves in acknowledged.items()
        for move in moves
        if move not in logged[match, player]
    ]
