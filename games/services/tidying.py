"""Forgetting what nobody needs any more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import Departure, Ticket, Token
from games.models import Answer, BotTurn, Delivery, Occasion, Report
from games.services import reports

ANSWERS_LAST: Final = timedelta(days=2)
"""For how long an answer can be had again by its idempotency key."""
DEPARTURES_LAST: Final = timedelta(days=30)
"""For how long who has left can read that all is done."""
OCCASIONS_LAST: Final = timedelta(days=7)
"""For how long a stream can be taken up again where it was left; longer than any channel sends."""
TURNS_LAST: Final = timedelta(days=1)
"""For how long a turn of a bot is a job; it was played by a quick bot, or out of date, long before."""
REPORTS_LAST: Final = timedelta(days=90)
"""For how long its player can read what was answered to a report, and the staff how it was settled."""
BATCH: Final = 5_000
"""Occasions, or reports, that are forgotten in one transaction."""


def forget_old_answers(now: datetime) -> None:
    """Forget answers whose requests are not repeated any more."""
    Answer.objects.filter(created_at__lt=now - ANSWERS_LAST).delete()


def forget_expired_tokens(now: datetime) -> None:
    """Forget tokens and tickets that let nobody in any more."""
    Ticket.objects.filter(expires_at__lt=now).delete()
    Token.objects.filter(expiry__lt=now).delete()


def forget_ended_sessions(now: datetime) -> None:
    """Forget sessions of the staff that have ended."""
    Session.objects.filter(expire_date__lt=now).delete()


def forget_old_departures(now: datetime) -> None:
    """Forget departures that nobody asks for any more."""
    Departure.objects.filter(ended_at__lt=now - DEPARTURES_LAST).delete()


def forget_old_turns(now: datetime) -> None:
    """Forget turns of bots that no worker has taken up."""
    BotTurn.objects.filter(asked_at__lt=now - TURNS_LAST).delete()


def forget_old_occasions(now: datetime) -> None:
    """Forget what nobody is told of any more, with its deliveries."""
    while _forget_some_occasions(now - OCCASIONS_LAST):
        pass


def _forget_some_occasions(before: datetime) -> bool:
    """Forget some, none that somebody else has in hand; return whether there may be more."""
    with transaction.atomic():
        old = Occasion.objects.select_for_update(skip_locked=True).filter(at__lt=before).order_by()
        ids = list(old.values_list("pk", flat=True)[:BATCH])
        Delivery.objects.filter(occasion__in=ids).delete()
        Occasion.objects.filter(pk__in=ids).delete()
    return len(ids) == BATCH


def forget_old_reports(now: datetime) -> None:
    """Forget reports that were settled long ago; those that wait for an answer stay."""
    while _forget_some_reports(now - REPORTS_LAST):
        pass


def _forget_some_reports(before: datetime) -> bool:
    """Forget some; return whether there may be more."""
    with transaction.atomic():
        old = Report.objects.select_for_update(skip_locked=True).filter(settled_at__lt=before).order_by()
        ids = list(old.values_list("pk", flat=True)[:BATCH])
        reports.forget(Report.objects.filter(pk__in=ids))
    return len(ids) == BATCH
