"""Email addresses of players, and their confirmation.

The server mails a link to an address (``account_mails``). The link opens a page with a button, since programs that scan
mails follow links. The button confirms the address. The secret in the link works once, within a day. It is derived from
the server's key, so a repeated mail has the same link, and only its digest is stored.
"""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core import exceptions
from django.core.validators import EmailValidator
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from accounts.models import EmailAddress, Player
from accounts.services import HasLeft, staying
from chkobba_api.errors import invalid
from chkobba_api.ids import digest_of
from games.engine.messages import say
from games.texts import ENGLISH

mail_confirmed = Signal()
"""The signal (``mail``) when a player has confirmed an address, in the same transaction."""

LASTS: Final = timedelta(days=1)
"""The lifetime of a link."""
LONGEST: Final = 254
"""The most characters of an address (RFC 5321)."""

_valid: Final = EmailValidator(allowlist=[])


def clean_address(text: str, field: str = "mail") -> str:
    """Return an address in its stored form: the domain in lower-case ASCII.

    Raises DomainError ``invalid`` for an invalid address, with the ``field`` of the request that holds it.
    """
    local, _, domain = text.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode().lower()
        address = f"{local}@{domain}"
        _valid(address)
    except (UnicodeError, exceptions.ValidationError):
        raise invalid(field, say("mail.no_address")) from None
    if not local.isascii():
        raise invalid(field, say("mail.not_ascii"))
    if '"' in local or "[" in domain or len(address) > LONGEST:
        raise invalid(field, say("mail.no_address"))
    return address


def counted_as(address: str) -> str:
    """Return the key by which mails to an address are counted; it does not reveal the address.

    Addresses that many servers deliver to one mailbox count as one: case, dots, and text after a plus are ignored.
    """
    local, _, domain = address.lower().rpartition("@")
    mailbox = local.partition("+")[0].replace(".", "")
    return salted_hmac("accounts.login.email_addresses.counted", f"{mailbox}@{domain}", algorithm="sha256").hexdigest()


def masked(address: str) -> str:
    """Return an address in a masked form, which other people may see."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"


# --- confirming -------------------------------------------------------------------------------------------------------


def confirmed_at(player: Player, address: str) -> datetime | None:
    """Return when a player confirmed an address, or None if they have not."""
    mine = EmailAddress.objects.filter(player=player, address=address)
    moment: datetime | None = mine.values_list("confirmed_at", flat=True).first()
    return moment


def language_of(player: Player, address: str) -> str:
    """Return the language of mails to an address: the player's choice, or the language when the address was added."""
    asked = EmailAddress.objects.filter(player=player, address=address).values_list("language", flat=True)
    return player.language or asked.first() or ENGLISH


def asked_with(secret: str, now: datetime) -> EmailAddress | None:
    """Return the address that a secret confirms, or None if the secret is unknown, used or expired."""
    mine = EmailAddress.objects.filter(digest=digest_of(secret), asked_at__gt=now - LASTS, confirmed_at=None)
    return mine.select_related("player").first()


def confirm(secret: str, now: datetime) -> EmailAddress | None:
    """Confirm the address to which a secret was sent, once; return it, or None as ``asked_with`` does."""
    mail = asked_with(secret, now)
    if mail is None:
        return None
    try:
        with staying(mail.player):
            mine = EmailAddress.objects.filter(pk=mail.pk, digest=mail.digest, confirmed_at=None)
            if not mine.update(confirmed_at=now, digest=None, asked_at=None):
                return None  # a concurrent request was faster
            mail.refresh_from_db()
            mail_confirmed.send(sender=EmailAddress, mail=mail)
    except HasLeft:
        return None
    return mail


def forget(player_id: UUID, address: str) -> None:
    """Delete an unused address of a player. Login addresses and those of channels stay."""
    EmailAddress.objects.filter(player=player_id, address=address, logs_in=False).delete()


def secret_to_confirm(mail_id: UUID, asked_at: datetime) -> str:
    """Return the secret that confirms an address, derived from its id and the start of its validity."""
    named = f"{mail_id} {asked_at.isoformat()}"
    # The salt is the first name of this module: another one would end all links.
    proof = salted_hmac("accounts.login.email_addresses.secret", named, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
