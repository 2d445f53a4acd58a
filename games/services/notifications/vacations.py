"""Notifications that a vacation has ended, as due work.

The row is written when the vacation begins. A player who ends it early needs no notification; the row is deleted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Case, F, When

from accounts.models import Player
from games.due_work import DueWork
from games.models import Match, Notification, Seat, Status, VacationEnd
from games.services.notifications.notifications import add_notification


def _notify(one: VacationEnd, now: datetime) -> None:
    """Notify a player whose vacation is over, once, if the player is in a running match."""
    with transaction.atomic():
        mine, _ = VacationEnd.objects.filter(pk=one.pk, ends_at=one.ends_at).delete()
        about = _most_urgent(one.player) if mine and one.player.is_active else None
        if about:
            add_notification("vacation_ends", one.player, about, now, cause=one.ends_at.isoformat())


VACATION_ENDS: Final = DueWork(VacationEnd, due_at="ends_at", run=_notify, at_once=1_000)


def _most_urgent(player: Player) -> Notification | None:
    """Return the match to name: the most urgent one in which it is the player's turn, else any."""
    seats = Seat.objects.filter(player=player, resigned=False, match__status=Status.RUNNING).select_related("match")
    mine = Case(When(number=F("match__to_act"), then=0), default=1)
    seat = seats.order_by(mine, F("match__due_at").asc(nulls_last=True), "match").first()
    if seat is None:
        return None
    match: Match = seat.match
    return Notification(match=match, version=match.version, seat=seat.number)
