"""All kinds of due work, and of rows that are deleted with time or with the account of their player.

To add one, add a line here. The sweep, the regular cleanup and the deletion of an account walk this list.
docs/adding-due-work.md shows how to add due work.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from accounts.devices.authorizations import CODES_KEPT
from accounts.devices.networks import NETWORKS_LAST
from accounts.login.email.account_mails import ACCOUNT_MAILS
from accounts.models import (
    AccountDeletion,
    AuthorizationCode,
    DeviceCode,
    PasskeyChallenge,
    PlayerNetwork,
    RecentLogin,
    StreamTicket,
    Token,
)
from accounts.services import end_tokens
from games.due_work import DueWork, RowKind
from games.match_end.jobs import MATCH_END_JOBS
from games.models import (
    CalendarFeed,
    ChatMessage,
    Delivery,
    IdempotentResponse,
    Invitation,
    Membership,
    Mute,
    Note,
    Notification,
    NotificationChannel,
    PlayerRelation,
    PlayerStatistics,
    PuzzleAnswer,
    Rating,
    Reliability,
    Report,
    SeatSwap,
)
from games.notifications import player_channels
from games.notifications.delivery import DELIVERIES
from games.services.bots.bot_jobs import BOT_JOBS
from games.services.bots.hinting import HINTS
from games.services.bots.match_analysis import ANALYSES
from games.services.clubs import club_chat, members
from games.services.due_matches import DUE_MATCHES
from games.services.matchmaking.seek_matching import SEEKS
from games.services.matchmaking.substitutes import SUBSTITUTES
from games.services.privacy.account_deletion import DELETIONS
from games.services.privacy.merge_jobs import MERGES
from games.services.privacy.retention import (
    ANSWERS_LAST,
    INVITATIONS_LAST,
    NOTIFICATIONS_LAST,
    REPORTS_LAST,
)
from games.services.ratings import player_statistics, ratings, reliability
from games.services.social import chat
from games.services.staff import fair_play, reports
from games.services.turns.availability import CHANGES, VACATION_ENDS
from games.services.turns.planned_moves import PLANS


class _Ratings(RowKind[Rating]):
    def delete_old(self, now: datetime) -> None:
        ratings.forget_of_leavers()  # first the lock for counting, then the rows


def _delete_notifications(old: QuerySet[Notification]) -> None:
    ids = list(old.values_list("pk", flat=True))
    Delivery.objects.filter(notification__in=ids).delete()
    Notification.objects.filter(pk__in=ids).delete()


ROW_KINDS: Final[tuple[RowKind[Any], ...]] = (
    *DUE_MATCHES.values(),
    BOT_JOBS,
    HINTS,
    ANALYSES,
    PLANS,
    SUBSTITUTES,
    VACATION_ENDS,
    RowKind(Membership, forget=members.forget_with_player, old=members.old_removals),
    RowKind(Report, of_player=("player",), ended_at="settled_at", lasts=REPORTS_LAST, delete=reports.forget),
    fair_play.SANCTIONS,
    SEEKS,
    RowKind(Invitation, of_player=("player", "by"), ended_at="at", lasts=INVITATIONS_LAST),
    RowKind(SeatSwap, of_player=("player", "other"), ended_at="at", lasts=INVITATIONS_LAST),
    RowKind(ChatMessage, forget=chat.forget_with_player, old=chat.outdated),
    RowKind(ChatMessage, old=club_chat.outdated),
    RowKind(Mute, of_player=("player", "muted")),
    RowKind(PlayerRelation, of_player=("player", "other")),
    RowKind(Note, of_player=("player",)),
    RowKind(PuzzleAnswer, of_player=("player",)),
    _Ratings(Rating, forget=ratings.forget_with_player),
    RowKind(PlayerStatistics, forget=player_statistics.forget_with_player),
    RowKind(Reliability, forget=reliability.forget_with_player),
    RowKind(NotificationChannel, forget=lambda deletion: player_channels.forget(player=deletion.player)),
    RowKind(CalendarFeed, of_player=("player",)),
    DELETIONS,
    MERGES,
    CHANGES,
    MATCH_END_JOBS,
    ACCOUNT_MAILS,
    DELIVERIES,
    RowKind(Notification, ended_at="at", lasts=NOTIFICATIONS_LAST, delete=_delete_notifications),
    RowKind(IdempotentResponse, ended_at="created_at", lasts=ANSWERS_LAST),
    RowKind(StreamTicket, ended_at="expires_at"),
    RowKind(DeviceCode, ended_at="expires_at"),
    RowKind(RecentLogin, ended_at="until"),
    RowKind(PasskeyChallenge, ended_at="expires_at"),
    RowKind(AuthorizationCode, ended_at="expires_at", lasts=CODES_KEPT),
    RowKind(Token, ended_at="expiry", delete=end_tokens),
    RowKind(PlayerNetwork, ended_at="seen_at", lasts=NETWORKS_LAST),
    RowKind(Session, ended_at="expire_date"),
)
"""All kinds. A sweep runs them in this order, and a deleted account loses its rows in this order: clubs are locked
before the figures of players."""


def all_due_work() -> list[DueWork[Any]]:
    """Return all kinds of due work."""
    return [kind for kind in ROW_KINDS if isinstance(kind, DueWork)]


def sweep(now: datetime) -> None:
    """Do due work, or tell workers of it, also where the message that announced it was lost."""
    for work in all_due_work():
        work.sweep(now)


def clean_up(now: datetime) -> None:
    """Delete rows that are no longer needed."""
    for kind in ROW_KINDS:
        kind.delete_old(now)


def forget_player(*, deletion: AccountDeletion, **signal: object) -> None:
    """Delete the rows of a deleted account. The caller holds the player's row lock."""
    for kind in ROW_KINDS:
        kind.forget_player(deletion)
