"""Identifiers that cannot be guessed and that keep the order in which they were made."""

from __future__ import annotations

import secrets
import time
import uuid


def new_id() -> uuid.UUID:
    """Return a UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    value = milliseconds << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)
