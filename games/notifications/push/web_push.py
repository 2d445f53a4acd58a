"""Web Push: browsers, and phones by UnifiedPush, show notifications while the page is closed.

A subscription has a URL at a push service. The server posts to it a message that only the device can read
(``encryption``), with its expiry and the message that it replaces. Like webhooks of players, it posts only to the
internet (``outgoing_requests``).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import httpx
from django.conf import settings

from chkobba_api.errors import invalid
from games.engine.messages import say
from games.models import Delivery, NotificationChannel
from games.notifications import player_channels
from games.notifications.outgoing_requests import is_url, post
from games.notifications.player_channels import PlayerSender
from games.notifications.push import payload
from games.notifications.push.encryption import (
    LENGTH,
    application_server_key,
    decoded,
    encrypted,
    public_key_of,
    signature,
)
from games.notifications.push.payload import PushPayload
from games.notifications.sender import Outcome, Post, Send

GONE: Final = ("404", "410")
"""Statuses for a subscription that is over (RFC 8030, 7.3)."""
UNREADABLE: Final = ("400", "413")
"""Statuses for a message that the push service will never accept."""


def too_late() -> Outcome:
    """Send nothing, because the message is out of date and the sweep has not settled it yet.

    The delivery is checked again later, and this message is never sent.
    """
    return Outcome(is_taken=False, said="too_late", wait=timedelta(seconds=5), blames_receiver=False)


class WebPush(PlayerSender):
    """Sends notifications to browsers."""

    key = "web_push"
    type = "web_push"
    pushes = True
    enabled_by = ("VAPID_PRIVATE_KEY",)  # push services recognize the sender by it

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """Yield a function that posts a message. Devices have different push services, so no connection is shared."""
        yield self._send

    def _send(self, message: Sequence[Delivery], now: datetime) -> Post:
        channel = message[0].channel
        if channel is None:
            raise ValueError("a push goes to a subscription")
        content = payload.of_notifications([one.notification for one in message], channel.player, self.lasts, now)
        return pushed(channel, content, now) if content else too_late

    # --- a subscription -----------------------------------------------------------------------------------------------

    def checked(self, target: str) -> str:
        """Return the URL of the subscription in its usual form. Raises DomainError ``invalid``."""
        return checked_endpoint(target)

    def begin(self, channel: NotificationChannel, now: datetime) -> None:
        """Store the subscription. It is confirmed at once: only the device itself has its keys."""
        subscribe(channel, now)

    def try_out(self, channel: NotificationChannel, now: datetime) -> Outcome:
        """Send a test message and return the outcome."""
        return pushed(channel, payload.of_test(channel.player, now), now)()


def public_key() -> str | None:
    """Return the public key with which browsers subscribe, or None if the host has none."""
    return application_server_key(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else None


def checked_endpoint(target: str) -> str:
    """Return the URL of a push service in its usual form. Raises DomainError ``invalid``."""
    if not is_url(target):
        raise invalid("subscription", say("channel.no_subscription"))
    return str(httpx.URL(target))


def subscribe(channel: NotificationChannel, now: datetime) -> None:
    """Store a subscription. Raises DomainError ``invalid`` for invalid keys."""
    keys = channel.details or {}
    try:
        public_key_of(keys["p256dh"])
        if len(decoded(keys["auth"])) != 16:
            raise ValueError
    except (KeyError, ValueError):
        raise invalid("subscription", say("channel.no_subscription")) from None
    channel.place, channel.confirmed_at = player_channels.place_of(channel.sender, channel.target), now


def pushed(channel: NotificationChannel, content: PushPayload, now: datetime) -> Post:
    """Return a function that sends a notification to a subscription."""
    keys = channel.details or {}
    if keys.get("expires") and keys["expires"] <= now.timestamp() * 1000:  # it may be beyond the year 9999
        return _expired
    place = httpx.URL(channel.target)
    origin = f"{place.scheme}://{place.netloc.decode()}"
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "user-agent": "Chkobba",
        "ttl": str(max(1, int((content.until - now).total_seconds()))),
        "urgency": content.urgency,
        "topic": topic(content.tag, keys["auth"]),
        "authorization": signature(settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT, origin, now),
    }
    body = encrypted(written(content.declared()), keys["p256dh"], keys["auth"])
    return partial(_posted, channel.target, body, headers)


def _posted(target: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    outcome = post(target, body, headers)
    return outcome._replace(is_final=outcome.said in GONE, is_refused=outcome.said in UNREADABLE)


def _expired() -> Outcome:
    return Outcome(is_taken=False, said="expired", is_final=True)


def topic(tag: str, auth: str) -> str:
    """Return the topic by which a push service replaces an undelivered message. It reveals nothing about the match."""
    return hmac.new(auth.encode(), tag.encode(), hashlib.sha256).hexdigest()[:32]


def written(declared: Mapping[str, Any]) -> bytes:
    """Return a declarative message as JSON of bounded size. Too long texts are cut."""
    shown = dict(declared["notification"])
    while len(text := json.dumps({**declared, "notification": shown}, ensure_ascii=False).encode()) >= LENGTH:
        shown["body"] = shown["body"][: len(shown["body"]) * 3 // 4]
        shown["title"] = shown["title"][:80]
    return text
