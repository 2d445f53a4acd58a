"""Sanctions of the staff for unfair play, and the appeals of players.

The player gets each sanction with its reason. The admin's history stores it, and it ends by itself. The server imposes
none on its own: people judge the evidence of ``suspicions``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import AccountDeletion, Player
from accounts.names.printable import clean
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.due_work import DueWork
from games.engine.messages import say
from games.models import Notification, Sanction, Seat, Status
from games.services.matchmaking import seeks
from games.services.matchmaking.lobby import joining
from games.services.notifications.notifications import add_notification
from games.services.staff.match_actions import Order
from games.services.turns import playing

logger = structlog.get_logger(__name__)

LONGEST: Final = 2_000
"""The most characters of an appeal, of a reason, and of an answer."""
SHOWN: Final = 100
"""The most sanctions of one player that are shown, the newest."""
SANCTIONS_LAST: Final = timedelta(days=365)
"""The time for which the staff and the player can read an ended sanction: the staff needs to know earlier ones."""


def sanctions_of(player: Player) -> list[Sanction]:
    """Return the warnings and sanctions of a player, the newest first, at most ``SHOWN``."""
    return list(Sanction.objects.filter(player=player)[:SHOWN])


def appeal(player: Player, sanction_id: UUID, now: datetime, text: str) -> Sanction:
    """Store the appeal of a player against a sanction, which stays until the staff answers or lifts it.

    Raises DomainError ``not_found``, ``already_appealed``; ``invalid`` for an invalid text; HasLeft.
    """
    said = clean(text, "appeal", "text", lines=True, if_empty="report.empty")
    with staying(player):
        found = Sanction.objects.filter(pk=sanction_id, player=player).first()
        if found is None:
            raise DomainError("not_found", say("refused.nothing_here"))
        if found.appealed_at is not None:
            raise DomainError("already_appealed", say("refused.already_appealed"))
        found.appeal, found.appealed_at = said, now
        found.save(update_fields=["appeal", "appealed_at"])
    return found


# --- the staff --------------------------------------------------------------------------------------------------------


def impose(player_id: UUID, order: Order, kind: Sanction.Kind, until: datetime) -> Sanction:
    """Warn a player, or impose a sanction until a moment. During a ban the server plays for the player.

    Raises DomainError ``not_found`` for a deleted account or staff.
    """
    now = order.now
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(pk=player_id, is_staff=False, left_at=None).first()
        if player is None:
            raise DomainError("not_found", say("refused.nothing_here"))
        ends = now if kind is Sanction.Kind.WARNING else until
        made = Sanction.objects.create(
            player=player, kind=kind, reason=order.reason, at=now, until=ends, staff=order.staff
        )
        if kind is Sanction.Kind.BAN:
            _leave_soon(made, now)
        _keep_ban(player, now)
        _notify("sanctioned", made, now)
        if kind in (Sanction.Kind.RATED, Sanction.Kind.PUBLIC, Sanction.Kind.BAN):
            seeks.withdraw_all(player, now)
    return made


def lift(sanction_id: UUID, order: Order) -> Sanction:
    """End a sanction now. Raises DomainError ``not_found``, ``sanction_over``."""
    with _locked(sanction_id) as found:
        if found.until <= order.now:
            raise DomainError("sanction_over", say("refused.sanction_over"))
        _lift(found, order)
    return found


def uphold(sanction_id: UUID, order: Order) -> Sanction:
    """Answer an appeal: the sanction stays. Raises DomainError ``not_found``, ``no_appeal``."""
    with _locked(sanction_id) as found:
        _answer(found, order)
    return found


def grant(sanction_id: UUID, order: Order) -> Sanction:
    """Answer an appeal: the sanction ends now, if it has not ended. Raises DomainError ``not_found``, ``no_appeal``."""
    with _locked(sanction_id) as found:
        _answer(found, order)
        if found.until > order.now:
            _lift(found, order)
    return found


@contextmanager
def _locked(sanction_id: UUID) -> Iterator[Sanction]:
    """Lock the player of a sanction, and yield the sanction as stored then."""
    with transaction.atomic():
        found = Sanction.objects.filter(pk=sanction_id).first()
        if found is None:
            raise DomainError("not_found", say("refused.nothing_here"))
        Player.objects.select_for_update().get(pk=found.player_id)
        found.refresh_from_db()
        yield found


def _answer(found: Sanction, order: Order) -> None:
    if found.appealed_at is None or found.answered_at is not None:
        raise DomainError("no_appeal", say("refused.no_appeal"))
    found.answer, found.answered_by, found.answered_at = order.reason, order.staff, order.now
    found.save(update_fields=["answer", "answered_by", "answered_at"])
    _notify("appeal_answered", found, order.now)


def _lift(found: Sanction, order: Order) -> None:
    found.until, found.lifted_by = order.now, order.staff
    found.save(update_fields=["until", "lifted_by"])
    _keep_ban(found.player, order.now)


def _keep_ban(player: Player, now: datetime) -> None:
    """Copy a player's longest ban to the player's row, which each request reads. The caller holds the row lock."""
    last = _bans(player, now).first()
    ban = last and {"sanction": str(last.pk), "reason": last.reason, "until": last.until.isoformat()}
    if player.ban != ban:
        player.ban = ban
        player.save(update_fields=["ban"])


def _bans(player: Player, now: datetime) -> QuerySet[Sanction]:
    """Return the bans of a player in force, the longest first."""
    return Sanction.objects.filter(player=player, kind=Sanction.Kind.BAN, until__gt=now).order_by("-until")


def pass_on(player: Player, into: Player, now: datetime) -> None:
    """Move a player's sanctions to the account ``into`` after a merge. The caller holds the row locks of both."""
    Sanction.objects.filter(player=player).update(player=into)
    _keep_ban(into, now)
    limits = (Sanction.Kind.RATED, Sanction.Kind.PUBLIC, Sanction.Kind.BAN)
    if Sanction.objects.filter(player=into, kind__in=limits, until__gt=now).exists():
        seeks.withdraw_all(into, now)
    if ban := _bans(into, now).first():
        _leave_soon(ban, now)


