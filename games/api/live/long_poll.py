"""Long polling and streams without a worker or a thread for each waiting request.

An ASGI middleware. A request for the feed with ``wait`` runs through Django. If there is news, the client gets the
response at once. Otherwise the middleware keeps the response, and the request waits as an entry in a table. One reader
for all waiting requests of the process asks the database several times a second for matches with news (``watcher``).
Then the request runs through Django again, so a token that was revoked in the meantime gets nothing. When the time is
up, the client gets the kept response, which has no entries.

Django also opens streams of events: the view names the player, and the last event of its response. Then the middleware
writes the events that the same reader finds. It ends the stream when the token is revoked.

The number of waiting requests is limited: for the process, and for each token and address (``slots``). Only a few
requests run through Django at once. When many arrive together, or many follow a match with news, the others wait here,
where waiting costs no database connection.

Under WSGI, a request with ``wait`` gets its response at once, and a stream ends after the present events.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Final
from urllib.parse import parse_qs
from uuid import UUID

from chkobba_api.errors import DomainError
from chkobba_api.middleware.bodies import Application, Receive, Send
from chkobba_api.middleware.early_answers import Message, as_messages, request_of
from chkobba_api.middleware.https_only import needs_https
from chkobba_api.rest.json import to_json
from chkobba_api.rest.limits.throttling import COUNTED
from games.api.live.slots import Places
from games.api.live.watcher import Listener, Watch
from games.api.notifications.events import OPENED, STREAMED, EventStreamRenderer, LinesRenderer, Opened, page_of
from games.engine.messages import say

LONGEST: Final = 25
"""The longest time to hold a request, in seconds. Proxies commonly give up after 30."""
RUNNING: Final = 4
"""New requests that run through Django at once, and as many woken ones. Each takes a thread and a database
connection."""

HEARTBEAT: Final = 25
"""Seconds of silence after which a stream gets a heartbeat. Proxies commonly give up after 60."""
SLOWEST: Final = 30
"""Seconds that a client has to read a part of a stream."""

_FEED: Final = re.compile(r"^/api/v1/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/events$", re.IGNORECASE)
_STREAM: Final = "/api/v1/me/events"


class Hold:
    """ASGI middleware that holds requests in front of an application."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.watch = Watch()
        self.places = Places()
        self.coming = asyncio.Semaphore(RUNNING)
        self.woken = asyncio.Semaphore(RUNNING)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, at once or when there is news."""
        wait = _seconds_to_wait(scope)
        match = _FEED.match(scope.get("path", "")) if wait else None
        if (match is None and not _is_of_stream(scope, wait)) or needs_https(request_of(scope)):
            await self.application(scope, receive, send)
            return
        operation = "listMatchEvents" if match else "listMyEvents"
        try:
            with self.places.place_for(scope):
                await _body(receive)
                gone = asyncio.ensure_future(_disconnection(receive))
                try:
                    if match:
                        answer = await self._answer(scope, UUID(match[1]), wait, gone)
                    else:
                        answer = await self._stream(scope, wait, gone, send)
                finally:
                    gone.cancel()
        except DomainError as problem:
            answer = as_messages(scope, problem, operation)
        for message in answer:
            await send(message)

    async def _answer(self, scope: Message, match_id: UUID, wait: int, gone: asyncio.Future[None]) -> list[Message]:
        """Return the response to a request for the feed, after up to ``wait`` seconds; none if the client has gone."""
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
        async with self.woken:  # requests with news do not queue behind new requests
            return await self._ask({**scope, COUNTED: True}, gone)

    async def _stream(self, scope: Message, wait: int, gone: asyncio.Future[None], send: Send) -> list[Message]:
        """Write a stream to its end, or return the single response to a request that wants no stream."""
        opened: list[Opened] = []
        async with self.coming:
            answer = await self._ask({**scope, OPENED: opened}, gone)
        if not opened or not answer:
            return answer
        (stream,) = opened
        written = STREAMED.get(_header(answer[0], b"content-type").partition(";")[0])
        if written is None and json.loads(_body_of(answer))["events"]:
            return answer
        with self.places.place_of(stream.player):
            listener = self.watch.listen(stream.player, stream.token, stream.last)
            try:
                if written is None:
                    return await self._first_events(answer, listener, wait, gone)
                return await self._write(answer, listener, written, gone, send)
            finally:
                self.watch.leave(listener)

    async def _first_events(
        self, answer: list[Message], listener: Listener, wait: int, gone: asyncio.Future[None]
    ) -> list[Message]:
        """Return the response with the first new events, or unchanged if none come in time."""
        await asyncio.wait({listener.news, gone}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        if listener.ended and not listener.is_merged:
            raise DomainError("unauthenticated", say("refused.token"))
        place, notifications = listener.place, listener.take()
        if not notifications:
            return answer
        body = to_json(page_of(notifications, place, more=False))
        return [_without_length(answer[0]), {"type": "http.response.body", "body": body}]

    async def _write(
        self,
        answer: list[Message],
        listener: Listener,
        written: type[EventStreamRenderer | LinesRenderer],
        gone: asyncio.Future[None],
        send: Send,
    ) -> list[Message]:
        """Write the first response, then new events, until the client disconnects or its token ends.

        Returns the last message of the response, or nothing for a client that does not read: its connection is closed.
        """
        await send(_without_length(answer[0]))
        part = _body_of(answer)
        while not (gone.done() or listener.ended):
            try:
                async with asyncio.timeout(SLOWEST):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            except TimeoutError:
                return []
            await asyncio.wait({listener.news, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if listener.news.done():
                part = written.written(page_of(listener.take(), 0, more=False).events)
            else:
                part = written.heartbeat
                self.watch.look_again(listener)
        return [{"type": "http.response.body", "body": b""}]

    async def _ask(self, scope: Message, gone: asyncio.Future[None]) -> list[Message]:
        """Run the request through the application. Return its response, or nothing if the client has disconnected."""
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


def _body_of(answer: list[Message]) -> bytes:
    return b"".join(message.get("body", b"") for message in answer[1:])


def _header(start: Message, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in start["headers"] if key.lower() == name), "")


def _without_length(start: Message) -> Message:
    """Return the start of a response without its ``Content-Length``, for another body."""
    return {**start, "headers": [header for header in start["headers"] if header[0].lower() != b"content-length"]}


def _is_of_stream(scope: Message, wait: int) -> bool:
    """Return whether a request asks for a stream of the player's events, or waits for some."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] != _STREAM:
        return False
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept").decode("latin-1")
    return wait > 0 or any(kind in accepted for kind in STREAMED)


def _seconds_to_wait(scope: Message) -> int:
    """Return the seconds for which a request may be held; 0 for all other requests."""
    if scope["type"] != "http" or scope["method"] != "GET" or b"wait=" not in scope["query_string"]:
        return 0
    with contextlib.suppress(LookupError, ValueError, OverflowError):  # no number of seconds, or only "await="
        seconds = float(parse_qs(scope["query_string"].decode("latin-1"))["wait"][0])  # 5.0 is an integer, too
        return min(max(int(seconds), 0), LONGEST)
    return 0


def _version_without_news(answer: list[Message]) -> int | None:
    """Return the version of the match in a response without entries; None for any other response."""
    if not answer or answer[0].get("status") != 200:
        return None
    feed = json.loads(_body_of(answer))
    return None if feed["entries"] else int(feed["version"])


async def _body(receive: Receive) -> None:
    """Read the request body to its end."""
    while (await receive()).get("more_body"):
        pass


async def _disconnection(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
