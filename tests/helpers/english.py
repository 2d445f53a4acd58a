"""Helpers that turn messages into English sentences."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.texts import reader

english: Final = reader().text
"""Return a message in English."""


def written(value: Any) -> bytes:
    """Return JSON with its messages in English."""
    return msgspec.json.encode(value, enc_hook=english)


def told(value: Any) -> Any:
    """Return a value as a client reads it in English."""
    return msgspec.json.decode(written(value))
