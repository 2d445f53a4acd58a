"""A channel, which sends notifications to receivers outside of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from games.models import Delivery, Notification, NotificationChannel


class Wanted(NamedTuple):
    """A notification to send, and its time."""

    notification: Notification
    send_at: datetime
    address: NotificationChannel | None = None
    """Where; None where the channel has one place alone."""


class Outcome(NamedTuple):
    """The outcome of sending a message."""

    is_taken: bool
    """Whether the receiver has it."""
    said: str = ""
    """What came of it in a word, which the owner of an address reads."""
    is_final: bool = False
    """Whether nothing will ever be taken there."""
    is_refused: bool = False
    """Whether this message will never be taken there; others may."""
    wait: timedelta | None = None
    """For how long at least nothing is to be sent there again, where the receiver says so."""
    blames_receiver: bool = True
    """Whether it is about the address, and not about what the host sends with: then all would fail alike."""


Post = Callable[[], Outcome]
"""Sends a message that is written, and waits for what comes of it: in a thread of its own, so it asks no database."""
Send = Callable[[Sequence[Delivery], datetime], Post]
"""Writes deliveries, which come with their notifications and matches, as one message, and returns what sends it; to an
address these may be several, otherwise it is one. Whatever either raises counts as not taken."""


class Channel(Protocol):
    """Sends notifications. ``delivery`` decides when, how often and for how long."""

    key: str
    """By which its deliveries know it; never changes."""
    lasts: timedelta
    """For so long it is tried to send a notification."""
    tells_all: bool
    """Whether it wants notifications of any player, and not only of those who have an address (``Player.is_told``)."""
    at_once: bool
    """Whether messages to several addresses can be on their way at the same time: each has a receiver of its own, and
    none waits for another's."""

    def in_use(self) -> bool:
        """Return whether the channel could have receivers. It is called at each move, so it uses only settings."""
        ...

    def wanted(self, notifications: Sequence[Notification]) -> Iterable[Wanted]:
        """Return those of the notifications that this channel has to send."""
        ...

    def connected(self) -> AbstractContextManager[Send]:
        """Return a connection for a batch of messages."""
        ...
