"""Mail to players with a confirmed address (docs/notifications.md).

Notifications of the same time are one mail. Mails about one match form one thread. A reader turns mails off with one
click, without logging in (RFC 8058).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from accounts.login.email import account_mails
from accounts.login.email import email_addresses as accounts_mail
from accounts.models import EmailAddress
from chkobba_api.email import mails
from chkobba_api.email.mails import Part
from chkobba_api.errors import DomainError
from chkobba_api.ids import new_id
from games.engine.messages import Message, say
from games.models import Delivery, Notification, NotificationChannel, Seat
from games.notifications import player_channels
from games.notifications.player_channels import Most, PlayerSender
from games.notifications.sender import Outcome, Post, Send
from games.notifications.sentences import MOST_LINES, OF_NO_MATCH, line, path_of, reader_of, tried, url

KEY: Final = "mail"


class MailToPlayers(PlayerSender):
    """Sends mails through the host's mail server."""

    key = KEY
    type = "mail"
    needs_confirming = True
    at_once = False
    most = Most(30, timedelta(hours=1))
    enabled_by = ("MAILS",)

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """Yield a function that sends mails over one connection."""
        with mails.connected() as send_mail:
            yield partial(_send, send_mail)

    # --- a mail channel ---------------------------------------------------------------------------------------------

    def checked(self, target: str) -> str:
        """Return the mail address in its usual form. Raises DomainError ``invalid``."""
        return accounts_mail.clean_address(target, "target")

    def begin(self, channel: NotificationChannel, now: datetime) -> None:
        """Create the secret of the link that turns mails off. Confirm a channel whose player confirmed the address."""
        channel.secret = secrets.token_urlsafe(24)
        channel.confirmed_at = accounts_mail.confirmed_at(channel.player, channel.target) and now

    def try_out(self, channel: NotificationChannel, now: datetime) -> Outcome:
        """Send a test mail and return the outcome."""
        _say_as_asked(channel)
        words = reader_of(channel.player)
        mail = _composed(channel, new_id(), words.say(say("mail.test")), [Part(words.say(tried(channel.player)))])
        with mails.connected() as send_mail:
            return _sent(send_mail, mail)


def ask_to_confirm(channel: NotificationChannel, now: datetime, language: str) -> None:
    """Send a link by which the player confirms a mail channel. Raises DomainError ``already_confirmed``, HasLeft."""
    if channel.confirmed_at is not None:
        raise DomainError("already_confirmed", say("refused.already_confirmed"))
    account_mails.ask_to_confirm(channel.player, channel.target, now, language, by=channel.added_by)


def forget_with_channel(*, instance: NotificationChannel, **signal: Any) -> None:
    """Forget the confirmation of a mail address when its channel is removed and nothing else uses it."""
    if instance.sender == KEY:
        _forget_if_unused(instance.player_id, instance.target)


def forget_address(*, mail: EmailAddress, **signal: Any) -> None:
    """Delete the channel to an address of a player that an admin has removed."""
    player_channels.forget_target(mail.player, KEY, mail.address)


def forget_if_unused(*, mail: EmailAddress, **signal: Any) -> None:
    """Delete a mail address that serves neither for logging in nor for notifications."""
    _forget_if_unused(mail.player_id, mail.address)


def _forget_if_unused(player_id: UUID, target: str) -> None:
    if not NotificationChannel.objects.filter(player=player_id, sender=KEY, target=target).exists():
        accounts_mail.forget(player_id, target)


def start_notifications(*, mail: EmailAddress, **signal: Any) -> None:
    """Start to send notifications to a newly confirmed address."""
    if mail.confirmed_at is not None:
        player_channels.confirm(mail.player, KEY, mail.address, mail.confirmed_at)


def off_url(channel: NotificationChannel) -> str:
    """Return the link with which a reader turns mails off."""
    return f"{settings.PUBLIC_URL}/mail/unsubscribe/{channel.pk}.{channel.secret}"


