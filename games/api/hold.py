"""Holding a request for the feed until something happens, without a worker or a thread for each one that waits.

An ASGI middleware. A request with ``wait`` runs through Django like any other and is answered at once if there is
news. If there is none, its answer is put aside and the request sleeps, as nothing but an entry in a table here. One
reader for all sleepers of the process asks the database a few times a second which of their matches have moved on
(``games.api.watch``). A request that is woken runs through Django once more, so that a token revoked meanwhile lets
nobody in; one whose time is up gets the answer that was put aside, which says that nothing has happened.

There are so many places and no more, few of them for one token or one address (``games.api.places``), and few requests
run through Django at once: when many come together, or a match that many follow moves on, the others wait their turn
here, where waiting costs nothing, and not for a connection to the database.

Under WSGI there is no such thing, and a request with ``wait`` is answered at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Final
from urllib.parse import parse_qs
from uuid import UUID

from chkobba_api import metrics
from chkobba_api.rest.bodies import Application, Message, Receive, Send
from chkobba_api.rest.problems import Problem
from chkobba_api.rest.throttling import COUNTED
from games.api.places import Places
from games.api.watch import Watch

LONGEST: Final = 25
"""Seconds for which a request is held at the most; proxies commonly give up after 30."""
RUNNING: Final = 4
"""So many that come, and as many that are woken, run through Django at once; each takes a thread and a connection."""

_FEED: Final = re.compile(r"^/api/v1/matches/([0-9a-f-]{36})/events$")


class Hold:
    """Holds requests for the feed in front of an application."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.watch = Watch()
        self.places = Places()
        self.coming = asyncio.Semaphore(RUNNING)
        self.woken = asyncio.Semaphore(RUNNING)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, perhaps later."""
        wait = _seconds_to_wait(scope)
        match = _FEED.match(scope.get("path", "")) if wait else None
        if match is None:
            await self.application(scope, receive, send)
            return
        try:
            with self.places.place_for(scope):
                await _body(receive)
                gone = asyncio.ensure_future(_disconnection(receive))
                try:
                    answer = await self._answer(scope, UUID(match[1]), wait, gone)
                finally:
                    gone.cancel()
        except Problem as problem:
            metrics.REQUESTS.labels("getFeed", problem.status).observe(0)
            answer = _as_messages(problem)
        for message in answer:
            await send(message)

    async def _answer(self, scope: Message, match_id: UUID, wait: int, gone: asyncio.Future[None]) -> list[Message]:
        """Return the answer to a request when there is one; nothing when the client has gone."""
        async with self.coming:
            answer = await self._ask(scope, gone)
        after = _version_without_news(answer)
        if after is None:
            return answer
        news = self.watch.expect(match_id, after)
        try:
            await asyncio.wait({news, gone}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            woken = news.done()
        finally:
            self.watch.forget(match_id, news)
        if not woken:
            return answer
        async with self.woken:  # who has news does not queue with those who come
            return await self._ask({**scope, COUNTED: True}, gone)

    async def _ask(self, scope: Message, gone: asyncio.Future[None]) -> list[Message]:
        """Run the request through the application; return its answer, or nothing when the client has gone."""
        answer: list[Message] = []
        messages: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if not messages:
                await asyncio.sleep(3600)
            return messages.pop()

        async def keep(message: Message) -> None:
            answer.append(message)

        if not gone.done():
            await self.application(scope, receive, keep)
        return answer


def _as_messages(problem: Problem) -> list[Message]:
    answer = problem.plain()
    answer.headers["Content-Length"] = str(len(answer.content))
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    return [
        {"type": "http.response.start", "status": answer.status_code, "headers": headers},
        {"type": "http.response.body", "body": answer.content},
    ]


def _seconds_to_wait(scope: Message) -> int:
    """Return for how long a request may be held; 0 for one that may not."""
    if scope["type"] != "http" or scope["method"] != "GET" or b"wait=" not in scope["query_string"]:
        return 0
    with contextlib.suppress(ValueError, OverflowError):
        seconds = float(parse_qs(scope["query_string"].decode("latin-1"))["wait"][0])  # 5.0 is an integer, too
        return min(max(int(seconds), 0), LONGEST)
    return 0


def _version_without_news(answer: list[Message]) -> int | None:
    """Return the version up to which an answer knows the match when it brings no news; else None."""
    if not answer or answer[0].get("status") != 200:
        return None
    feed = json.loads(b"".join(message.get("body", b"") for message in answer[1:]))
    return None if feed["entries"] else int(feed["version"])


async def _body(receive: Receive) -> None:
    """Read the request to its end."""
    while (await receive()).get("more_body"):
        pass


async def _disconnection(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
