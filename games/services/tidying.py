"""Forgetting what nobody needs any more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from accounts.models import Departure, Token
from games.models import Answer

ANSWERS_LAST: Final = timedelta(days=2)
"""For how long an answer can be had again by its idempotency key."""
DEPARTURES_LAST: Final = timedelta(days=30)
"""For how long who has left can read that all is done."""


def forget_old_answers(now: datetime) -> None:
    """Forget answers whose requests are not repeated any more."""
    Answer.objects.filter(created_at__lt=now - ANSWERS_LAST).delete()


def forget_expired_tokens(now: datetime) -> None:
    """Forget tokens that let nobody in any more."""
    Token.objects.filter(expiry__lt=now).delete()


def forget_old_departures(now: datetime) -> None:
    """Forget departures that nobody asks for any more."""
    Departure.objects.filter(ended_at__lt=now - DEPARTURES_LAST).delete()
