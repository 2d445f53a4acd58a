"""Sending what waits for players, as workers would."""

from __future__ import annotations

from datetime import datetime, timedelta

import time_machine

from games.notifications import delivery
from tests.eventually import drain


def send(now: datetime) -> None:
    """Send all that is due. What is sent says when that was, and receivers refuse what is old: so it is that time."""
    with time_machine.travel(now, tick=False):
        drain(delivery.send_due, now, 10)


def send_again(now: datetime, hours: int = 5) -> None:
    """Send what was not taken, an hour later each time."""
    for hour in range(1, hours + 1):
        send(now + timedelta(hours=hour))
