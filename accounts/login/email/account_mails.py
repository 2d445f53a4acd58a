"""Mails about accounts: login links, links to confirm an address, and reports of changes.

A request for login links gets the same answer for known and unknown addresses. It only stores a row, which a worker
handles later. Login links go to confirmed login addresses, with one link for each player.
"""

from __future__ import annotations

import base64
import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models.functions import Upper
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from accounts.avatars import AVATARS
from accounts.login.email.email_addresses import LASTS, counted_as, secret_to_confirm
from accounts.models import AccountMail, EmailAddress, LoginLink, Player, Token
from accounts.services import staying
from chkobba_api.email import mails
from chkobba_api.email.mails import Part, isolated
from chkobba_api.ids import digest_of
from chkobba_api.rest.limits.throttling import Budget
from games.due_work import Backoff, DueWork
from games.engine.messages import say
from games.texts import ENGLISH, LANGUAGES, Reader, reader

logger = logging.getLogger(__name__)

account_mail_waits = Signal()
"""Sent when a mail about an account is stored, in the same transaction."""

Kind = AccountMail.Kind

LINK_LASTS: Final = timedelta(minutes=15)
MAIL_LASTS: Final = timedelta(days=1)
"""The time after which a mail is no longer retried."""
MOST_LINKS: Final = 20
"""The most players that one mail names."""

ACCOUNT_MAILS: Final = DueWork(
    AccountMail,
    due_at="send_at",
    lease=timedelta(seconds=60),
    failures="attempts",
    backoff=Backoff(first=timedelta(seconds=30), longest=timedelta(hours=1)),
    ended_at="asked_at",
    lasts=MAIL_LASTS,
)


def ask_for_links(address: str, language: str, now: datetime) -> None:
    """Queue a mail with login links to an address. It is sent if a player has confirmed the address."""
    _write_down(now, kind=Kind.LINKS, address=address, language=language if language in LANGUAGES else ENGLISH)


def ask_to_confirm(player: Player, address: str, now: datetime, language: str, *, by: UUID | None = None) -> None:
    """Queue a link that confirms an address of a player; a link with half its time left is sent again.

    ``by`` is the ``id`` of the token that adds the address, if it is new. Raises HasLeft.
    """
    with staying(player):
        named, _ = EmailAddress.objects.get_or_create(player=player, address=address, defaults={"added_by": by})
        if named.confirmed_at is None:
            if named.digest is None or named.asked_at is None or named.asked_at + LASTS / 2 < now:
                named.asked_at = now
            named.digest = digest_of(secret_to_confirm(named.pk, named.asked_at))
            named.language = language if language in LANGUAGES else ENGLISH
            named.save()
            AccountMail.objects.filter(confirms=named).update(send_at=None)  # the new mail replaces it
            _write_down(now, kind=Kind.CONFIRM, address=address, confirms=named, language=named.language)


def report_new_password(player: Player, now: datetime) -> None:
    """Report a changed password to all confirmed addresses of a player."""
    _mail_all(player, now, kind=Kind.PASSWORD)


def report_login_method(player: Player, way: AccountMail.Way, now: datetime, *, but: str = "") -> None:
    """Report a change of the login methods to all confirmed addresses of a player, ``but`` one.

    A report that is still waiting is not queued twice.
    """
    _mail_all(player, now, but=but, kind=Kind.WAY_IN, way=way)


def _mail_all(player: Player, now: datetime, *, but: str = "", **mail: str) -> None:
    """Queue a mail to all confirmed addresses of a player, except those that a program added."""
    programs = Token.objects.filter(user=player, scopes__isnull=False).values("id")
    confirmed = EmailAddress.objects.filter(player=player, confirmed_at__isnull=False)
    addresses = confirmed.exclude(logs_in=False, added_by__in=programs).exclude(address=but)
    waiting = AccountMail.objects.filter(player=player, send_at__isnull=False, **mail).values("address")
    for address, language in addresses.exclude(address__in=waiting).values_list("address", "language"):
        _write_down(now, address=address, player=player, language=player.language or language, **mail)


def _write_down(now: datetime, **mail: object) -> None:
    with transaction.atomic():
        AccountMail.objects.create(asked_at=now, send_at=now, **mail)
        account_mail_waits.send(sender=AccountMail)


