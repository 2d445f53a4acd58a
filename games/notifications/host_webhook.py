"""The host's webhook: one URL (``WEBHOOK_URL``) gets all notifications and passes them on (docs/webhook.md)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

import httpx
from django.conf import settings

from games.models import Delivery, Notification
from games.notifications.outgoing_requests import signed, tls_context
from games.notifications.sender import Outcome, Post, Send, Wanted

logger = logging.getLogger(__name__)

TIMEOUT: Final = 5.0
"""Seconds within which the receiver has to respond."""


class HostWebhook:
    """Posts each notification as a Standard Webhook."""

    key = "webhook"
    lasts = timedelta(days=3)
    tells_all = True
    at_once = False
    enabled_by = ("WEBHOOK_URL",)

    def wanted(self, notifications: Sequence[Notification]) -> Iterable[Wanted]:
        """Return all notifications, to be sent at once."""
        return (Wanted(notification, notification.at) for notification in notifications)

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """Yield a function that posts a message over one HTTP client."""
        with httpx.Client(timeout=TIMEOUT, verify=tls_context()) as receiver:
            yield partial(post_of, receiver)


def post_of(receiver: httpx.Client, message: Sequence[Delivery], now: datetime) -> Post:
    """Return the function that posts a message, which is a single delivery, to the host."""
    (delivery,) = message
    body, headers = signed(settings.WEBHOOK_SECRET, delivery.pk, now, body_of(delivery.notification))
    return partial(_posted, receiver, delivery.pk, body, headers)


def _posted(receiver: httpx.Client, delivery: UUID, body: bytes, headers: Mapping[str, str]) -> Outcome:
    try:
        answer = receiver.post(settings.WEBHOOK_URL, content=body, headers=headers)
    except httpx.HTTPError as error:
        logger.warning("delivery %s was not taken: %s", delivery, error)
        return Outcome(is_taken=False)
    if not answer.is_success:
        logger.warning("delivery %s was not taken: status %s", delivery, answer.status_code)
    return Outcome(answer.is_success)


def body_of(notification: Notification) -> dict[str, Any]:
    """Return the body of a webhook for a notification."""
    data = {
        "match": str(notification.match_id),
        "game": notification.match.game,
        "version": notification.version,
        "player": str(notification.player_id),
        "seat": notification.seat,
        **notification.facts,
    }
    return {"type": notification.kind, "timestamp": notification.at.isoformat(), "data": data}
