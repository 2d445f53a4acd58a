"""The host's webhook: one address (``WEBHOOK_URL``) is told everything and passes it on (docs/notices.md)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import httpx
from django.conf import settings
from standardwebhooks import Webhook

from games.followers.channel import Send
from games.models import Delivery, Occasion

logger = logging.getLogger(__name__)

TIMEOUT: Final = 5.0
"""Seconds that the receiver has to answer."""


class HostWebhook:
    """Posts each occasion as a Standard Webhook."""

    key = "webhook"
    lasts = timedelta(days=3)

    def in_use(self) -> bool:
        """See Channel."""
        return bool(settings.WEBHOOK_URL)

    def wanted(self, occasions: Sequence[Occasion]) -> Sequence[Occasion]:
        """See Channel: everything."""
        return occasions

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """See Channel."""
        with httpx.Client(timeout=TIMEOUT) as receiver:
            yield partial(_post, receiver)


def _post(receiver: httpx.Client, delivery: Delivery, now: datetime) -> bool:
    body = body_of(delivery.occasion)
    headers: dict[str, Any] = {
        "content-type": "application/json",
        "webhook-id": str(delivery.pk),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(settings.WEBHOOK_SECRET).sign(str(delivery.pk), now, body),
    }
    try:
        answer = receiver.post(settings.WEBHOOK_URL, content=body.encode(), headers=headers)
    except httpx.HTTPError as error:
        logger.warning("delivery %s was not taken: %s", delivery.pk, error)
        return False
    if not answer.is_success:
        logger.warning("delivery %s was not taken: status %s", delivery.pk, answer.status_code)
    return answer.is_success


def body_of(occasion: Occasion) -> str:
    """Return what is posted of an occasion, as JSON."""
    data = {
        "match": str(occasion.match_id),
        "game": occasion.match.game,
        "version": occasion.version,
        "player": str(occasion.player_id),
        "seat": occasion.seat,
        **occasion.facts,
    }
    return json.dumps({"type": occasion.kind, "timestamp": occasion.at.isoformat(), "data": data})
