"""The host's webhook: one address (``WEBHOOK_URL``) gets all notifications and passes them on (docs/notices.md)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

import httpx
from django.conf import settings
from standardwebhooks import Webhook

from games.models import Delivery, Occasion
from games.notifications.channel import Outcome, Post, Send, Wanted

logger = logging.getLogger(__name__)

TIMEOUT: Final = 5.0
"""Seconds that the receiver has to answer."""


class HostWebhook:
    """Posts each occasion as a Standard Webhook."""

    key = "webhook"
    lasts = timedelta(days=3)
    tells_all = True
    at_once = False

    def in_use(self) -> bool:
        """See Channel."""
        return bool(settings.WEBHOOK_URL)

    def wanted(self, occasions: Sequence[Occasion]) -> Iterable[Wanted]:
        """See Channel: everything, at once."""
        return (Wanted(occasion, occasion.at) for occasion in occasions)

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """See Channel."""
        with httpx.Client(timeout=TIMEOUT) as receiver:
            yield partial(_post, receiver)


def _post(receiver: httpx.Client, message: Sequence[Delivery], now: datetime) -> Post:
    (delivery,) = message
    body = json.dumps(body_of(delivery.occasion))
    headers: dict[str, Any] = {
        "content-type": "application/json",
        "webhook-id": str(delivery.pk),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(settings.WEBHOOK_SECRET).sign(str(delivery.pk), now, body),
    }
    return partial(_posted, receiver, delivery.pk, body.encode(), headers)


def _posted(receiver: httpx.Client, delivery: UUID, body: bytes, headers: Mapping[str, str]) -> Outcome:
    try:
        answer = receiver.post(settings.WEBHOOK_URL, content=body, headers=headers)
    except httpx.HTTPError as error:
        logger.warning("delivery %s was not taken: %s", delivery, error)
        return Outcome(is_taken=False)
    if not answer.is_success:
        logger.warning("delivery %s was not taken: status %s", delivery, answer.status_code)
    return Outcome(answer.is_success)


def body_of(occasion: Occasion) -> dict[str, Any]:
    """Return the body of a webhook for a notification."""
    data = {
        "match": str(occasion.match_id),
        "game": occasion.match.game,
        "version": occasion.version,
        "player": str(occasion.player_id),
        "seat": occasion.seat,
        **occasion.facts,
    }
    return {"type": occasion.kind, "timestamp": occasion.at.isoformat(), "data": data}
