"""A clock that jumps: the server's processes ask it for the time, and one process sets it.

It is a file of a few bytes that all of them map. What waits for a socket or a queue still goes by the machine's clock.
"""

from __future__ import annotations

import mmap
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.utils import timezone

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TIME: Final = struct.Struct("q")  # microseconds
_TASKS: Final = struct.Struct("qq")
_WORKERS: Final = 8
STARTING: Final = (-1, -1)
"""The tasks of a worker that takes none yet."""


class SharedClock:
    """The time, and how many tasks each worker has begun and ended; so that who sets it knows when all is quiet."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_TIME.size + _WORKERS * _TASKS.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def now(self) -> datetime:
        """Return the time."""
        return EPOCH + timedelta(microseconds=_TIME.unpack_from(self._map, 0)[0])

    def set(self, at: datetime) -> None:
        """Let it be another time, for everybody."""
        _TIME.pack_into(self._map, 0, (at - EPOCH) // timedelta(microseconds=1))

    def install(self) -> None:
        """Let this process, and those that it makes, go by it. Django's ``timezone.now`` is the only one asked."""
        timezone.now = self.now

    def note_tasks(self, worker: int, begun: int, ended: int) -> None:
        """Note what a worker has begun and ended."""
        _TASKS.pack_into(self._map, _TIME.size + worker * _TASKS.size, begun, ended)

    def tasks(self, worker: int) -> tuple[int, int]:
        """Return how many tasks a worker has begun, and ended."""
        begun, ended = _TASKS.unpack_from(self._map, _TIME.size + worker * _TASKS.size)
        return begun, ended
