"""Held requests: how they are counted, and how many there may be."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIHandler

from accounts.services import create_token
from games.api.hold import Hold
from games.models import Match


class Follower:
    """Somebody who asks for the feed of a match and may wait for news."""

    def __init__(self, player: Any, match: Match) -> None:
        self.token = create_token(player, "test")[1]
        self.path = f"/api/v1/matches/{match.pk}/events"
        self.version = match.version
        # Not the handler itself, which would look for the match in another thread, on a connection of its own.
        self.hold = Hold(ASGIHandler().handle)

    def ask(self, after: int | None = None, wait: int = 0, **headers: str) -> tuple[int, dict[str, str], Any]:
        """Ask for the feed; return the status, the headers and the body."""
        sent = {"host": "testserver", "authorization": f"Bearer {self.token}", **headers}
        scope = {
            "type": "http",
            "method": "GET",
            "path": self.path,
            "query_string": f"after={self.version if after is None else after}&wait={wait}".encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 50_000),
        }
        return async_to_sync(self._ask)(scope)

    async def _ask(self, scope: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        said: list[Any] = []
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if scope.setdefault("asked", False):
                await gone.wait()
                return {"type": "http.disconnect"}
            scope["asked"] = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.hold(scope, receive, send)
        headers = {name.decode().lower(): value.decode() for name, value in said[0]["headers"]}
        return said[0]["status"], headers, json.loads(b"".join(part.get("body", b"") for part in said[1:]))


@pytest.fixture
def follower(running, player):
    """Return the player at seat 0 of a running match."""
    amel = player("Amel")
    return Follower(amel, running(amel).match)


def left(answer):
    """Return how many requests the headers of an answer leave."""
    return int(answer[1]["ratelimit-remaining"])


# --- counting ---------------------------------------------------------------------------------------------------------


def test_a_held_request_is_counted_once(follower):
    """Though it runs through Django twice, when it comes and when its time is up."""
    before = left(follower.ask())

    held = follower.ask(wait=1)

    assert (held[0], held[2]["entries"]) == (200, [])
    assert left(held) == before - 1
    assert left(follower.ask()) == before - 2


def test_a_held_request_is_answered_when_nothing_is_left_meanwhile(follower, settings):
    """It was counted when it came."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1/day"}

    assert follower.ask(wait=1)[0] == 200
    assert follower.ask(wait=1)[0] == 429


def test_no_client_can_say_that_it_was_counted(follower, settings):
    """Whatever it writes into its headers."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1/day"}
    claims = {"held": "1", "counted": "1", "chkobba.counted": "1", "chkobba-counted": "1"}

    assert [follower.ask(**claims)[0] for _ in range(2)] == [200, 429]
