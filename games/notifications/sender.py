"""The interface of a sender, which brings notifications to receivers outside of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from django.conf import settings

from games.models import Delivery, Notification, NotificationChannel


class Wanted(NamedTuple):
    """A notification to send, and its time."""

    notification: Notification
    send_at: datetime
    channel: NotificationChannel | None = None
    """The player's channel; None for a sender with a single receiver."""


class Outcome(NamedTuple):
    """The outcome of sending a message."""

    is_taken: bool
    """True if the receiver has the message."""
    said: str = ""
    """The outcome in one word, for the owner of the channel."""
    is_final: bool = False
    """True if the receiver will never take a message again."""
    is_refused: bool = False
    """True if the receiver will never take this message, but may take others."""
    wait: timedelta | None = None
    """The least time to wait before the next message, if the receiver asks for it."""
    blames_receiver: bool = True
    """True if the failure concerns the channel. False if the host's setup failed, and so all channels would fail."""


Post = Callable[[], Outcome]
"""A function that sends a written message and waits for the outcome. It runs in a thread and uses no database."""
Send = Callable[[Sequence[Delivery], datetime], Post]
"""A function that writes deliveries as one message and returns a function that sends it.

Deliveries come with their notifications and matches. A message to a player's channel may have several, any other
message has one. If either function raises, the message counts as not taken.
"""


class Sender(Protocol):
    """Sends notifications. ``delivery`` decides when, how often and for how long."""

    key: str
    """The key that deliveries store. It never changes."""
    lasts: timedelta
    """The time for which the server tries to send a notification."""
    tells_all: bool
    """True if the sender gets the notifications of all players, also without a channel (``Player.has_channels``)."""
    at_once: bool
    """True if messages to several channels may be sent at the same time, because each has its own receiver."""

    @property
    def enabled_by(self) -> Sequence[str]:
        """The names of settings of which each turns the sender on; empty if it is always on.

        A sender that ``tells_all`` has some, which the server looks up at each move.
        """
        ...

    def wanted(self, notifications: Sequence[Notification]) -> Iterable[Wanted]:
        """Yield the notifications that this sender has to send, with their times."""
        ...

    def connected(self) -> AbstractContextManager[Send]:
        """Return a connection for a batch of messages."""
        ...


def in_use(sender: Sender) -> bool:
    """Return whether the host has turned a sender on, so that it could have receivers."""
    return not sender.enabled_by or any(getattr(settings, name) for name in sender.enabled_by)
