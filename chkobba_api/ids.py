"""Random identifiers, codes that people type, and the digests under which secrets are stored."""

from __future__ import annotations

import secrets
import threading
import time
import uuid
from hashlib import sha256
from typing import Final

LETTERS: Final = "34679ACDEFGHJKMNPQRTUWXY"
"""The letters of codes, without look-alikes: no 0 O, 1 I L, 2 Z, 5 S, 8 B, V U."""

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


def draw_code(length: int) -> str:
    """Return a random code, such as a room code or a login code, with 4.58 bits for each letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def in_groups(code: str) -> str:
    """Return a code for people, in groups of four letters."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def typed_code(text: str) -> str:
    """Return the stored form of a code that a person typed, in any case, with or without spaces and dashes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def digest_of(secret: str) -> str:
    """Return the digest, as hex, that is stored in place of a secret that the server shows only once.

    Such secrets are random, and long or short-lived, so one fast hash is enough.
    """
    return sha256(secret.encode()).hexdigest()
