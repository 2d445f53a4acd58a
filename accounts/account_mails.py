"""Mails about accounts: links to log in by, and word of a new way in, or of a password that has changed.

Whoever asks for links gets the same answer whether an address is known or not: a row, which whoever sends mails looks
at later. Links go to addresses that their players have confirmed, one for each player who has.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Upper
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from accounts.avatars import AVATARS
from accounts.digests import digest_of
from accounts.mail import FIRST_WAIT, LEASE, LONGEST_WAIT, usual_form
from accounts.models import AccountMail, LogInLink, MailAddress, Player, Token
from accounts.unfit import Unfit
from chkobba_api import mailing
from chkobba_api.mailing import Part, isolated
from games.engine.messages import say
from games.texts import ENGLISH, LANGUAGES, Reader, reader

account_mail_waits = Signal()
"""A mail about an account is to be sent; sent in that transaction."""

LINKS, PASSWORD, WAY_IN = AccountMail.Kind.LINKS, AccountMail.Kind.PASSWORD, AccountMail.Kind.WAY_IN

LINK_LASTS: Final = timedelta(minutes=15)
MAIL_LASTS: Final = timedelta(days=1)
"""After that a mail is not tried again."""
MOST_LINKS: Final = 20
"""Players who are named in one mail."""


def clean_address(text: str) -> str:
    """Return an address of mail in its usual form. Raises Unfit."""
    try:
        return usual_form(text)
    except Unfit as unfit:
        raise Unfit(unfit.said, "mail") from None


def ask_for_links(address: str, language: str, now: datetime) -> None:
    """Have links to log in by sent to an address, if anybody has confirmed it."""
    _write_down(now, kind=LINKS, address=address, language=language if language in LANGUAGES else ENGLISH)


def tell_of_password(player: Player, now: datetime) -> None:
    """Tell a player, at each address that they have confirmed, that their password has changed."""
    _tell_all(player, now, kind=PASSWORD)


def tell_of_way_in(player: Player, way: AccountMail.Way, now: datetime, *, but: str = "") -> None:
    """Tell a player, at each address that they have confirmed ``but`` one, that there is a new way in.

    What still waits to be sent says it once, however often it was so.
    """
    if not settings.UPGRADING:  # a process of the release before would not know what to say
        _tell_all(player, now, but=but, kind=WAY_IN, way=way)


def _tell_all(player: Player, now: datetime, *, but: str = "", **mail: str) -> None:
    """Write a mail to all confirmed addresses of a player, those that a program has named excepted."""
    programs = Token.objects.filter(user=player, scopes__isnull=False).values("id")
    confirmed = MailAddress.objects.filter(player=player, confirmed_at__isnull=False)
    told = confirmed.exclude(logs_in=False, added_by__in=programs).exclude(address=but)
    waiting = AccountMail.objects.filter(player=player, send_at__isnull=False, **mail).values("address")
    for address, language in told.exclude(address__in=waiting).values_list("address", "language"):
        _write_down(now, address=address, player=player, language=player.language or language, **mail)


def _write_down(now: datetime, **mail: object) -> None:
    with transaction.atomic():
        AccountMail.objects.create(asked_at=now, send_at=now, **mail)
        account_mail_waits.send(sender=AccountMail)


def secret_of(link: LogInLink) -> str:
    """Return the secret of a link. It follows from the server's key, so a mail that is sent again is the same."""
    proof = salted_hmac("accounts.account_mails", str(link.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(proof).rstrip(b"=").decode()


def addresses_like(address: str) -> list[MailAddress]:
    """Return the confirmed login addresses that are the same in any case, with players who are there; one of each."""
    same = MailAddress.objects.alias(upper=Upper("address")).filter(upper=address.upper(), logs_in=True)
    there = same.filter(confirmed_at__isnull=False, player__is_active=True).select_related("player")
    found: dict[UUID, MailAddress] = {one.player_id: one for one in there.order_by("player")}
    return list(found.values())[:MOST_LINKS]


# --- sending ----------------------------------------------------------------------------------------------------------


def send_due(now: datetime, limit: int) -> int:
    """Send mails that are due; return how many were taken up."""
    if not mailing.is_offered():
        return 0
    with transaction.atomic():
        due = AccountMail.objects.select_for_update(skip_locked=True, of=("self",)).filter(send_at__lte=now)
        mails = list(due.select_related("player").order_by("send_at")[:limit])
        AccountMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(send_at=now + LEASE)
    written = [(mail, text) for mail in mails if (text := _written(mail, now))]
    nothing = {mail.pk for mail in mails} - {mail.pk for mail, _ in written}
    AccountMail.objects.filter(pk__in=nothing).update(send_at=None)
    if written:
        with mailing.connected() as send:
            for mail, text in written:
                _send(mail, text, send, now)
    return len(mails)


def _send(mail: AccountMail, text: EmailMultiAlternatives, send: mailing.SendMail, now: datetime) -> None:
    sent = send(text)
    if sent.is_taken or sent.is_final:
        AccountMail.objects.filter(pk=mail.pk).update(send_at=None)
    else:
        wait = min(FIRST_WAIT * 2 ** min(mail.attempts, 10), LONGEST_WAIT)
        AccountMail.objects.filter(pk=mail.pk).update(send_at=now + wait, attempts=F("attempts") + 1)


def _written(mail: AccountMail, now: datetime) -> EmailMultiAlternatives | None:
    """Return a mail, or None where it is too late, or there is nobody to write to."""
    if mail.asked_at + (LINK_LASTS if mail.kind == LINKS else MAIL_LASTS) <= now:
        return None
    words = reader(mail.language)
    if mail.kind == LINKS:
        parts = _links(mail, words)
    else:
        address = f"{settings.PUBLIC_URL}/#/device/log-in"
        name = _called(mail.player, words) if mail.player else ""
        said = {"text": f"mail.way_in.text.{mail.way}"} if mail.kind == WAY_IN else {}
        text, detail, label = (
            words.say(say(said.get(part, f"mail.{mail.kind}.{part}"), name=name))
            for part in ("text", "detail", "button")
        )
        parts = [Part(text, detail, address, label)]
    if not parts:
        return None
    return mailing.composed(
        mail.address,
        name=str(mail.pk),
        language=mail.language,
        subject=words.say(say(f"mail.{mail.kind}.subject")),
        parts=parts,
        footer=[Part(words.say(say(f"mail.{mail.kind}.footer", place=settings.PUBLIC_URL)))],
    )


def _links(mail: AccountMail, words: Reader) -> Sequence[Part]:
    """Return what a mail says of each player who has confirmed its address, with a link each."""
    parts = []
    players = [address.player for address in addresses_like(mail.address)]
    alike = Counter(_called(player, words) for player in players)
    for player in players:
        link = LogInLink.objects.filter(mail=mail, player=player).first() or LogInLink(mail=mail, player=player)
        link.digest = digest_of(secret_of(link))
        link.save()
        name = _called(player, words)
        if alike[name] > 1:
            name = _called(player, words, moment="%Y-%m-%d %H:%M:%S UTC")
        text = words.say(say("mail.links.text", name=name))
        url = f"{settings.PUBLIC_URL}/#/device/log-in/{secret_of(link)}"
        parts.append(Part(text, words.say(say("mail.links.detail")), url, words.say(say("mail.links.button"))))
    return parts


def _called(player: Player, words: Reader, *, moment: str = "%Y-%m-%d") -> str:
    """Return a player's name for a mail; a guest's with the time of their first log-in, in the format ``moment``.

    Guests may use a unique name as their nickname, so the two look different.
    """
    picture = next((avatar.symbol for avatar in AVATARS if avatar.key == player.avatar), "")
    if player.username is not None:
        return f"{isolated('@' + player.username)} {picture}"
    since = f"{player.created_at:{moment}}"
    return words.say(say("mail.guest", name=isolated(player.shown_name), picture=picture, since=since))
