"""One reader for all who wait for news: of matches, and of streams. A look at the database a few times a second.

A look costs the same however many streams are open: it asks which notifications were written since the last one, and
reads streams only for those whom they concern. What is committed late is behind that place; so each look goes back a
little, and a stream that was silent is read anew now and then (``Listener.look_again``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import connection

from accounts.devices.authentication import still_good
from games import selectors
from games.models import Notification
from games.notifications import stream

logger = logging.getLogger(__name__)

INTERVAL: Final = 0.1
"""Seconds between two looks."""
SHARE: Final = 4
"""It rests so many times as long as looking takes, so that what many wait for is looked at less often.

Reading news is not looking: it takes as long as there is news, and then it rests as long again.
"""
OVERLAP: Final = 2.0
"""Seconds by which each look goes back, for transactions that took so long."""
TOKENS_EVERY: Final = 3.0
"""Seconds between two looks at the tokens of open streams."""
PAGE: Final = 100
"""Notifications of a stream that are read at once."""

News = asyncio.Future[None]
Result = TypeVar("Result")


class Listener:
    """Somebody who follows the stream of a player from some place on."""

    def __init__(self, player: UUID, token: str, place: int) -> None:
        self.player = player
        self.token = token
        self.place = place
        """The number up to which the stream was handed on."""
        self.notifications: list[Notification] = []
        """What came after it and was not handed on yet."""
        self.ended = False
        """Return whether the token has ended, or belongs to another player by now."""
        self.is_merged = False
        """Whether it lets in somebody else: who asks again gets their stream."""
        self.news: News = asyncio.get_running_loop().create_future()
        """Done when there are notifications, or it has ended."""

    def take(self) -> list[Notification]:
        """Return what has come, and wait for more."""
        taken, self.notifications = self.notifications, []
        if taken:
            self.place = taken[-1].number or self.place
        self.news = asyncio.get_running_loop().create_future()
        return taken

    def wake(self) -> None:
        """Have who waits look."""
        if not self.news.done():
            self.news.set_result(None)


class Watch:
    """Tells who waits when a match has moved on, or a stream."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, dict[News, int]] = defaultdict(dict)
        self._listening: dict[UUID, set[Listener]] = defaultdict(set)
        self._unread: set[UUID] = set()
        """Players whose streams are read at the next look, whether or not something was written."""
        self._written = Written()
        self._tokens_at = 0.0
        self._reader: asyncio.Future[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="watch")

    def expect(self, match_id: UUID, version: int) -> News:
        """Return what is done when the match is beyond a version; ``forget`` it in any case."""
        news: News = asyncio.get_running_loop().create_future()
        self._waiting[match_id][news] = version
        self._go_on()
        return news

    def forget(self, match_id: UUID, news: News) -> None:
        """Expect no longer."""
        news.cancel()
        waiting = self._waiting[match_id]
        waiting.pop(news, None)
        if not waiting:
            del self._waiting[match_id]

    def listen(self, player: UUID, token: str, place: int) -> Listener:
        """Return who is told what comes in the stream of a player; let it ``leave`` in any case."""
        listener = Listener(player, token, place)
        self._listening[player].add(listener)
        self.look_again(listener)
        self._go_on()
        return listener

    def look_again(self, listener: Listener) -> None:
        """Read the stream at the next look, lest something was overlooked."""
        self._unread.add(listener.player)

    def leave(self, listener: Listener) -> None:
        """Listen no longer."""
        listening = self._listening[listener.player]
        listening.discard(listener)
        if not listening:
            del self._listening[listener.player]

    @property
    def busy(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting or self._listening)

    def _go_on(self) -> None:
        if self._reader is None or self._reader.done():
            self._written = Written()
            self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        """Look again and again, while anybody waits."""
        rest = INTERVAL
        while self.busy:
            await asyncio.sleep(rest)
            begin = time.monotonic()
            try:
                if self._waiting:
                    await self._look_at_matches()
                if self._listening:
                    await self._look_at_tokens()
                looked = time.monotonic() - begin
                if self._listening:
                    await self._look_at_streams()
            except Exception:  # the next look may work again; who waits is answered when the time is up
                logger.exception("cannot look for news")
                rest = 1.0
                continue
            rest = max(INTERVAL, SHARE * looked, time.monotonic() - begin)

    async def _look_at_matches(self) -> None:
        versions = await self._in_thread(selectors.versions, list(self._waiting))
        for match_id, version in versions.items():
            for news, known in self._waiting.get(match_id, {}).items():
                if version > known and not news.done():
                    news.set_result(None)

    async def _look_at_streams(self) -> None:
        """Hand on what has come in the streams that somebody listens to."""
        told = await self._in_thread(self._written.whom_it_concerns)
        unread, self._unread = self._unread, set()
        places = {
            player: min(listener.place for listener in self._listening[player])
            for player in unread.union(told)
            if player in self._listening
        }
        try:
            found = await self._in_thread(stream.after, places, PAGE) if places else {}
        except Exception:
            self._unread |= unread.union(told)  # it is still to be read
            raise
        for player, notifications in found.items():
            if len(notifications) == PAGE:
                self._unread.add(player)  # there may be more
            for listener in self._listening.get(player, ()):
                listener.notifications = [one for one in notifications if (one.number or 0) > listener.place]
                if listener.notifications:
                    listener.wake()

    async def _look_at_tokens(self) -> None:
        """End the streams whose tokens are good no longer."""
        if time.monotonic() - self._tokens_at < TOKENS_EVERY:
            return
        listeners = [listener for listening in self._listening.values() for listener in listening]
        good = await self._in_thread(still_good, {listener.token for listener in listeners})
        self._tokens_at = time.monotonic()
        for listener in listeners:
            player = good.get(listener.token)
            if player != listener.player:
                listener.ended, listener.is_merged = True, player is not None
                listener.wake()

    async def _in_thread(self, ask: Callable[..., Result], *about: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(_asked, ask, *about))


class Written:
    """Which notifications were written since it was asked last."""

    def __init__(self) -> None:
        self._place: int | None = None
        """After which it looks: some seconds behind, for what is committed late."""
        self._known: set[int] = set()
        """What it has seen beyond that place."""
        self._places: deque[tuple[float, int]] = deque()
        """Places that were reached, and when."""

    def whom_it_concerns(self) -> set[UUID]:
        """Return whom new notifications concern. The first time nobody: who comes reads what was written before."""
        if self._place is None:
            self._place = stream.position()
            return set()
        rows = stream.written_after(self._place)
        told = {player for position, player in rows if position not in self._known}
        now = time.monotonic()
        if rows:
            self._known.update(position for position, _ in rows)
            self._places.append((now, rows[-1][0]))
        while self._places and self._places[0][0] < now - OVERLAP:
            self._place = self._places.popleft()[1]
        self._known = {position for position in self._known if position > self._place}
        return told


def _asked(ask: Callable[..., Result], *about: Any) -> Result:
    try:
        return ask(*about)
    finally:
        connection.close_if_unusable_or_obsolete()
