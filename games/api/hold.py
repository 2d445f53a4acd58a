"""Holding a request for the feed until something happens, without a worker or a thread for each one that waits.

An ASGI middleware. A request with ``wait`` runs through Django like any other and is answered at once if there is
news. If there is none, its answer is put aside and the request sleeps, as nothing but an entry in a table here. One
reader for all sleepers of the process asks the database a few times a second which of their matches have moved on; a
request that is woken, or whose time is up, runs through Django once more, so that a token revoked meanwhile lets
nobody in.

Under WSGI there is no such thing, and a request with ``wait`` is answered at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from urllib.parse import parse_qs
from uuid import UUID

from django.db import connection

from chkobba_api.rest.bodies import Application, Message, Receive, Send
from chkobba_api.rest.throttling import COUNTED
from games import selectors

logger = logging.getLogger(__name__)

INTERVAL: Final = 0.1
"""Seconds between two looks at the matches that are waited for."""
LONGEST: Final = 25
"""Seconds for which a request is held at the most; proxies commonly give up after 30."""

_FEED: Final = re.compile(r"^/api/v1/matches/([0-9a-f-]{36})/events$")


class Hold:
    """Holds requests for the feed in front of an application."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.watch = Watch()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, perhaps later."""
        wait = _seconds_to_wait(scope)
        match = _FEED.match(scope.get("path", "")) if wait else None
        if match is None:
            await self.application(scope, receive, send)
            return
        await _body(receive)
        answer = await self._ask(scope)
        if after := _version_without_news(answer):
            asleep = asyncio.ensure_future(self.watch.change(UUID(match[1]), after[0]))
            gone = asyncio.ensure_future(_disconnection(receive))
            try:
                await asyncio.wait({asleep, gone}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    return
            finally:
                for waiting in (asleep, gone):
                    waiting.cancel()
            answer = await self._ask({**scope, COUNTED: True})
        for message in answer:
            await send(message)

    async def _ask(self, scope: Message) -> list[Message]:
        """Run the request through the application; return its answer."""
        answer: list[Message] = []
        body_sent = False

        async def receive() -> Message:
            nonlocal body_sent
            if body_sent:
                await asyncio.sleep(3600)
            body_sent = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def keep(message: Message) -> None:
            answer.append(message)

        await self.application(scope, receive, keep)
        return answer


class Watch:
    """Tells who waits when a match has moved on."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, set[asyncio.Future[None]]] = defaultdict(set)
        self._versions: dict[asyncio.Future[None], int] = {}
        self._reader: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="watch")

    async def change(self, match_id: UUID, version: int) -> None:
        """Return when the match has gone beyond a version."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[match_id].add(woken)
        self._versions[woken] = version
        if self._reader is None or self._reader.done():
            self._reader = asyncio.ensure_future(self._read())
        try:
            await woken
        finally:
            del self._versions[woken]
            self._waiting[match_id].discard(woken)
            if not self._waiting[match_id]:
                del self._waiting[match_id]

    async def _read(self) -> None:
        """Look at all matches that are waited for, again and again, while any is."""
        while self._waiting:
            await asyncio.sleep(INTERVAL)
            try:
                versions = await asyncio.get_running_loop().run_in_executor(
                    self._thread, _versions, list(self._waiting)
                )
            except Exception:  # the next look may work again; who waits is answered when his time is up
                logger.exception("cannot look for news")
                await asyncio.sleep(1)
                continue
            for match_id, version in versions.items():
                for woken in self._waiting.get(match_id, ()):
                    if version > self._versions[woken] and not woken.done():
                        woken.set_result(None)


def _versions(match_ids: list[UUID]) -> dict[UUID, int]:
    try:
        return selectors.versions(match_ids)
    finally:
        connection.close_if_unusable_or_obsolete()


def _seconds_to_wait(scope: Message) -> int:
    """Return for how long a request may be held; 0 for one that may not."""
    if scope["type"] != "http" or scope["method"] != "GET" or b"wait=" not in scope["query_string"]:
        return 0
    with contextlib.suppress(ValueError, OverflowError):
        seconds = float(parse_qs(scope["query_string"].decode("latin-1"))["wait"][0])  # 5.0 is an integer, too
        return min(max(int(seconds), 0), LONGEST)
    return 0


def _version_without_news(answer: list[Message]) -> tuple[int] | None:
    """Return the version up to which an answer knows the match, in a tuple, when it brings no news; else None."""
    if answer[0].get("status") != 200:
        return None
    feed = json.loads(b"".join(message.get("body", b"") for message in answer[1:]))
    return None if feed["entries"] else (feed["version"],)


async def _body(receive: Receive) -> None:
    """Read the request to its end."""
    while (await receive()).get("more_body"):
        pass


async def _disconnection(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
