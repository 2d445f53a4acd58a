"""Sending due notifications, as workers do."""

from __future__ import annotations

from datetime import datetime, timedelta

import time_machine

from games.notifications import delivery
from tests.helpers.eventually import drain


def send(now: datetime) -> None:
    """Send all that is due, with the clock at ``now``: messages carry a timestamp, and receivers refuse old ones."""
    with time_machine.travel(now, tick=False):
        drain(delivery.send_due, now, 10)


def send_again(now: datetime, hours: int = 5) -> None:
    """Send again what failed, hourly for this number of hours."""
    for hour in range(1, hours + 1):
        send(now + timedelta(hours=hour))
