"""Long polling: how held requests are counted, and how many the server holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.services import create_token
from games.api.live import long_poll
from games.api.live.long_poll import RUNNING, Hold
from games.api.live.slots import limits_of
from games.api.live.watcher import Watch
from games.models import Match
from games.services.turns import playing
from tests.conftest import NOW
from tests.proofs.torture.secrecy import within_transaction

Answer = tuple[int, dict[str, str], Any]


class Follower:
    """A client that requests the feed of a match and may wait for news."""

    def __init__(self, player: Any, match: Match) -> None:
        self.token = create_token(player, "test")[1]
        self.path = f"/api/v1/matches/{match.pk}/events"
        self.version = match.version
        self.player, self.match = player, match.pk
        # The handler itself would load the match in another thread, on a connection of its own.
        self.hold = Hold(ASGIHandler().handle)

    def _scope(self, wait: int = 0, **headers: str) -> dict[str, Any]:
        sent = {"host": "testserver", "authorization": f"Bearer {self.token}", **headers}
        return {
            "type": "http",
            "method": "GET",
            "path": self.path,
            "query_string": f"after={self.version}&wait={wait}".encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 50_000),
        }

    def ask(self, **wishes: Any) -> Answer:
        """Request the feed; return the status, the headers and the body."""
        return self.ask_each(wishes)[0]

    def ask_at_once(self, count: int, **wishes: Any) -> list[Answer]:
        """Send this number of equal requests at the same time."""
        return self.ask_each(*[wishes] * count)

    def ask_each(self, *wishes: dict[str, Any]) -> list[Answer]:
        """Send all of these requests at the same time."""

        async def ask() -> list[Answer]:
            return list(await asyncio.gather(*(self._ask(self._scope(**wish)) for wish in wishes)))

        return async_to_sync(ask)()

    def ask_and_meanwhile(self, act: Callable[[], Any], **wishes: Any) -> Answer:
        """Send a request, and call ``act`` while it is held."""

        async def ask() -> Answer:
            held = noted(self.hold.watch, "expect")
            asked = asyncio.ensure_future(self._ask(self._scope(**wishes)))
            await asyncio.wait_for(held.wait(), 30)
            await sync_to_async(act)()
            return await asked

        return async_to_sync(ask)()

    def resign(self) -> None:
        playing.resign(self.match, self.player, NOW)

    async def _ask(self, scope: dict[str, Any]) -> Answer:
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
def follower(running, player, settings):
    """Return a follower seated at a running match; no rate limit window ends during a test."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1000/day", "address": "10000/day"}
    amel = player("Amel")
    with within_transaction():
        follower = Follower(amel, running(amel).match)
        yield follower
        follower.hold.watch.thread.submit(close_line).result()


def noted(watch: Watch, name: str) -> asyncio.Event:
    """Return an event that is set once a request waits through this method of the watcher."""
    begin, begun = getattr(watch, name), asyncio.Event()

    def begin_and_note(*about: Any) -> Any:
        waiting = begin(*about)
        begun.set()
        return waiting

    setattr(watch, name, begin_and_note)
    return begun


@pytest.fixture
def _soon_up(monkeypatch):
    """Let every held request time out after a moment, whatever it asks for."""
    monkeypatch.setattr(long_poll, "LONGEST", 0.05)


def close_line():
    """Close this thread's connection, also to an in-memory database, which Django would keep open."""
    BaseDatabaseWrapper.close(connection)


def left(answer):
    """Return the number of requests left, by the headers of an answer."""
    return int(answer[1]["ratelimit-remaining"])


# --- counting ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_log_may_be_emptied")
def test_a_held_request_that_is_woken_is_counted_once(follower):
    """A held request counts once, though Django handles it twice: on arrival and when there is news."""
    before = left(follower.ask())

    held = follower.ask_and_meanwhile(follower.resign, wait=20)

    assert next(event["type"] for entry in held[2]["entries"] for event in entry["events"]) == "resigned"
    assert left(held) == before - 1
    assert left(follower.ask()) == before - 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_log_may_be_emptied")
