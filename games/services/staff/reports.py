"""Reports of players about a step of a match, and the answers of the staff.

Only the player and the staff see a report. It is not a row of the log, and other players at the table do not learn of
it. The deletion of the account deletes its reports, in any state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from accounts.names.printable import clean
from accounts.services import staying
from chkobba_api.errors import DomainError
from games import log
from games.engine.messages import say
from games.models import Notification, Report, Seat
from games.selectors import may_see
from games.services.clubs import club_chat
from games.services.limits import must_have_room_for_report
from games.services.matches.locked_match import match_with, not_found
from games.services.notifications.notifications import add_notification
from games.services.social import chat
from games.services.staff.match_actions import Order

LONGEST: Final = 2_000
"""The most characters of ``expected``, and of ``happened``."""
SHOWN: Final = 100
"""The most reports of one player about one club that are shown."""


def report(match_id: UUID, player: Player, now: datetime, *, version: int, expected: str, happened: str) -> Report:
    """Store the report of a player about a step of a match that they can see.

    Raises DomainError ``not_found``, ``no_such_step``, ``too_many_reports``; ``invalid`` for an invalid text;
    HasLeft.
    """
    expected, happened = _cleaned(expected, "expected"), _cleaned(happened, "happened")
    with staying(player):
        match = match_with(match_id)
        if not may_see(log.without_rules(match), player):
            raise not_found()
        if not 1 <= version <= match.version:
            raise DomainError("no_such_step", say("refused.no_such_step"), version=match.version)
        must_have_room_for_report(player)
        return Report.objects.create(
            match=match, version=version, player=player, expected=expected, happened=happened, at=now
        )


def report_chat_message(match_id: UUID, message_id: UUID, player: Player, now: datetime, *, happened: str) -> Report:
    """Store the report of a player about a message that they could read, also of a muted player.

    Raises DomainError ``not_found``, ``not_seated``, ``too_many_reports``; ``invalid`` for an invalid text;
    HasLeft.
    """
    happened = _cleaned(happened, "happened")
    with staying(player):
        message = chat.message_for(match_id, player, message_id)
        must_have_room_for_report(player)
        about = {"match_id": match_id, "version": message.version, "message": message}
        return Report.objects.create(player=player, expected="", happened=happened, at=now, **about)


def report_club_chat_message(
    club_id: UUID, message_id: UUID, player: Player, now: datetime, *, happened: str
) -> Report:
    """Store the report of a player about a message that they could read in a club.

    Raises DomainError ``not_found``, ``not_a_member``, ``too_many_reports``; ``invalid`` for an invalid text;
    HasLeft.
    """
    happened = _cleaned(happened, "happened")
    with staying(player):
        message = club_chat.message_for(club_id, player, message_id, now)
        must_have_room_for_report(player)
        return Report.objects.create(
            club_id=club_id, message=message, player=player, expected="", happened=happened, at=now
        )


def of_club(club_id: UUID, player: Player) -> list[Report]:
    """Return the reports of a player about a club, the newest first, at most ``SHOWN``."""
    return list(Report.objects.filter(club=club_id, player=player).order_by("-pk")[:SHOWN])


def _cleaned(text: str, field: str) -> str:
    return clean(text, "report", field, lines=True, if_empty="report.empty")


# --- the staff --------------------------------------------------------------------------------------------------------


def answer(report_id: UUID, order: Order) -> Report:
    """Answer a report, or answer it again. The reason of the order is the answer.

    Raises DomainError ``not_found``.
    """
    with _locked(report_id) as found:
        return _settled(found, Report.State.ANSWERED, order)


def hide_message(report_id: UUID, order: Order) -> Report:
    """Hide the reported message from everyone but the staff, and answer the report.

    Raises DomainError ``not_found``, also if the message no longer exists.
    """
    with _locked(report_id) as found:
        if found.message is None:
            raise DomainError("not_found", say("refused.no_such_message"))
        chat.hide(found.message, order.now)
        return _settled(found, Report.State.ANSWERED, order)


def close(report_id: UUID, order: Order) -> Report:
    """Close a report. Its player reads the reason.

    Raises DomainError ``not_found``, ``report_closed``.
    """
    with _locked(report_id) as found:
        if found.state == Report.State.CLOSED:
            raise DomainError("report_closed", say("refused.report_closed"))
        return _settled(found, Report.State.CLOSED, order)


@contextmanager
def _locked(report_id: UUID) -> Iterator[Report]:
    with transaction.atomic():
        found = Report.objects.select_for_update().filter(pk=report_id).first()
        if found is None:
            raise DomainError("not_found", say("refused.nothing_here"))
        yield found


def _settled(found: Report, state: Report.State, order: Order) -> Report:
    found.state, found.answer, found.staff, found.settled_at = state, order.reason, order.staff, order.now
    found.save(update_fields=["state", "answer", "staff", "settled_at"])
    _notify(found, order.now)
    return found


def _notify(found: Report, now: datetime) -> None:
    """Notify the player that the report has an answer. Spectators find it with their reports."""
    if found.match_id is None or found.version is None:  # a report about a club: notifications are about matches
        return
    seat = Seat.objects.filter(match=found.match_id, player=found.player_id).first()
    if seat is not None:
        about = Notification(match_id=found.match_id, version=found.version, seat=seat.number)
        add_notification("report_answered", found.player, about, now, cause=str(found.pk))


# --- deletion ---------------------------------------------------------------------------------------------------------


def forget(reports: QuerySet[Report]) -> None:
    """Delete reports, and quotes of their answers in the admin's history."""
    ids = [str(pk) for pk in reports.values_list("pk", flat=True)]
    noted = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Report), object_id__in=ids)
    noted.update(change_message="")
    Report.objects.filter(pk__in=ids).delete()
