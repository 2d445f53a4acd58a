"""Sending occasions: each goes by each channel that wants it, until its receiver has it or it is out of date.

Out of date is what is not so any more (``games.followers.relevance``), and what is older than its channel allows.

An occasion is marked when it is written; here it gets a delivery for each channel, in one transaction with the mark
going away. A sender takes deliveries up by a lease, so one that dies leaves them due again: a receiver may hear of
something twice, under the same id, but never not at all while the server runs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.followers import CHANNELS
from games.followers.channel import Channel, Send
from games.followers.earlier import take_over_notices
from games.followers.relevance import still_so
from games.models import Delivery, Occasion

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=30)
"""For how long other senders leave a delivery alone that one has taken up."""
FIRST_WAIT: Final = timedelta(seconds=5)
"""Before the second attempt; each wait after it is twice as long."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two attempts."""
DOUBLINGS: Final = 10
"""After so many every wait is the longest; to double on would be more than a timedelta can hold."""


def send_due(now: datetime, limit: int) -> int:
    """Send what is due, so much of each channel; return how many deliveries are settled: taken, or out of date.

    A channel that is not in use keeps what waits for it.
    """
    channels = [channel for channel in CHANNELS if channel.in_use()]
    if not channels:
        return 0
    take_over_notices(now, limit)
    _hand_out(channels, limit)
    return sum(_send_by(channel, now, limit) for channel in channels)


def _hand_out(channels: Sequence[Channel], limit: int) -> None:
    """Give marked occasions, the oldest first, a delivery for each channel that wants them."""
    with transaction.atomic():
        marked = Occasion.objects.select_for_update(skip_locked=True).filter(to_deliver=True)
        occasions = list(marked.order_by("pk")[:limit])
        deliveries = [
            Delivery(channel=channel.key, occasion=occasion, send_at=occasion.at)
            for channel in channels
            for occasion in channel.wanted(occasions)
        ]
        Delivery.objects.bulk_create(deliveries)
        Occasion.objects.filter(pk__in=[occasion.pk for occasion in occasions]).update(to_deliver=False)


def _send_by(channel: Channel, now: datetime, limit: int) -> int:
    """Send what is due by a channel; return how many deliveries are settled."""
    waiting = Delivery.waiting().filter(channel=channel.key)
    with transaction.atomic():
        due = waiting.select_for_update(skip_locked=True).filter(send_at__lte=now)
        ids = list(due.order_by("send_at", "occasion").values_list("pk", flat=True)[:limit])
        Delivery.objects.filter(pk__in=ids).update(send_at=now + LEASE)
    if not ids:
        return 0
    settled, begin = 0, time.monotonic()
    mine = Delivery.objects.filter(pk__in=ids).select_related("occasion__match").order_by("occasion")
    with channel.connected() as send:
        for delivery in mine:
            if time.monotonic() - begin > LEASE.total_seconds() / 2:
                break  # the receiver is slow; what is left becomes due again by itself
            settled += _deliver(delivery, channel, send, now)
    return settled


def _deliver(delivery: Delivery, channel: Channel, send: Send, now: datetime) -> bool:
    """Send one delivery, or put it off; say whether it is settled. Whatever is wrong with it concerns no other one."""
    if now - delivery.occasion.at > channel.lasts:
        logger.error("delivery %s is given up after %s attempts", delivery.pk, delivery.attempts)
        Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.GIVEN_UP)
        return True
    try:
        if not still_so(delivery.occasion):
            Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.OUTDATED)
            return True
        if send(delivery, now):
            Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.TAKEN, attempts=delivery.attempts + 1)
            return True
    except Exception:
        logger.exception("delivery %s cannot be sent", delivery.pk)
    wait = min(FIRST_WAIT * 2 ** min(delivery.attempts, DOUBLINGS), LONGEST_WAIT)
    Delivery.waiting().filter(pk=delivery.pk).update(attempts=delivery.attempts + 1, send_at=now + wait)
    return False
