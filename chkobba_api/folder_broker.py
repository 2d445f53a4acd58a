"""The broker of the try-out: messages in a folder, by kombu's file system transport with three corrections.

kombu writes a message under its final name, so a worker can find it half written and crash (kombu #1551). Here a
message gets its name when it is complete. kombu creates the file of an exchange before it locks it, so processes that
start together can read it empty. Here only one process at a time uses the exchanges. A worker that is to stop waits for
a message once or twice more, two seconds each time, before it notices. Here it waits a tenth of that.
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
"""Seconds without a message after which a worker checks whether it is to stop."""


class Channel(filesystem.Channel):
    """A channel that never shows a message half written."""

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
        """Lock the files of exchanges against other processes."""
        with Path(self.control_folder, "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """The file system transport with this channel and short waits."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]  # as above
        """Deliver the next message. Raises TimeoutError if none comes within ``PATIENCE`` or a shorter ``timeout``."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, PATIENCE))
