"""Login addresses: the email addresses to which the server sends login links.

A player adds one explicitly, after a recent login. An address for notifications (``games.notifications.mail``) is
separate: a program may add it, and it allows no login.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.dispatch import Signal

from accounts import recent_login
from accounts.login.email.account_mails import ask_to_confirm, report_login_method
from accounts.login.email.email_addresses import clean_address
from accounts.models import AccountMail, EmailAddress, Player, Token
from accounts.services import signed_in
from chkobba_api.errors import DomainError
from games.engine.messages import say

address_taken_away = Signal()
"""The signal (``mail``) when an admin removes an address, also one for notifications, in the same transaction."""
login_address_removed = Signal()
"""The signal (``mail``) when a login address is removed, in the same transaction."""

WAY = AccountMail.Way.LOGIN_ADDRESS


def of_player(player: Player) -> QuerySet[EmailAddress]:
    """Return the login addresses of a player, the oldest first."""
    return EmailAddress.objects.filter(player=player, logs_in=True).order_by("pk")


def add(current: Token, text: str, now: datetime, language: str, *, may_send: bool = True) -> EmailAddress:
    """Make an email address a login address; return it.

    The server sends a link there, unless the address is confirmed or ``may_send`` is false. Raises DomainError
    ``recent_login_needed``, ``invalid``, ``too_many_login_addresses``, HasLeft.
    """
    address, player, limit = clean_address(text), current.user, settings.LIMITS["login_addresses"]
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        named, _ = EmailAddress.objects.get_or_create(player=player, address=address)
        if not named.logs_in:
            if of_player(player).count() >= limit:
                raise DomainError(
                    "too_many_login_addresses", say("refused.too_many.login_addresses", count=limit), limit=limit
                )
            named.logs_in, named.added_by = True, current.id
            named.save(update_fields=["logs_in", "added_by"])
            if named.confirmed_at:
                report_login_method(player, WAY, now, but=address)
        if named.confirmed_at is None and may_send:
            ask_to_confirm(player, address, now, language)
            named.refresh_from_db()
    return named


def remove(current: Token, address_id: UUID, now: datetime) -> bool:
    """Remove a login address; return whether there was one. Raises DomainError ``recent_login_needed``, HasLeft."""
    with signed_in(current):
        named = of_player(current.user).filter(pk=address_id).first()
        if named is not None:
            recent_login.must_be_recent(current, now)
            if named.confirmed_at:
                report_login_method(current.user, AccountMail.Way.LOGIN_ADDRESS_OFF, now)
            end(named)
    return named is not None


def end(named: EmailAddress) -> None:
    """Remove a login address. The caller holds the row lock of its player."""
    named.logs_in = False
    named.save(update_fields=["logs_in"])
    login_address_removed.send(sender=EmailAddress, mail=named)


def report_confirmed(*, mail: EmailAddress, **signal: object) -> None:
    """Report a newly confirmed login address to all other addresses of its player."""
    if mail.logs_in and mail.confirmed_at:
        report_login_method(mail.player, WAY, mail.confirmed_at, but=mail.address)
