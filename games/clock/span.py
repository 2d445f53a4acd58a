"""Durations as messages, in days, hours, minutes and seconds."""

from __future__ import annotations

from typing import Final

from games.engine.messages import Message, say

_UNITS: Final = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def span(seconds: int) -> tuple[Message, ...]:
    """Return a duration by its units, the longest first, without units that are zero: ``1 day and 12 hours``."""
    parts = []
    for name, size in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(say(f"time.{name}", count=count))
    return tuple(parts) or (say("time.seconds", count=0),)
