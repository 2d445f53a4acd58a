"""Recent log-ins: adding a way in, or removing one, takes more than holding a device.

A log-in counts for a quarter of an hour, and so does coming in as a new guest. A player without any way in needs none:
they have no way to prove their identity, and no other person could come back in their place.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from accounts.models import DeviceCode, Player, RecentLogin, Token

LASTS: Final = timedelta(minutes=15)


class NotRecent(Exception):
    """The player has a way in, and has not logged in at this device lately."""


def begin(token: Token, now: datetime) -> None:
    """Store that the holder of a token has proved their identity."""
    RecentLogin.objects.update_or_create(token=token, defaults={"until": now + LASTS})


def is_fresh(token: Token, now: datetime) -> bool:
    """Say whether the holder of a token has logged in lately."""
    return RecentLogin.objects.filter(token=token, until__gt=now).exists()


def has_way_in(player: Player) -> bool:
    """Say whether a player can come back without any of their devices.

    The password of the staff is for the admin alone, and no way in here.
    """
    return bool(
        (player.has_usable_password() and not player.is_staff)
        or player.passkeys.exists()
        or player.mail_addresses.filter(logs_in=True, confirmed_at__isnull=False).exists()
        or DeviceCode.objects.filter(player=player, kind=DeviceCode.Kind.RECOVERY).exists()
    )


def may_change_ways_in(token: Token, now: datetime) -> bool:
    """Say whether the holder of a token may add and remove ways in."""
    return is_fresh(token, now) or not has_way_in(token.user)


def must_be_recent(token: Token, now: datetime) -> None:
    """Raise NotRecent, unless the holder of a token may add and remove ways in."""
    if not may_change_ways_in(token, now):
        raise NotRecent
