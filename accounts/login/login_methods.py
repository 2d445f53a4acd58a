"""Login methods: add one after a recent login, report it by mail, remove those that other devices added.

A thief who once held a device must not keep access. So a device alone cannot add a login method, and a player who signs
out all other devices can also remove everything that they added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.dispatch import Signal

from accounts import recent_login
from accounts.login.email import login_addresses
from accounts.login.email.account_mails import report_login_method
from accounts.models import AccountMail, EmailAddress, Passkey, Token
from accounts.services import create_token, devices_of, end_other_tokens, signed_in
from chkobba_api.errors import DomainError
from games.engine.messages import say

others_removed = Signal()
"""The signal (``token``) when everything that other devices added is removed, in the same transaction."""

Way = AccountMail.Way


@contextmanager
def adding(current: Token, way: AccountMail.Way, now: datetime) -> Iterator[None]:
    """Require a recent login, run the body in a transaction, report the new login method.

    Raises DomainError ``recent_login_needed``, HasLeft.
    """
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        yield
        report_login_method(current.user, way, now)


def add_device(current: Token, device: str, now: datetime) -> tuple[Token, str]:
    """Create a token for another device of the player; return its row and the token itself.

    Raises DomainError ``recent_login_needed``, ``invalid`` for a bad device name, ``too_many_devices``; HasLeft if the
    token in use has ended.
    """
    limit = settings.LIMITS["devices"]
    with adding(current, Way.DEVICE, now):
        if devices_of(current.user).count() >= limit:
            raise DomainError("too_many_devices", say("refused.too_many.devices", count=limit), limit=limit)
        return create_token(current.user, device)


def sign_out_others(
    current: Token, now: datetime, *, and_what_they_added: bool = False, by: Passkey | EmailAddress | None = None
) -> None:
    """Sign out all other devices of a player; ``and_what_they_added`` also removes everything that they added.

    The login method ``by`` that this device has just used stays. Raises HasLeft; ``recent_login_needed`` for the
    removal.
    """
    with signed_in(current):
        if and_what_they_added:
            recent_login.must_be_recent(current, now)
            remove_what_others_added(current, now, but=[by.pk] if by else [])
        end_other_tokens(current, with_recovery=recent_login.is_fresh(current, now))


def remove_what_others_added(current: Token, now: datetime, *, but: Collection[UUID] = ()) -> None:
    """Remove all that other devices have added, ``but`` some login methods. The caller holds the player's row lock.

    Mails report it to all confirmed addresses, also to those that it removes: the caller may be the thief.

    This means passkeys, login addresses, channels and the calendar feed, also those of unknown and of signed-out
    devices. ``accounts.services.end_other_tokens`` ends the codes.
    """
    player = current.user
    passkeys = player.passkeys.exclude(added_by=current.id).exclude(pk__in=but)
    addresses = list(login_addresses.of_player(player).exclude(added_by=current.id).exclude(pk__in=but))
    if passkeys.exists():
        report_login_method(player, Way.PASSKEY_OFF, now)
    if any(named.confirmed_at for named in addresses):
        report_login_method(player, Way.LOGIN_ADDRESS_OFF, now)
    passkeys.delete()
    for named in addresses:
        login_addresses.end(named)
    others_removed.send(sender=Token, token=current)
