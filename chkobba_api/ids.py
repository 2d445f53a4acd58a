"""Identifiers that cannot be guessed, and that sort by the time of their creation."""

from __future__ import annotations

import secrets
import threading
import time
import uuid

_lock = threading.Lock()
_last = 0


def new_id() -> uuid.UUID:
    """Return a UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, a counter of 12 bits, then 62 random bits.

    Each is greater than those before it from the same process, also within a millisecond or when the clock is set back.
    """
    global _last  # noqa: PLW0603
    with _lock:
        _last = tick = max(time.time_ns() // 1_000_000 << 12, _last + 1)
    milliseconds, counter = tick >> 12, tick & 0xFFF
    return uuid.UUID(int=milliseconds << 80 | 0x7 << 76 | counter << 64 | 0x2 << 62 | secrets.randbits(62))
