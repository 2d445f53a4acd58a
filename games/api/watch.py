"""One reader for all who wait for news of matches: a question to the database a few times a second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from uuid import UUID

from django.db import connection

from games import selectors

logger = logging.getLogger(__name__)

INTERVAL: Final = 0.1
"""Seconds between two looks at the matches that are waited for."""
SHARE: Final = 4
"""It rests so many times as long as a look takes, so that many matches are looked at less often."""

News = asyncio.Future[None]


class Watch:
    """Tells who waits when a match has moved on."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, dict[News, int]] = defaultdict(dict)
        self._reader: asyncio.Future[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="watch")

    def expect(self, match_id: UUID, version: int) -> News:
        """Return what is done when the match is beyond a version; ``forget`` it in any case."""
        news: News = asyncio.get_running_loop().create_future()
        self._waiting[match_id][news] = version
        if self._reader is None or self._reader.done():
            self._reader = asyncio.ensure_future(self._read())
        return news

    @property
    def busy(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting)

    def forget(self, match_id: UUID, news: News) -> None:
        """Expect no longer."""
        news.cancel()
        waiting = self._waiting[match_id]
        waiting.pop(news, None)
        if not waiting:
            del self._waiting[match_id]

    async def _read(self) -> None:
        """Look at all matches that are waited for, again and again, while any is."""
        rest = INTERVAL
        while self._waiting:
            await asyncio.sleep(rest)
            begin = time.monotonic()
            try:
                versions = await asyncio.get_running_loop().run_in_executor(
                    self._thread, _versions, list(self._waiting)
                )
            except Exception:  # the next look may work again; who waits is answered when the time is up
                logger.exception("cannot look for news")
                rest = 1.0
                continue
            rest = max(INTERVAL, SHARE * (time.monotonic() - begin))
            for match_id, version in versions.items():
                for news, known in self._waiting.get(match_id, {}).items():
                    if version > known and not news.done():
                        news.set_result(None)


def _versions(match_ids: list[UUID]) -> dict[UUID, int]:
    try:
        return selectors.versions(match_ids)
    finally:
        connection.close_if_unusable_or_obsolete()
