"""Account deletion: the server gives up the player's seats, and removes the name from stored responses, step by step.

A player who has scheduled the deletion keeps the seats until then, and the server plays for them. The work is a row
(``AccountDeletion``), found by a message or by the sweep. Each match is a transaction of its own that may be repeated,
so that a worker may die at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db.models import Q, QuerySet

from accounts.models import AccountDeletion, Player
from accounts.services import HasLeft, leave, staying
from chkobba_api.errors import DomainError
from games.due_work import Backoff, DueWork
from games.models import Abandonment, IdempotentResponse, Match, Seat, Status, TableEvent
from games.services.idempotency import forget_leavers
from games.services.matches.locked_match import locked_match
from games.services.matchmaking.lobby import joining
from games.services.turns import playing

logger = structlog.get_logger(__name__)

STEP: Final = 0.5
"""Seconds after which a worker yields to other work."""
MATCHES_A_STEP: Final = 500
DELETIONS_LAST: Final = timedelta(days=30)
"""The time for which a player can read that the deletion of the account is complete."""
IN_FLIGHT: Final = timedelta(seconds=60)
"""The time after which no running request has read the name before it was deleted."""
BACKOFF: Final = Backoff(first=timedelta(minutes=1), longest=timedelta(hours=6))
"""The waits before seats that could not be given up are tried again."""


def begin_after_commit(*, deletion: AccountDeletion, **signal: Any) -> None:
    """Tell a worker to continue an account deletion after the commit."""
    DELETIONS.wake_after_commit(deletion.pk)


def _step(deletion: AccountDeletion, now: datetime) -> bool:
    """Do a step of an account deletion. Return whether there is more to do at once.

    A decision of the player in the meantime starts another phase, and this step is not counted for it. After two
    decisions the phase is the same again, so the lease, too, says whether the row is still that of this step.
    """
    phase = deletion.phase
    still_so = AccountDeletion.objects.filter(pk=deletion.pk, phase=phase, wake_at=deletion.wake_at)
    deletion.wake_at = now
    _STEPS[phase](deletion, now)
    if not still_so.update(**{field: getattr(deletion, field) for field in _PROGRESS}):
        return False
    AccountDeletion.objects.filter(pk=deletion.pk, phase=AccountDeletion.Phase.BACK, wake_at=None).delete()
    return deletion.wake_at is not None and deletion.wake_at <= now


DELETIONS: Final = DueWork(
    AccountDeletion,
    lease=timedelta(seconds=60),
    run=_step,
    task="games.delete_account_step",
    at_once=100,
    ended_at="ended_at",
    lasts=DELETIONS_LAST,
)

_PROGRESS: Final = ("phase", "reached", "given_up", "failures", "wake_at", "ended_at")


def _leave_to_autopilot(deletion: AccountDeletion, now: datetime) -> None:
    """Put more seats on autopilot. When all are done, wait until the scheduled time."""
    _at_each_table(deletion, now, _stand_in)
    if deletion.reached is None:
        deletion.phase, deletion.wake_at = AccountDeletion.Phase.WAITING, deletion.player.leaves_at


def _leave_if_it_is_time(deletion: AccountDeletion, now: datetime) -> None:
    """Delete the account if the deletion was not cancelled, even if the staff has deactivated the account.

    ``leave`` schedules the steps for the seats. If something keeps the account, a worker tries again after a wait.
    """
    deletion.wake_at = now + BACKOFF.first
    with suppress(HasLeft), staying(deletion.player, also_inactive=True):
        if deletion.player.leaves_at is not None and deletion.player.leaves_at <= now:
            leave(deletion.player, now)


def _come_back(deletion: AccountDeletion, now: datetime) -> None:
    """Take more seats back from autopilot. When all are done, the deletion is cancelled."""
    _at_each_table(deletion, now, _take_over)
    if deletion.reached is None:
        deletion.wake_at = None


def _at_each_table(deletion: AccountDeletion, now: datetime, act: Callable[[UUID, Player, datetime], None]) -> None:
    """Do something at more tables of a player. An error at one does not stop the others."""
    for match_id in _in_turn(deletion, _open_seats(deletion.player)):
        try:
            with suppress(DomainError):  # match over, account deleted, player banned, or too often at this match
                act(match_id, deletion.player, now)
        except Exception:
            deletion.failures += 1
            logger.exception("cannot go to a table", match=str(match_id), deletion=str(deletion.pk))


def _stand_in(match_id: UUID, player: Player, now: datetime) -> None:
    """Put the seats of a player whose account will be deleted on autopilot, and leave lobbies.

    At a match where the player has scheduled deletions too often, the clock of the player runs on.
    """
    with staying(player):  # the lock keeps the player from cancelling in between
        if player.leaves_at is None:
            return
        if Match.objects.filter(pk=match_id, status=Status.RUNNING).exists():
            playing.leave_to_autopilot(match_id, player, now)
        else:
            _give_up(match_id, player, now)


def _take_over(match_id: UUID, player: Player, now: datetime) -> None:
    """Return the seat after the deletion was cancelled. A banned player stays on autopilot."""
    with staying(player):
        if player.leaves_at is None and Seat.objects.filter(match=match_id, player=player, autopilot=True).exists():
            playing.resume(match_id, player, now)


def _give_up_seats(deletion: AccountDeletion, now: datetime) -> None:
    """Give up more seats, and delete the stored responses to the player. Responses about the matches are next."""
    player = deletion.player
    _forget_responses_to(player)
    for match_id in _in_turn(deletion, _open_seats(player)):
        try:
            deletion.given_up += _give_up(match_id, player, now)
        except Exception:  # no error may keep the player at all other tables
            deletion.failures += 1
            logger.exception("cannot give up a seat", match=str(match_id), deletion=str(deletion.pk))
    if deletion.reached is None:
        deletion.phase = AccountDeletion.Phase.ANSWERS
        deletion.wake_at = max(now, (deletion.left_at or now) + IN_FLIGHT)


def _clean_answers(deletion: AccountDeletion, now: datetime) -> None:
    """Remove the name from stored responses of more matches. When all are done without an error, the deletion ends."""
    player = deletion.player
    _forget_responses_to(player)  # also to requests that were under way
    left_lobbies = TableEvent.objects.filter(player=player, type="left")  # earlier responses contain the name
    seats_held = (Seat.objects.filter(player=player), left_lobbies, Abandonment.objects.filter(player=player))
    for match_id in _in_turn(deletion, *seats_held):
        forget_leavers(match_id)
    if deletion.reached is None and _open_seats(player).exists():
        wait = BACKOFF.since(deletion.left_at or now, now)
        deletion.phase, deletion.wake_at = AccountDeletion.Phase.SEATS, now + wait
    elif deletion.reached is None:
        deletion.phase, deletion.wake_at, deletion.ended_at = AccountDeletion.Phase.ENDED, None, now


def _forget_responses_to(player: Player) -> None:
    """Delete the stored responses to requests of a deleted player. They may contain the player's texts."""
    IdempotentResponse.objects.filter(player=player).delete()


