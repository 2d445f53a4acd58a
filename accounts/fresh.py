"""Who has just proved who they are by more than holding a device: they may set a password without the one of before."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from accounts.models import FreshLogIn, Token

LASTS: Final = timedelta(minutes=15)


def begin(token: Token, now: datetime) -> None:
    """Note that somebody has logged in with a new token."""
    FreshLogIn.objects.create(token=token, until=now + LASTS)


def is_fresh(token: Token, now: datetime) -> bool:
    """Say whether whoever has a token has just logged in."""
    return FreshLogIn.objects.filter(token=token, until__gt=now).exists()
