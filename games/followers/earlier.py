"""Notices that earlier code has written, taken over as occasions with a delivery.

They go out under the ids and with the bodies that they have. Processes of that code may still write some while new ones
run beside them.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final

from django.db import transaction

from games.followers.webhook import HostWebhook
from games.models import Delivery, Notice, Occasion

_FIELDS: Final = ("match", "game", "version", "player", "seat")
"""What the body of every notice tells; the rest is more about it."""


def are_notices_due(now: datetime) -> bool:
    """Say whether any are due, and can be sent."""
    return HostWebhook().in_use() and Notice.objects.filter(send_at__lte=now).exists()


def take_over_notices(now: datetime, limit: int) -> None:
    """Turn notices that are due into deliveries of the webhook."""
    if not are_notices_due(now):
        return
    with transaction.atomic():
        due = Notice.objects.select_for_update(skip_locked=True).filter(send_at__lte=now)
        for notice in due.order_by("send_at")[:limit]:
            data = json.loads(notice.body)["data"]
            occasion, _ = Occasion.objects.get_or_create(
                kind=notice.type,
                player_id=notice.player_id,
                match_id=notice.match_id,
                version=data["version"],
                defaults={
                    "seat": data["seat"],
                    "at": notice.created_at,
                    "facts": {name: value for name, value in data.items() if name not in _FIELDS},
                },
            )
            kept = {"id": notice.pk, "send_at": notice.send_at, "attempts": notice.attempts}
            Delivery.objects.get_or_create(channel=HostWebhook.key, occasion=occasion, defaults=kept)
            notice.delete()
