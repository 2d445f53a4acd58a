"""Digests of secrets that the server shows only once.

The secrets are random, and long or short-lived, so one fast hash is enough.
"""

from __future__ import annotations

from hashlib import sha256


def digest_of(secret: str) -> str:
    """Return the digest that is stored in place of a secret, as hex."""
    return sha256(secret.encode()).hexdigest()
