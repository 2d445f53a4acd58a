"""Regular deletion of data that is no longer needed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from accounts.devices.authorizations import CODES_KEPT
from accounts.login.email.account_mails import MAIL_LASTS
from accounts.models import (
    AccountDeletion,
    AccountMail,
    AuthorizationCode,
    DeviceCode,
    PasskeyChallenge,
    RecentLogin,
    StreamTicket,
    Token,
)
from accounts.services import end_tokens
from games.models import (
    BotJob,
    ChatMessage,
    Delivery,
    Hint,
    IdempotentResponse,
    Invitation,
    MatchAnalysis,
    Membership,
    Notification,
    Report,
    Sanction,
    SeatSwap,
    Seek,
)
from games.services.clubs import club_chat, members
from games.services.social import chat
from games.services.staff import reports

ANSWERS_LAST: Final = timedelta(days=1)
"""The time for which a request with an idempotency key can be repeated."""
DEPARTURES_LAST: Final = timedelta(days=30)
"""The time for which a player can read that the deletion of the account is complete."""
OCCASIONS_LAST: Final = timedelta(days=7)
"""The time for which a client can resume a stream. It is longer than any channel tries to send."""
TURNS_LAST: Final = timedelta(days=1)
"""The time for which the row of a bot job is kept. Long before, a quick bot has moved or the turn is over."""
HINTS_LAST: Final = timedelta(days=30)
"""The time for which the text of a hint is kept. The request for it stays in the log."""
LOOK_BACKS_LAST: Final = timedelta(days=90)
"""The time for which an analysis is kept. The player can request it again."""
REPORTS_LAST: Final = timedelta(days=90)
"""The time for which the player and the staff can read a settled report with its answer."""
SEEKS_LAST: Final = timedelta(days=7)
"""The time for which a player can read the outcome of a seek."""
SANCTIONS_LAST: Final = timedelta(days=365)
"""The time for which the staff and the player can read an ended sanction: the staff needs to know earlier ones."""
INVITATIONS_LAST: Final = timedelta(days=30)
"""The time for which an invitation is kept. It is longer than any match waits to begin."""
BATCH: Final = 5_000
"""The most rows that one transaction deletes."""


def forget_old_answers(now: datetime) -> None:
    """Delete stored responses whose requests are not repeated any more."""
    IdempotentResponse.objects.filter(created_at__lt=now - ANSWERS_LAST).delete()


def forget_expired_tokens(now: datetime) -> None:
    """Delete expired tokens, tickets, codes, links and challenges."""
    StreamTicket.objects.filter(expires_at__lt=now).delete()
    DeviceCode.objects.filter(expires_at__lt=now).delete()
    RecentLogin.objects.filter(until__lt=now).delete()
    PasskeyChallenge.objects.filter(expires_at__lt=now).delete()
    AccountMail.objects.filter(asked_at__lt=now - MAIL_LASTS).delete()
    AuthorizationCode.objects.filter(expires_at__lt=now - CODES_KEPT).delete()
    end_tokens(Token.objects.filter(expiry__lt=now))


def forget_ended_sessions(now: datetime) -> None:
    """Delete ended sessions of the staff."""
    Session.objects.filter(expire_date__lt=now).delete()


def forget_old_departures(now: datetime) -> None:
    """Delete account deletions that were finished long ago."""
    AccountDeletion.objects.filter(ended_at__lt=now - DEPARTURES_LAST).delete()


def forget_old_turns(now: datetime) -> None:
    """Delete bot jobs that no worker has taken for long."""
    BotJob.objects.filter(asked_at__lt=now - TURNS_LAST).delete()


def forget_old_hints(now: datetime) -> None:
    """Delete the texts of old hints."""
    old = Hint.objects.filter(asked_at__lt=now - HINTS_LAST)
    _in_batches(old, lambda ids: Hint.objects.filter(pk__in=ids).delete())


def forget_old_look_backs(now: datetime) -> None:
    """Delete the analyses that are too old."""
    old = MatchAnalysis.objects.filter(asked_at__lt=now - LOOK_BACKS_LAST)
    _in_batches(old, lambda ids: MatchAnalysis.objects.filter(pk__in=ids).delete())


def forget_old_notifications(now: datetime) -> None:
    """Delete old notifications with their deliveries."""

    def forget(ids: list[int]) -> None:
        Delivery.objects.filter(notification__in=ids).delete()
        Notification.objects.filter(pk__in=ids).delete()

    _in_batches(Notification.objects.filter(at__lt=now - OCCASIONS_LAST), forget)


def forget_old_reports(now: datetime) -> None:
    """Delete reports that were settled long ago. Open reports stay."""
    old = Report.objects.filter(settled_at__lt=now - REPORTS_LAST)
    _in_batches(old, lambda ids: reports.forget(Report.objects.filter(pk__in=ids)))


def forget_old_seeks(now: datetime) -> None:
    """Delete seeks that ended long ago. Matches that they have found stay."""

    def forget(ids: list[UUID]) -> None:
        Seek.objects.filter(pk__in=ids).delete()

    _in_batches(Seek.objects.filter(ended_at__lt=now - SEEKS_LAST), forget)


def forget_old_removals(now: datetime) -> None:
    """Delete old removals and rejections of club members. Bans stay."""
    _in_batches(
        members.removed_before(now - members.REMOVALS_LAST),
        lambda ids: Membership.objects.filter(pk__in=ids, standing=Membership.Standing.REMOVED).delete(),
    )


def forget_old_sanctions(now: datetime) -> None:
    """Delete sanctions that ended long ago."""

    def forget(ids: list[UUID]) -> None:
        Sanction.objects.filter(pk__in=ids).delete()

    _in_batches(Sanction.objects.filter(until__lt=now - SANCTIONS_LAST), forget)


def forget_old_invitations(now: datetime) -> None:
    """Delete old invitations and seat requests. Their matches have begun or were cancelled long ago."""
    for table in (Invitation, SeatSwap):
        _in_batches(table.objects.filter(at__lt=now - INVITATIONS_LAST), _forget_of(table))


def _forget_of(table: type[Invitation | SeatSwap]) -> Callable[[list[Any]], object]:
    return lambda ids: table.objects.filter(pk__in=ids).delete()


def forget_old_messages(now: datetime) -> None:
    """Delete messages of matches that ended long ago, and old messages of clubs."""
    for old in (chat.outdated(now), club_chat.outdated(now)):
        _in_batches(old, lambda ids: ChatMessage.objects.filter(pk__in=ids).delete())


def _in_batches(old: QuerySet[Any], forget: Callable[[list[Any]], object]) -> None:
    """Delete rows in batches, each in its own transaction. Skip rows that other transactions have locked."""
    more = True
    while more:
        with transaction.atomic():
            ids = list(old.select_for_update(skip_locked=True).order_by().values_list("pk", flat=True)[:BATCH])
            forget(ids)
        more = len(ids) == BATCH
