"""Waiting for what must come: as long as a machine may need that has much other work, and no longer than it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

LONG: Final = 300.0
"""Seconds. What has not come by then does not come. (On a machine of two cores that has four times as much to do, what
takes 15 s alone was seen to take 140 s.)"""

Found = TypeVar("Found")


def eventually(look: Callable[[], Found], seconds: float = LONG, every: float = 0.1) -> Found:
    """Return what a function gives as soon as it is something. Fails with what it gave last when it never is."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"still {found!r} after {seconds} s"
        time.sleep(every)
    return found
