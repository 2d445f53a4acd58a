"""Subscriptions that a browser replaces while no page is open: its service worker reports it without a token.

The worker sends a secret that is good only for that. The server derives the secret from its key, the channel and the
target. So the secret is not stored, works once, and ends with the channel, also if the device is signed out.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.signing import BadSignature, Signer

from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import NotificationChannel
from games.notifications import player_channels

_SIGNER: Final = Signer(salt="games.notifications.push.renewal")


def secret_of(channel: NotificationChannel) -> str | None:
    """Return the secret with which a device reports a new subscription; None for a device without a subscription."""
    return _SIGNER.sign(f"{channel.pk.hex}.{channel.place}") if channel.details else None


def renew(secret: str, now: datetime, *, target: str, details: Mapping[str, Any]) -> NotificationChannel:
    """Replace the subscription that belongs to a secret.

    Raises DomainError ``not_found``, ``invalid``.
    """
    try:
        channel_id, _, place = _SIGNER.unsign(secret).partition(".")
    except BadSignature:
        raise DomainError("not_found", say("refused.nothing_here")) from None
    return player_channels.renew(UUID(channel_id), place, now, target=target, details=details)