def secret_of(link: LoginLink) -> str:
    """Return the secret of a link. It is derived from the server's key, so a repeated mail has the same secret."""
    # The salt is the first name of this module: another one would end all links.
    proof = salted_hmac("accounts.login.account_mails", str(link.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(proof).rstrip(b"=").decode()


def addresses_like(address: str) -> list[EmailAddress]:
    """Return the confirmed login addresses of active players that equal an address, whatever the case of their letters.

    Each player has at most one among them.
    """
    same = EmailAddress.objects.alias(upper=Upper("address")).filter(upper=address.upper(), logs_in=True)
    there = same.filter(confirmed_at__isnull=False, player__is_active=True).select_related("player")
    found: dict[UUID, EmailAddress] = {one.player_id: one for one in there.order_by("player")}
    return list(found.values())[:MOST_LINKS]


# --- sending ----------------------------------------------------------------------------------------------------------


def send_due(now: datetime, limit: int) -> int:
    """Send mails that are due; return how many the worker took."""
    if not settings.MAILS:
        return 0
    taken = ACCOUNT_MAILS.claim(ACCOUNT_MAILS.due(now).select_related("player", "confirms"), now, limit)
    with mails.connected() as send:
        for mail in taken:
            _send(mail, send, now)
    return len(taken)


def _send(mail: AccountMail, send: mails.SendMail, now: datetime) -> None:
    """Send a mail. A failure affects no other mail."""
    try:
        text = _written(mail, now)
        is_done = text is None or (sent := send(text)).is_taken or sent.is_final
    except Exception as error:
        logger.error("mail %s cannot be sent: %s", mail.pk, type(error).__name__)  # its text may contain the address
        is_done = False
    if is_done:
        AccountMail.objects.filter(pk=mail.pk).update(send_at=None)
    else:
        ACCOUNT_MAILS.put_off(mail, now)


def _written(mail: AccountMail, now: datetime) -> EmailMultiAlternatives | None:
    """Return a mail, or None if it is too late or has no recipient."""
    if mail.asked_at + (LINK_LASTS if mail.kind == Kind.LINKS else MAIL_LASTS) <= now:
        return None
    words, named, what = reader(mail.language), mail.confirms, mail.kind
    if mail.kind == Kind.LINKS:
        parts = _links(mail, words)
    elif mail.kind == Kind.CONFIRM:
        if named is None or named.asked_at is None or named.asked_at + LASTS <= now:
            return None
        what = "confirm_login" if named.logs_in else what
        link = f"mail/confirm/{secret_to_confirm(named.pk, named.asked_at)}"
        parts = [_part(words, what, link)]  # without a name: a player could choose one to address a stranger
    else:
        name = _called(mail.player, words) if mail.player else ""
        text = f"way_in.text.{mail.way}" if mail.kind == Kind.WAY_IN else ""
        parts = [_part(words, what, "#/device/log-in", text=text, name=name)]
    if not parts or (mail.kind == Kind.LINKS and not _has_room_in_mailbox(mail)):
        return None
    return mails.composed(
        mail.address,
        name=str(mail.pk),
        language=mail.language,
        subject=words.say(say(f"mail.{what}.subject")),
        parts=parts,
        footer=[Part(words.say(say(f"mail.{mail.kind}.footer", place=settings.PUBLIC_URL)))],
    )


def _has_room_in_mailbox(mail: AccountMail) -> bool:
    """Charge a mail with login links to its mailbox; return whether the mailbox may get it. A repetition is free.

    Only mails that are sent are charged: a request for an address of no player takes nothing from the owner
    of the mailbox.
    """
    return mail.attempts > 0 or Budget("links_to").spend(counted_as(mail.address))[0] >= 0


def _part(words: Reader, what: str, path: str, *, text: str = "", name: str = "") -> Part:
    """Return a paragraph of a mail, with a button that opens ``path``."""
    said, detail, label = (
        words.say(say(f"mail.{key}", name=name)) for key in (text or f"{what}.text", f"{what}.detail", f"{what}.button")
    )
    return Part(said, detail, f"{settings.PUBLIC_URL}/{path}", label)


def _links(mail: AccountMail, words: Reader) -> list[Part]:
    """Return the paragraphs of a mail with login links: one for each player who has confirmed the address for login."""
    parts = []
    players = [address.player for address in addresses_like(mail.address)]
    alike = Counter(_called(player, words) for player in players)
    for player in players:
        link = LoginLink.objects.filter(mail=mail, player=player).first() or LoginLink(mail=mail, player=player)
        link.digest = digest_of(secret_of(link))
        link.save()
        name = _called(player, words)
        if alike[name] > 1:
            name = _called(player, words, moment="%Y-%m-%d %H:%M:%S UTC")
        parts.append(_part(words, "links", f"#/device/log-in/{secret_of(link)}", name=name))
    return parts


def _called(player: Player, words: Reader, *, moment: str = "%Y-%m-%d") -> str:
    """Return a player's name for a mail; a guest's with the time of the account, in the format ``moment``.

    A guest may use another player's unique name as nickname, so the two look different.
    """
    picture = next((avatar.symbol for avatar in AVATARS if avatar.key == player.avatar), "")
    if player.username is not None:
        return f"{isolated('@' + player.username)} {picture}"
    since = f"{player.created_at:{moment}}"
    return words.say(say("mail.guest", name=isolated(player.shown_name), picture=picture, since=since))
