"""A clock that jumps: the server's processes read the time from it, and one process sets it.

It is a small file that all of them map. Waits for a socket or a queue still follow the machine's clock.
"""

from __future__ import annotations

import mmap
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.utils import timezone

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TIME: Final = struct.Struct("q")  # unit: microseconds
_TASKS: Final = struct.Struct("qq")
_WORKERS: Final = 8
STARTING: Final = (-1, -1)
"""The counts of a worker that takes no tasks yet."""


class SharedClock:
    """The time, and the tasks that each worker has begun and ended, so that the simulation knows when all are idle."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_TIME.size + _WORKERS * _TASKS.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def now(self) -> datetime:
        """Return the simulated time."""
        return EPOCH + timedelta(microseconds=_TIME.unpack_from(self._map, 0)[0])

    def set(self, at: datetime) -> None:
        """Set the time for all processes."""
        _TIME.pack_into(self._map, 0, (at - EPOCH) // timedelta(microseconds=1))

    def install(self) -> None:
        """Make this process and its children use this clock. Only Django's ``timezone.now`` is replaced."""
        timezone.now = self.now

    def note_tasks(self, worker: int, begun: int, ended: int) -> None:
        """Note the tasks that a worker has begun and ended."""
        _TASKS.pack_into(self._map, _TIME.size + worker * _TASKS.size, begun, ended)

    def tasks(self, worker: int) -> tuple[int, int]:
        """Return the numbers of tasks that a worker has begun, and ended."""
        begun, ended = _TASKS.unpack_from(self._map, _TIME.size + worker * _TASKS.size)
        return begun, ended
