"""The broker of the try-out server: messages in a folder, by kombu's file system transport, mended in three places.

kombu writes a message under its final name, so that a worker can find it half written and dies of it (kombu #1551); and
it creates the file of an exchange before it locks it, so that processes that start together can read it empty. Here a
message gets its name when it is complete, and exchanges are touched by one process at a time. And a worker that is to
stop waits once or twice more for a message, two seconds each time, before it notices: here it waits a tenth of that.
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from kombu.transport import filesystem
from kombu.utils.json import dumps

PATIENCE: Final = 0.2
"""Seconds without a message after which a worker sees whether it is to stop."""


class Channel(filesystem.Channel):
    """A channel whose messages appear whole."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as kombu's own has it
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        complete = Path(self.data_folder_out, name)
        growing = complete.with_suffix(".part")
        growing.write_text(dumps(payload))
        os.rename(growing, complete)

    def get_table(self, exchange: str) -> Any:
        """Return the queues of an exchange."""
        with self._alone():
            return super().get_table(exchange)

    def _queue_bind(self, *args: Any, **kwargs: Any) -> None:
        with self._alone():
            super()._queue_bind(*args, **kwargs)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from the files of exchanges."""
        with Path(self.control_folder, "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """The file system transport with the channel above, which lets no worker wait long."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]  # as above
        """Deliver the next message. Raises TimeoutError when none has come within ``PATIENCE``, or earlier if asked."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, PATIENCE))