_STEPS: Final[dict[str, Callable[[AccountDeletion, datetime], None]]] = {
    AccountDeletion.Phase.AWAY: _leave_to_autopilot,
    AccountDeletion.Phase.WAITING: _leave_if_it_is_time,
    AccountDeletion.Phase.BACK: _come_back,
    AccountDeletion.Phase.SEATS: _give_up_seats,
    AccountDeletion.Phase.ANSWERS: _clean_answers,
}


def _open_seats(player: Player) -> QuerySet[Seat]:
    """Return the seats and reservations of a player in matches that are not over."""
    here = Q(player=player, resigned=False) | Q(reserved_for=player)
    return Seat.objects.filter(here, match__status__in=(Status.LOBBY, Status.RUNNING))


def _in_turn(deletion: AccountDeletion, *found: QuerySet[Any]) -> Iterator[UUID]:
    """Yield the matches of rows in the order of their ids, after those already done, for STEP seconds.

    Afterwards ``reached`` is the last one, or None when there are no more.
    """
    begin = time.monotonic()
    reached = Q(match__gt=deletion.reached) if deletion.reached else Q()
    first, *others = (rows.filter(reached).order_by().values_list("match_id", flat=True) for rows in found)
    matches = list(first.union(*others).order_by("match_id")[:MATCHES_A_STEP])
    for match_id in matches:
        yield match_id
        deletion.reached = match_id
        if time.monotonic() - begin > STEP:
            return
    if len(matches) < MATCHES_A_STEP:
        deletion.reached = None


def _give_up(match_id: UUID, player: Player, now: datetime) -> int:
    """Leave a lobby, or resign from a match. Return the number of seats that were given up, 0 or 1."""
    status = Match.objects.values_list("status", flat=True).get(pk=match_id)
    with suppress(DomainError):  # the match has begun, or is over
        if status == Status.RUNNING:
            playing.resign(match_id, player, now)
            return 1
        if not Seat.objects.filter(match=match_id, player=player).exists():
            _keep_no_seat(match_id, player, now)
            return 0
        joining.leave(match_id, player, now)
        return 1
    return 0


def _keep_no_seat(match_id: UUID, player: Player, now: datetime) -> None:
    """Free the seats reserved for a player, and remove the name of a deleted one from the stored responses."""
    with locked_match(match_id, now, needs_rules=False) as table:
        Seat.objects.filter(match=table.match, reserved_for=player).update(reserved_for=None)
        forget_leavers(table.match.pk)
