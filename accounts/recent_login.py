"""Recent logins: to add or remove a login method, it is not enough to hold a device.

A login counts as recent for a quarter of an hour, and so does the creation of a guest. A player without any login
method needs none: they cannot prove their identity, and no other person could log in as them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from accounts.models import DeviceCode, Player, RecentLogin, Token
from chkobba_api.errors import DomainError
from games.engine.messages import say

LASTS: Final = timedelta(minutes=15)


def begin(token: Token, now: datetime) -> None:
    """Store that the holder of a token has proved their identity."""
    RecentLogin.objects.update_or_create(token=token, defaults={"until": now + LASTS})


def is_fresh(token: Token, now: datetime) -> bool:
    """Return whether the holder of a token has a recent login."""
    return RecentLogin.objects.filter(token=token, until__gt=now).exists()


def has_way_in(player: Player) -> bool:
    """Return whether a player can log in without any of their devices.

    The password of staff is only for the admin, so it does not count here.
    """
    return bool(
        (player.has_usable_password() and not player.is_staff)
        or player.passkeys.exists()
        or player.email_addresses.filter(logs_in=True, confirmed_at__isnull=False).exists()
        or DeviceCode.objects.filter(player=player, kind=DeviceCode.Kind.RECOVERY).exists()
    )


def may_change_ways_in(token: Token, now: datetime) -> bool:
    """Return whether the holder of a token may add and remove login methods."""
    return is_fresh(token, now) or not has_way_in(token.user)


def must_be_recent(token: Token, now: datetime) -> None:
    """Raise DomainError ``recent_login_needed``, unless the holder of a token may add and remove login methods."""
    if not may_change_ways_in(token, now):
        raise DomainError("recent_login_needed", say("refused.recent_login_needed"))