def test_a_held_request_is_answered_when_nothing_is_left_meanwhile(follower, settings):
    """A held request is answered though the limit is reached meanwhile, since it was counted on arrival."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1/day"}

    assert follower.ask_and_meanwhile(follower.resign, wait=20)[0] == 200
    assert follower.ask()[0] == 429


@pytest.mark.usefixtures("_soon_up")
def test_a_held_request_in_which_nothing_happens_is_counted_once(follower):
    """A held request that times out counts once and returns no entries."""
    before = left(follower.ask())

    held = follower.ask(wait=1)

    assert (held[0], held[2]) == (200, {"entries": [], "version": follower.version, "more": False})
    assert left(follower.ask()) == before - 2


def test_no_client_can_say_that_it_was_counted(follower, settings):
    """No header of a client marks a request as counted."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1/day"}
    claims = {"held": "1", "counted": "1", "chkobba.counted": "1", "chkobba-counted": "1"}

    assert [follower.ask(**claims)[0] for _ in range(2)] == [200, 429]


# --- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_soon_up")
@pytest.mark.parametrize(
    ("limit", "status", "code"),
    [
        ("held", 503, "unavailable"),
        ("address_held", 429, "throttled"),
        ("token_held", 429, "throttled"),
    ],
)
def test_no_more_are_held_than_there_are_places(follower, settings, limit, status, code):
    """Requests beyond the limit are refused at once, before Django; a slot is free again when another one ends."""
    settings.LIMITS = {**settings.LIMITS, limit: 3}
    before = left(follower.ask())

    answers = follower.ask_at_once(5, wait=1, origin="https://elsewhere.example")

    refused = [answer for answer in answers if answer[0] != 200]
    assert [(answer[0], answer[2]["code"]) for answer in refused] == [(status, code)] * 2
    assert all(int(answer[1]["retry-after"]) > 0 for answer in refused)
    assert all(answer[1]["content-type"] == "application/problem+json" for answer in refused)
    assert all(answer[1]["access-control-allow-origin"] == "*" for answer in answers)
    assert all("retry-after" in answer[1]["access-control-expose-headers"] for answer in answers)
    assert left(follower.ask()) == before - 4
    assert follower.ask(wait=1)[0] == 200
    assert not follower.hold.places.taken_by


@pytest.mark.usefixtures("_soon_up")
def test_others_find_a_place_when_one_has_enough(follower, settings):
    """A full address or token takes no slots from others."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    settings.LIMITS = {**settings.LIMITS, "address_held": 1}
    address = {"x-forwarded-for": "192.0.2.1"}
    elsewhere = {"x-forwarded-for": "192.0.2.2"}

    answers = follower.ask_each({**address, "wait": 1}, {**address, "wait": 1}, {**elsewhere, "wait": 1})

    assert [answer[0] for answer in answers] == [200, 429, 200]


def test_a_token_has_its_places_however_the_header_is_spelled():
    """Spelling the header in other ways gives a token no further slots."""
    usual = limits_of({"headers": [(b"authorization", b"Bearer abc")]})

    assert len(usual) == 2
    for spelled in (b"bearer abc", b"BEARER  abc", b" beaReR\tabc "):
        assert limits_of({"headers": [(b"authorization", spelled)]}) == usual
    assert limits_of({"headers": [(b"authorization", b"Bearer abd")]}) != usual


@pytest.mark.usefixtures("_soon_up")
def test_few_run_through_django_at_once(follower):
    """Django handles a limited number of held requests at once; the others wait without a thread or a connection."""
    application, most, running, full = follower.hold.application, 0, 0, asyncio.Event()

    async def counting(*arguments):
        nonlocal most, running
        running += 1
        most = max(most, running)
        if running == RUNNING:
            full.set()
        await full.wait()
        await application(*arguments)
        running -= 1

    follower.hold.application = counting

    answers = follower.ask_at_once(10, wait=1)

    assert {answer[0] for answer in answers} == {200}
    assert most == RUNNING


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/v1/me/events", b"wait="),
        ("/api/v1/me/events", b"await=1"),
        ("/api/v1/games", b"wait=&x=1"),
        (f"/api/v1/matches/{'a' * 36}/events", b"wait=1"),
        (f"/api/v1/matches/{'-' * 36}/events", b"wait=1"),
    ],
)
def test_what_cannot_be_held_goes_to_django(path, query):
    """A request that names no seconds or no match is answered like any other."""
    asked: list[Any] = []

    async def django(scope: Any, receive: object, send: object) -> None:
        asked.append(scope["path"])

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": []}
    async_to_sync(Hold(django))(scope, None, None)  # type: ignore[arg-type]  # nothing reads or sends

    assert asked == [path]
