"""Sending due notifications, as workers do."""

from __future__ import annotations

from datetime import datetime, timedelta

import time_machine

from accounts.models import Player
from games.models import Match, Notification
from games.notifications import delivery
from tests.helpers.eventually import drain


def notify_of(kind: str, match: Match, player: Player, at: datetime, **facts: str) -> None:
    """Write a notification of a kind, with the match that its row needs."""
    place = {"match": match, "version": match.version, "seat": 0, "at": at, "player": player}
    Notification.objects.create(kind=kind, facts=facts, to_deliver=True, **place)


def send(now: datetime) -> None:
    """Send all that is due, with the clock at ``now``: messages carry a timestamp, and receivers refuse old ones."""
    with time_machine.travel(now, tick=False):
        drain(delivery.send_due, now, 10)


def send_again(now: datetime, hours: int = 5) -> None:
    """Send again what failed, hourly for this number of hours."""
    for hour in range(1, hours + 1):
        send(now + timedelta(hours=hour))
