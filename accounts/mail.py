"""Addresses of mail that players name, and how it becomes known that they read what is sent there.

A link goes there by mail. Behind it is a button, since programs that look at mails follow links; whoever presses it has
confirmed the address. The secret in the link is good for a day and for once, and only its digest is stored: it follows
from the server's key, so a mail that is sent again is the same.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import EmailValidator
from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from accounts.digests import digest_of
from accounts.models import MailAddress, Player
from accounts.services import HasLeft, staying
from accounts.unfit import Unfit
from chkobba_api import mailing
from games.engine.messages import say
from games.texts import ENGLISH, LANGUAGES, reader

mail_confirmed = Signal()
"""It is known that a player reads an address; sent with ``mail``, in that transaction."""

LASTS: Final = timedelta(days=1)
"""For so long a link is good."""
LEASE: Final = timedelta(seconds=60)
"""For how long other senders leave a mail alone that one has taken up."""
FIRST_WAIT: Final = timedelta(seconds=30)
"""Before the second attempt; each wait after it is twice as long, an hour at the most."""
LONGEST_WAIT: Final = timedelta(hours=1)
LONGEST: Final = 254
"""Characters of an address (RFC 5321)."""

_valid: Final = EmailValidator(allowlist=[])


def usual_form(text: str) -> str:
    """Return an address as it is stored: the domain in small letters of ASCII. Raises Unfit for what cannot be.

    What stands before the @ is ASCII: few servers take anything else (RFC 6531). It may hold no quotes.
    """
    local, _, domain = text.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode().lower()
        address = f"{local}@{domain}"
        _valid(address)
    except (UnicodeError, ValidationError):
        raise Unfit(say("mail.no_address"), "target") from None
    if not local.isascii():
        raise Unfit(say("mail.not_ascii"), "target")
    if '"' in local or "[" in domain or len(address) > LONGEST:
        raise Unfit(say("mail.no_address"), "target")
    return address


def counted_as(address: str) -> str:
    """Return by what mails to an address are counted, which tells nobody the address.

    What many servers deliver to the same mailbox counts as one: other case, dots, and what follows a plus.
    """
    local, _, domain = address.lower().rpartition("@")
    mailbox = local.partition("+")[0].replace(".", "")
    return salted_hmac("accounts.mail.counted", f"{mailbox}@{domain}", algorithm="sha256").hexdigest()


def masked(address: str) -> str:
    """Return an address as it is shown to others than its player."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"


# --- confirming -------------------------------------------------------------------------------------------------------


def confirmed_at(player: Player, address: str) -> datetime | None:
    """Return since when it is known that a player reads an address."""
    mine = MailAddress.objects.filter(player=player, address=address)
    moment: datetime | None = mine.values_list("confirmed_at", flat=True).first()
    return moment


def language_of(player: Player, address: str) -> str:
    """Return in which language a player reads an address: what they have chosen, else that in which they named it."""
    asked = MailAddress.objects.filter(player=player, address=address).values_list("language", flat=True)
    return player.language or asked.first() or ENGLISH


def ask(player: Player, address: str, now: datetime, language: str, *, by: UUID | None = None) -> None:
    """Have a link sent to an address of a player that is not confirmed; one that is still good is sent again.

    ``by`` is the ``id`` of the token that names it, where it was not named before. Raises HasLeft.
    """
    with staying(player):
        mail, _ = MailAddress.objects.get_or_create(player=player, address=address, defaults={"added_by": by})
        if mail.confirmed_at is None:
            if mail.digest is None or mail.asked_at is None or mail.asked_at + LASTS / 2 < now:
                mail.asked_at = now
            mail.digest = digest_of(_secret(mail.pk, mail.asked_at))
            mail.language = language if language in LANGUAGES else ENGLISH
            mail.sent, mail.attempts, mail.send_at = mail.sent + 1, 0, now
            mail.save()


def asked_with(secret: str, now: datetime) -> MailAddress | None:
    """Return the address that a secret confirms; None where there is none, or it was used, or is too old."""
    mine = MailAddress.objects.filter(digest=digest_of(secret), asked_at__gt=now - LASTS, confirmed_at=None)
    return mine.select_related("player").first()


def confirm(secret: str, now: datetime) -> MailAddress | None:
    """Confirm the address that a secret was sent to, once; return it, or None as ``asked_with`` does."""
    mail = asked_with(secret, now)
    if mail is None:
        return None
    try:
        with staying(mail.player):
            mine = MailAddress.objects.filter(pk=mail.pk, digest=mail.digest, confirmed_at=None)
            if not mine.update(confirmed_at=now, digest=None, asked_at=None, send_at=None):
                return None  # somebody was faster
            mail.refresh_from_db()
            mail_confirmed.send(sender=MailAddress, mail=mail)
    except HasLeft:
        return None
    return mail


def forget(player_id: UUID, address: str) -> None:
    """Forget an address of a player where they are told no more, unless they log in by it."""
    MailAddress.objects.filter(player=player_id, address=address, logs_in=False).delete()


def _secret(mail_id: UUID, asked_at: datetime) -> str:
    proof = salted_hmac("accounts.mail.secret", f"{mail_id} {asked_at.isoformat()}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(proof).rstrip(b"=").decode()


# --- the mail ---------------------------------------------------------------------------------------------------------


def send_due(now: datetime, limit: int) -> int:
    """Send links that are due; return how many were taken up."""
    if not mailing.is_offered():
        return 0
    with transaction.atomic():
        due = MailAddress.objects.select_for_update(skip_locked=True).filter(send_at__lte=now)
        mails = list(due.order_by("send_at")[:limit])
        MailAddress.objects.filter(pk__in=[mail.pk for mail in mails]).update(send_at=now + LEASE)
    if mails:
        with mailing.connected() as send:
            for mail in mails:
                _send(mail, send, now)
    return len(mails)


def _send(mail: MailAddress, send: Callable[[EmailMultiAlternatives], mailing.Sent], now: datetime) -> None:
    mine = MailAddress.objects.filter(pk=mail.pk, send_at=now + LEASE)  # nobody has asked for another one meanwhile
    if mail.asked_at is None or mail.asked_at + LASTS <= now:
        mine.update(send_at=None)
        return
    sent = send(_written(mail, mail.asked_at))
    if sent.is_taken or sent.is_final:
        mine.update(send_at=None)
    else:
        wait = min(FIRST_WAIT * 2 ** min(mail.attempts, 10), LONGEST_WAIT)
        mine.update(send_at=now + wait, attempts=F("attempts") + 1)


def _written(mail: MailAddress, asked_at: datetime) -> EmailMultiAlternatives:
    """Return the mail with the link. It says nothing that whoever asked for it could have chosen, such as a name."""
    words = reader(mail.language)
    url = f"{settings.PUBLIC_URL}/mail/confirm/{_secret(mail.pk, asked_at)}"
    what = "mail.confirm_login" if mail.logs_in else "mail.confirm"
    text, detail, label = (words.say(say(f"{what}.{part}")) for part in ("text", "detail", "button"))
    return mailing.composed(
        mail.address,
        name=f"{mail.pk}.{mail.sent}",
        language=mail.language,
        subject=words.say(say(f"{what}.subject")),
        parts=[mailing.Part(text, detail, url, label)],
        footer=[mailing.Part(words.say(say("mail.confirm.footer", place=settings.PUBLIC_URL)))],
    )
