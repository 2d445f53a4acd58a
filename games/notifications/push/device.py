"""Push to native apps: by UnifiedPush as to browsers, or by the host's push gateway (docs/push-gateway.md).

Apple and Google accept messages only from the maker of the app. So the gateway of the app has the keys, and the server
tells it what to show on which device.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import httpx
import structlog
from django.conf import settings

from chkobba_api.errors import invalid
from chkobba_api.ids import new_id
from games.engine.messages import say
from games.models import Delivery, NotificationChannel
from games.notifications import player_channels
from games.notifications.outgoing_requests import signed, tls_context, wait_of
from games.notifications.player_channels import PlayerSender
from games.notifications.push import payload
from games.notifications.push.payload import PushPayload
from games.notifications.push.web_push import GONE, UNREADABLE, checked_endpoint, pushed, subscribe, too_late, topic
from games.notifications.sender import Outcome, Post, Send

logger = structlog.get_logger(__name__)

TIMEOUT: Final = 5.0
"""Seconds within which the gateway has to respond."""
UNIFIED: Final = "unifiedpush"
BY_GATEWAY: Final = ("fcm", "apns")


class Device(PlayerSender):
    """Sends notifications to native apps."""

    key = "device"
    type = "device"
    pushes = True
    enabled_by = ("VAPID_PRIVATE_KEY", "PUSH_GATEWAY_URL")

    @property
    def formats(self) -> Sequence[str]:
        """The ways by which messages can reach the device, as far as the host has set them up."""
        unified = (UNIFIED,) if settings.VAPID_PRIVATE_KEY else ()
        return (*unified, *(BY_GATEWAY if settings.PUSH_GATEWAY_URL else ()))

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """Yield a function that sends a message over one HTTP client for the gateway."""
        with httpx.Client(timeout=TIMEOUT, verify=tls_context()) as gateway:
            yield partial(self._send, gateway)

    def _send(self, gateway: httpx.Client, message: Sequence[Delivery], now: datetime) -> Post:
        channel = message[0].channel
        if channel is None or message[0].message is None:
            raise ValueError("a push goes to a device, in a message")
        content = payload.of_notifications([one.notification for one in message], channel.player, self.lasts, now)
        return _sent(gateway, channel, message[0].message, content, now) if content else too_late

    # --- a device -----------------------------------------------------------------------------------------------------

    def checked(self, target: str) -> str:
        """Check the form of a token. Only the maker of a device can verify it; ``begin`` checks endpoints."""
        if not target.isascii() or not target.isprintable() or " " in target:
            raise invalid("token", say("channel.no_token"))
        return target

    def begin(self, channel: NotificationChannel, now: datetime) -> None:
        """Store the subscription, or the digest of the token. The device is confirmed at once."""
        if channel.format == UNIFIED:
            channel.target = checked_endpoint(channel.target)
            subscribe(channel, now)
        else:
            channel.place, channel.confirmed_at = player_channels.place_of(channel.format, channel.target), now

    def try_out(self, channel: NotificationChannel, now: datetime) -> Outcome:
        """Send a test message and return the outcome."""
        with httpx.Client(timeout=TIMEOUT, verify=tls_context()) as gateway:
            return _sent(gateway, channel, new_id(), payload.of_test(channel.player, now), now)()


def _sent(
    gateway: httpx.Client, channel: NotificationChannel, message_id: UUID, content: PushPayload, now: datetime
) -> Post:
    if channel.format == UNIFIED:
        return pushed(channel, content, now)
    return _hand_over(gateway, channel, message_id, content, now)


def _hand_over(
    gateway: httpx.Client, channel: NotificationChannel, message_id: UUID, content: PushPayload, now: datetime
) -> Post:
    """Return a function that sends a notification to the gateway, signed like webhooks."""
    message = {"type": "push", "timestamp": now.isoformat(), "data": body_of(channel, content)}
    body, headers = signed(settings.PUSH_GATEWAY_SECRET, message_id, now, message)
    return partial(_handed_over, gateway, channel, body, headers, now)


def _handed_over(
    gateway: httpx.Client, channel: NotificationChannel, body: bytes, headers: Mapping[str, str], now: datetime
) -> Outcome:
    """Return the outcome, which blames the device only if the gateway says that its token is over."""
    try:
        answer = gateway.post(settings.PUSH_GATEWAY_URL, content=body, headers=headers)
    except httpx.HTTPError as error:
        logger.warning("the push gateway did not answer", channel=str(channel.pk), error=type(error).__name__)
        said = "too_slow" if isinstance(error, httpx.TimeoutException) else "no_answer"
        return Outcome(is_taken=False, said=said, blames_receiver=False)
    if answer.is_success and channel.target in _rejected(answer):
        return Outcome(is_taken=False, said="rejected", is_final=True)
    said, wait = str(answer.status_code), wait_of(answer.headers.get("retry-after"), now)
    is_gone = said in GONE[1:]
    return Outcome(answer.is_success, said, is_gone, said in UNREADABLE, wait, blames_receiver=is_gone)


def body_of(channel: NotificationChannel, content: PushPayload) -> dict[str, Any]:
    """Return the body for the gateway: the device, the notification, and its end."""
    return {
        "device": {"platform": channel.format, "token": channel.target},
        "title": content.title,
        "body": content.body,
        "language": content.language,
        "link": content.link,
        "collapse_key": topic(content.tag, str(channel.pk)),
        "urgency": content.urgency,
        "expires_at": content.until.isoformat(),
        "badge": content.waiting,
    }


def _rejected(answer: httpx.Response) -> Sequence[str]:
    """Return the tokens that the gateway reports as invalid; empty if its response says nothing."""
    try:
        said = answer.json()
    except ValueError:
        return ()
    rejected = said.get("rejected") if isinstance(said, dict) else None
    return rejected if isinstance(rejected, list) else ()