def _notify(kind: str, found: Sanction, now: datetime) -> None:
    """Notify the player. A player who has never joined a match sees it in the account, and with each refusal."""
    seat = Seat.objects.filter(player=found.player_id).select_related("match").order_by("-match").first()
    if seat is not None:
        about = Notification(match_id=seat.match_id, version=seat.match.version, seat=seat.number)
        add_notification(kind, found.player, about, now, cause=str(found.pk), sanction=str(found.pk))


def _leave_soon(ban: Sanction, now: datetime) -> None:
    Sanction.objects.filter(pk=ban.pk).update(wake_at=now)
    SANCTIONS.wake_after_commit(ban.pk)


def _leave_tables(ban: Sanction, now: datetime) -> None:
    """Put the running matches of a banned player on autopilot, and leave lobbies. Repeating it is harmless.

    A sealed lobby cannot be left: when it starts, the seat is put on autopilot (``LockedMatch.begin``).
    """
    failed = False
    here = Seat.objects.filter(player=ban.player, resigned=False, match__status__in=(Status.LOBBY, Status.RUNNING))
    for match_id, status in list(here.values_list("match", "match__status")) if ban.until > now else ():
        try:
            with suppress(DomainError):  # the match is over, has begun, or is sealed
                if status == Status.LOBBY:
                    joining.leave(match_id, ban.player, now)
                else:
                    playing.leave_to_autopilot(match_id, ban.player, now, bounded=False)
        except Exception:  # no error may keep the server from the other tables
            failed = True
            logger.exception("cannot go to a table of who is banned", match=str(match_id))
    if not failed:  # else the row is due again after the lease
        Sanction.objects.filter(pk=ban.pk).update(wake_at=None)


def lift_ban(deletion: AccountDeletion) -> None:
    """Remove the ban of a deleted account, whose sanctions are deleted."""
    Player.objects.filter(pk=deletion.player_id).update(ban=None)


SANCTIONS: Final = DueWork(
    Sanction,
    run=_leave_tables,
    lease=timedelta(minutes=1),
    task="games.leave_tables_of_banned",
    at_once=100,
    of_player=("player",),
    forget=lift_ban,
    ended_at="until",
    lasts=SANCTIONS_LAST,
)
"""Warnings, limits and bans. A ban is due work until its player has left the tables."""
