"""One reader per process for all requests that wait for news of a match or of a stream.

It asks the database a few times a second. The cost does not depend on the number of open streams: the reader asks which
notifications were written since the last query, and reads only the streams of their players. A transaction that commits
late lies behind the position of that query. So each query goes back a little, and silent streams are read again from
time to time (``Watch.look_again``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
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
"""Seconds between two rounds of queries."""
SHARE: Final = 4
"""The reader rests this many times as long as its queries take, so that a busy process asks less often."""
OVERLAP: Final = 2.0
"""Seconds by which each query goes back, for transactions that commit late."""
TOKENS_EVERY: Final = 3.0
"""Seconds between two checks of the tokens of open streams."""
PAGE: Final = 100
"""Notifications of a stream that one query reads."""

News = asyncio.Future[None]
Result = TypeVar("Result")


class Listener:
    """A request that follows the stream of a player from a position on."""

    def __init__(self, player: UUID, token: str, place: int) -> None:
        self.player = player
        self.token = token
        self.place = place
        """The number of the last notification that the request has taken."""
        self.notifications: list[Notification] = []
        """Notifications after that one, which the request has not taken yet."""
        self.ended = False
        """True: the token has ended, or belongs to another player now."""
        self.is_merged = False
        """True: the token belongs to another player now. A new request gets the stream of that player."""
        self.news: News = asyncio.get_running_loop().create_future()
        """Done when there are notifications, or the listener has ended."""

    def take(self) -> list[Notification]:
        """Return the new notifications at once, and renew ``news``, which is done when there are later ones."""
        taken, self.notifications = self.notifications, []
        if taken:
            self.place = taken[-1].number or self.place
        self.news = asyncio.get_running_loop().create_future()
        return taken

    def wake(self) -> None:
        """Wake the request that waits for ``news``."""
        if not self.news.done():
            self.news.set_result(None)


class Watch:
    """Wakes requests when their match has moved on, or their stream has new events."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, dict[News, int]] = defaultdict(dict)
        self._listening: dict[UUID, set[Listener]] = defaultdict(set)
        self._unread: set[UUID] = set()
        """Players whose streams the next round reads even without new notifications."""
        self._written = Written()
        self._tokens_at = 0.0
        self._reader: asyncio.Future[None] | None = None
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="watch")
        """The thread that queries the database."""

    def expect(self, match_id: UUID, version: int) -> News:
        """Return a future that is done when the match is beyond a version. The caller must ``forget`` it."""
        news: News = asyncio.get_running_loop().create_future()
        self._waiting[match_id][news] = version
        self._go_on()
        return news

    def forget(self, match_id: UUID, news: News) -> None:
        """Stop waiting for news of a match."""
        news.cancel()
        waiting = self._waiting[match_id]
        waiting.pop(news, None)
        if not waiting:
            del self._waiting[match_id]

    def listen(self, player: UUID, token: str, place: int) -> Listener:
        """Return a listener to the new events of a player. The caller must let it ``leave``."""
        listener = Listener(player, token, place)
        self._listening[player].add(listener)
        self.look_again(listener)
        self._go_on()
        return listener

    def look_again(self, listener: Listener) -> None:
        """Read the stream in the next round, in case a notification was missed."""
        self._unread.add(listener.player)

    def leave(self, listener: Listener) -> None:
        """Stop following a stream."""
        listening = self._listening[listener.player]
        listening.discard(listener)
        if not listening:
            del self._listening[listener.player]

    @property
    def busy(self) -> bool:
        """True while any request waits."""
        return bool(self._waiting or self._listening)

    def _go_on(self) -> None:
        if self._reader is None or self._reader.done():
            self._written = Written()
            self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        """Query again and again while any request waits."""
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
            except Exception:  # the next round may work; waiting requests time out as usual
                logger.exception("cannot check for new events")
                rest = 1.0
                continue
            rest = max(INTERVAL, SHARE * looked, time.monotonic() - begin)

    async def _look_at_matches(self) -> None:
        versions = await self.in_thread(selectors.versions, list(self._waiting))
        for match_id, version in versions.items():
            for news, known in self._waiting.get(match_id, {}).items():
                if version > known and not news.done():
                    news.set_result(None)

    async def _look_at_streams(self) -> None:
        """Pass new notifications to the listeners of their streams.

        A page begins at the first listener that no page has reached. So a client that lags delays no other one of its
        player, and a round reads at most one page for each listener.
        """
        concerned = await self.in_thread(self._written.whom_it_concerns)
        unread, self._unread = self._unread.union(concerned), set()
        waiting = {player: self._places_of(player) for player in unread}
        try:
            while begins := {player: places[0] for player, places in waiting.items() if places}:
                found = await self.in_thread(stream.after, begins, PAGE)
                waiting = {player: self._pass_on(player, waiting[player], found.get(player, ())) for player in begins}
        except Exception:
            self._unread |= unread  # they are still to be read
            raise

    def _places_of(self, player: UUID) -> list[int]:
        """Return the places of a player's listeners, in order. A listener with a whole page first has to take it."""
        listening = self._listening.get(player, ())
        ready = {listener.place for listener in listening if len(listener.notifications) < PAGE}
        if any(len(listener.notifications) >= PAGE for listener in listening):
            self._unread.add(player)
        return sorted(ready)

    def _pass_on(self, player: UUID, places: Sequence[int], page: Sequence[Notification]) -> list[int]:
        """Pass on a page that begins at the first place. Return the places of listeners that it has not reached."""
        last = page[-1].number or 0 if page else 0
        for listener in self._listening.get(player, ()):
            if places[0] <= listener.place < last:
                listener.notifications = [one for one in page if (one.number or 0) > listener.place]
                listener.wake()
        if last < places[0] + PAGE:
            return []
        self._unread.add(player)  # there may be more
        return [place for place in places if place >= last]

    async def _look_at_tokens(self) -> None:
        """End the streams whose tokens are no longer valid."""
        if time.monotonic() - self._tokens_at < TOKENS_EVERY:
            return
        listeners = [listener for listening in self._listening.values() for listener in listening]
        good = await self.in_thread(still_good, {listener.token for listener in listeners})
        self._tokens_at = time.monotonic()
        for listener in listeners:
            player = good.get(listener.token)
            if player != listener.player:
                listener.ended, listener.is_merged = True, player is not None
                listener.wake()

    async def in_thread(self, ask: Callable[..., Result], *about: Any) -> Result:
        """Call a function in the thread of this watcher; return its result."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, partial(_asked, ask, *about))


class Written:
    """The notifications written since the last query."""

    def __init__(self) -> None:
        self._place: int | None = None
        """The position after which the next query reads: some seconds back, for transactions that commit late."""
        self._known: set[int] = set()
        """Positions after ``_place`` that earlier queries have read already."""
        self._places: deque[tuple[float, int]] = deque()
        """The last position that each query has reached, with the time of the query."""

    def whom_it_concerns(self) -> set[UUID]:
        """Return the players with new notifications.

        The first call returns none: a new listener reads earlier notifications by itself.
        """
        if self._place is None:
            self._place = stream.position()
            return set()
        rows = stream.written_after(self._place)
        concerned = {player for position, player in rows if position not in self._known}
        now = time.monotonic()
        if rows:
            self._known.update(position for position, _ in rows)
            self._places.append((now, rows[-1][0]))
        while self._places and self._places[0][0] < now - OVERLAP:
            self._place = self._places.popleft()[1]
        self._known = {position for position in self._known if position > self._place}
        return concerned


def _asked(ask: Callable[..., Result], *about: Any) -> Result:
    try:
        return ask(*about)
    finally:
        connection.close_if_unusable_or_obsolete()
