"""A way of bringing occasions to somebody outside of the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Protocol

from games.models import Delivery, Occasion

Send = Callable[[Delivery, datetime], bool]
"""Sends one delivery, which comes with its occasion and match; says whether the receiver has it. Whatever it raises
counts as no."""


class Channel(Protocol):
    """What sends occasions. When, how often and for how long is not its business, but that of ``delivering``."""

    key: str
    """By which its deliveries know it; never changes."""
    lasts: timedelta
    """For so long it is tried to send an occasion."""

    def in_use(self) -> bool:
        """Say whether anybody could be told; asked at each move, so from the settings alone."""
        ...

    def wanted(self, occasions: Sequence[Occasion]) -> Sequence[Occasion]:
        """Return those of the occasions that somebody is to be told of by this channel."""
        ...

    def connected(self) -> AbstractContextManager[Send]:
        """Return what to send a batch of deliveries with."""
        ...
