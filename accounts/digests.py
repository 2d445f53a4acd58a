"""What is stored of secrets that are shown once. They are random, and long or soon over: one quick step hides them."""

from __future__ import annotations

from hashlib import sha256


def digest_of(secret: str) -> str:
    """Return the digest that is stored in place of a secret, as hex."""
    return sha256(secret.encode()).hexdigest()
