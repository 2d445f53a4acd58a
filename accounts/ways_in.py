"""Ways in: adding one takes a recent log-in, and all confirmed addresses are told of it; what others added goes again.

A thief who once held a device must not keep access. So holding a device is not enough to add a way in, and whoever
signs out all other devices may remove what they have added, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.conf import settings
from django.dispatch import Signal

from accounts import fresh, login_addresses
from accounts.account_mails import tell_of_way_in
from accounts.models import AccountMail, Token
from accounts.services import create_token, devices_of, end_other_tokens, signed_in

others_removed = Signal()
"""What other devices than ``token`` have added is removed; sent in that transaction."""

Way = AccountMail.Way


class TooManyDevices(Exception):
    """The player has as many tokens for devices as anybody may."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


@contextmanager
def adding(current: Token, way: AccountMail.Way, now: datetime) -> Iterator[None]:
    """Let the holder of a token add a way in, in one transaction, and report it. Raises NotRecent, HasLeft."""
    with signed_in(current):
        fresh.must_be_recent(current, now)
        yield
        tell_of_way_in(current.user, way, now)


def add_device(current: Token, device: str, now: datetime) -> tuple[Token, str]:
    """Give another device of the same player a token; return the token's row and the token itself.

    Raises NotRecent, Unfit for a device that cannot be called so, TooManyDevices, HasLeft if the token in use has
    ended.
    """
    limit = settings.LIMITS["devices"]
    with adding(current, Way.DEVICE, now):
        if devices_of(current.user).count() >= limit:
            raise TooManyDevices(limit)
        return create_token(current.user, device)


def sign_out_others(current: Token, now: datetime, *, and_what_they_added: bool = False) -> None:
    """Sign out all other devices of a player, on request with what they added.

    Raises NotRecent where that is asked for, HasLeft.
    """
    with signed_in(current):
        if and_what_they_added:
            fresh.must_be_recent(current, now)
            remove_what_others_added(current)
        end_other_tokens(current, with_recovery=fresh.is_fresh(current, now))


def remove_what_others_added(current: Token) -> None:
    """Remove what any other device of a player has added, signed out or not; the player is locked.

    That is passkeys, login addresses, channels and the address of the calendar; also those of which nobody knows what
    added them. The codes end with ``accounts.services.end_other_tokens``.
    """
    current.user.passkeys.exclude(added_by=current.id).delete()
    for named in login_addresses.of_player(current.user).exclude(added_by=current.id):
        login_addresses.end(named)
    others_removed.send(sender=Token, token=current)