def found_by(channel_id: UUID, secret: str) -> NotificationChannel | None:
    """Return the channel that a secret turns off, or None."""
    channel = NotificationChannel.objects.filter(pk=channel_id, sender=KEY).select_related("player").first()
    known = channel is not None and secrets.compare_digest(channel.secret.encode(), secret.encode())
    return channel if known else None


# --- sending ----------------------------------------------------------------------------------------------------------


def _send(send_mail: mails.SendMail, message: Sequence[Delivery], now: datetime) -> Post:
    first, channel = message[0], message[0].channel
    if channel is None or first.message is None:
        raise ValueError("a mail goes to a channel, in a message")
    _say_as_asked(channel)
    words, notifications = reader_of(channel.player), [delivery.notification for delivery in message]
    parts = parts_of(notifications, channel)
    subject = parts[0].text.rstrip(".")
    if len(notifications) > 1:
        subject = words.say(say("mail.several", count=len(notifications)))
    elif parts[0].detail:
        subject = words.say(say("mail.subject", what=subject, where=parts[0].detail.rstrip(".")))
    matches = {None if one.kind in OF_NO_MATCH else one.match_id for one in notifications}
    match_id = matches.pop() if len(matches) == 1 else None
    thread = mails.name_of(f"match.{match_id}") if match_id else None
    headers = {"In-Reply-To": thread, "References": thread} if thread else {}
    return partial(_sent, send_mail, _composed(channel, first.message, subject, parts, headers))


def _say_as_asked(channel: NotificationChannel) -> None:
    """Use the language in which a channel was added for a player without a chosen language."""
    channel.player.language = accounts_mail.language_of(channel.player, channel.target)


def parts_of(notifications: Sequence[Notification], channel: NotificationChannel) -> list[Part]:
    """Return notifications as text: the last ones, and the number of earlier ones if there are too many."""
    words, included = reader_of(channel.player), notifications[-MOST_LINES:]
    label = words.say(say("mail.open"))
    others: dict[UUID, list[str | Message]] = {}
    for seat in Seat.objects.filter(match__in={one.match_id for one in included}).select_related("player"):
        if seat.player_id != channel.player_id and not seat.is_free:
            named = mails.isolated(seat.player.shown_name) if seat.player else say(f"bot.name.{seat.bot}")
            others.setdefault(seat.match_id, []).append(named)
    parts = []
    for one in included:
        is_of_match = one.kind not in OF_NO_MATCH
        names = others.get(one.match_id) if is_of_match else None
        detail = words.say(say("mail.with", names=tuple(names))) if names else ""
        parts.append(Part(line(one, channel.player), detail, url(path_of(one)), label if is_of_match else ""))
    more = len(notifications) - len(included)
    return [Part(words.say(say("notice.more", count=more))), *parts] if more else parts


def _composed(
    channel: NotificationChannel, name: UUID, subject: str, parts: Sequence[Part], headers: dict[str, str] | None = None
) -> EmailMultiAlternatives:
    """Return a mail to a channel, with links to turn mails off for people and for programs."""
    words, off = reader_of(channel.player), off_url(channel)
    who = mails.isolated(channel.player.shown_name)
    footer = [
        Part(words.say(say("mail.why", who=who, place=settings.PUBLIC_URL))),
        Part(words.say(say("mail.settings")), "", f"{settings.PUBLIC_URL}/#/notifications"),
        Part(words.say(say("mail.off")), "", off),
    ]
    return mails.composed(
        channel.target,
        name=str(name),
        language=words.language,
        subject=subject,
        parts=parts,
        footer=footer,
        headers={
            "List-Id": f"<matches.{mails.domain()}>",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            **(headers or {}),
        },
    )


def _sent(send_mail: mails.SendMail, mail: EmailMultiAlternatives) -> Outcome:
    sent = send_mail(mail)
    return Outcome(sent.is_taken, sent.said, is_final=sent.is_final, blames_receiver=sent.blames_receiver)
