"""Due work in a match: bots move, the clock plays for absent players, old lobbies close."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from chkobba_api.observability import metrics
from games import log, match_clock
from games.due_work import HANDS, DueWork, Waiting
from games.models import Actor, Match, Notification, Seat, Status, TableEvent
from games.seat_control import STAND_IN, Bot, Person, StandIn
from games.services.bots import bot_jobs
from games.services.bots.bot_choice import WAITED, Choice, choose_quickly, fall_back, play, thinks, written
from games.services.dispatch import outages
from games.services.dispatch.bot_pace import Beat, Chosen, Decided, is_paced
from games.services.dispatch.dispatch import RUN_DUE_MATCHES, Due
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matchmaking.lobby import match_start
from games.services.notifications import timetable
from games.services.notifications.notifications import add_notification
from games.services.turns import availability, pausing, planned_moves

logger = structlog.get_logger(__name__)

MISSED_UNTIL_AUTOPILOT: Final = 3
"""The number of turns in a row that the clock plays before the seat is on autopilot."""
WITHOUT_RULES: Final = timedelta(hours=1)
"""The time after which the server checks again for missing rules of a match."""


LEFT_TO_WORKER: Final = timedelta(seconds=1)
"""The time for which a match waits for the worker that its wake-up message has reached, before other workers may play.

If bots move on beats, one beat is added.
"""
LEASE: Final = timedelta(seconds=5)
"""The time for which a worker has a match for itself."""
_RUNS: Final = Q(status=Status.RUNNING, due_at=None)


class _Runs(DueWork[Match]):
    """Matches in which bots have to act. Each waits first for the worker that its wake-up message has reached."""

    def due(self, now: datetime) -> QuerySet[Match]:
        """Return the matches whose bots no worker plays (see DueWork)."""
        return super().due(now - _left_to_worker())


def _declared(work: type[DueWork[Match]], kind: Due, only: Q, queue: str) -> DueWork[Match]:
    return work(
        Match,
        only=only,
        lease=LEASE,
        fair_to="creator_id",
        task=RUN_DUE_MATCHES,
        queue=queue,
        about=(kind.value,),
        names_row=False,
        at_once=HANDS,
    )


DUE_MATCHES: Final = {
    Due.DEADLINE: _declared(DueWork, Due.DEADLINE, ~_RUNS, "CELERY_CLOCK_QUEUE"),
    Due.RUN: _declared(_Runs, Due.RUN, _RUNS, "CELERY_BACKGROUND_QUEUE"),
}
"""The kinds of due work of a match. A worker takes it by one statement: players at the table lock its row, too."""


def sweep(now: datetime) -> None:
    """Store an outage if there was one, and postpone the deadlines that it affected."""
    outages.note_sweep(now)
    outages.put_deadlines_off()


def take(kind: Due, one: Waiting, now: datetime) -> bool:
    """Move the time of a due match by a lease. Return False if another worker was faster, or it is no longer due.

    Nothing else changes: if the worker dies, the match is due again after the lease.
    """
    work = DUE_MATCHES[kind]
    if not work.hold(work.due(now).filter(pk=one.pk, wake_at=one.since), now):
        return False
    metrics.LATENESS.labels(kind.value).observe((now - one.since).total_seconds())
    metrics.SWEPT.labels(kind.value).inc()
    return True


def _left_to_worker() -> timedelta:
    return LEFT_TO_WORKER + timedelta(seconds=settings.BOT_PACE)


def leave_to_others(match_id: UUID, now: datetime) -> None:
    """Put a match whose bots have moved for long enough behind all matches that have waited longer."""
    Match.objects.filter(pk=match_id, wake_at__lte=now).update(wake_at=now - _left_to_worker())


def wake(match_id: UUID, now: datetime, beat: Beat | None = None) -> bool:
    """Do one piece of due work in a match, if any. Return whether to call it again at once.

    In a match with people, choices of bots and plans go to ``beat``, if given; its owner plays them later
    (``play_chosen``). Calling it at any time, or several times, is harmless.
    """
    try:
        match = Match.objects.get(pk=match_id)
    except Match.DoesNotExist:
        return False
    if match.status == Status.LOBBY:
        match_start.expire(match_id, now)
        return False
    if match.status != Status.RUNNING:
        return False
    if match.paused_at is not None:
        return pausing.end(match_id, now)
    if not log.has_rules(match):
        Match.objects.filter(pk=match_id, version=match.version).update(wake_at=now + WITHOUT_RULES)
        return False
    loaded = log.load(match)
    seat = loaded.seats[loaded.game.to_act(loaded.state)]
    match seat.responder:
        case Bot(level) | StandIn(level) if thinks(level):
            if bot_jobs.leave_to_thinkers(loaded.match, now):
                return False
            return _move_bot(loaded, lambda: fall_back(loaded, seat, level, WAITED), now, beat)
        case Bot(level) | StandIn(level):
            return _move_bot(loaded, lambda: choose_quickly(loaded, seat, level), now, beat)
        case Person() if outages.is_late(loaded.match, now):
            return _move_absent(loaded, seat, now)
        case Person() if planned_moves.is_due(loaded, seat):
            return planned_moves.carry_out(loaded, seat, now, beat)
        case Person():
            _warn(loaded, seat, now)
    return False


def _warn(loaded: log.Loaded, seat: Seat, now: datetime) -> None:
    """Notify the player when their time runs low; wake the match for that time, and then for the end of the turn.

    There is one notification for a turn, and another one if the staff has given more time. A pause causes none.

    It writes nothing if the match already wakes at the right time, or its deadline is about to be postponed.
    """
    match, clock = loaded.match, match_clock.clock_of(loaded.match)
    due_at = outages.deadline(clock, now)
    if seat.player is None or due_at is None or due_at != match.due_at:
        return
    low_at = timetable.low_at(clock, due_at, seat.player)
    is_low = low_at is not None and low_at <= now
    wake_at = due_at if low_at is None or is_low else low_at
    if wake_at in (match.wake_at, now):  # a turn is not late at its deadline itself: the lease brings it back
        return
    with transaction.atomic():
        still_so = Match.objects.filter(pk=match.pk, version=match.version, due_at=due_at)
        if not still_so.update(wake_at=wake_at) or not is_low:
            return
        extended = TableEvent.objects.filter(match=match, seat=seat.number, type="extended").order_by("-version")
        since = max(at for at in (clock.turn_began, extended.values_list("at", flat=True).first()) if at)
        warnings = Notification.objects.filter(player=seat.player, match=match, kind="time_low", at__gte=since)
        if not warnings.exists():
            about = Notification(match=match, version=match.version, seat=seat.number)
            add_notification("time_low", seat.player, about, now, due_at=due_at.isoformat())


def _move_bot(loaded: log.Loaded, choose: Callable[[], Choice], now: datetime, beat: Beat | None) -> bool:
    """Choose a move outside of any transaction. Add it to the beat, or play it at once without one."""
    began = monotonic()
    one = written(loaded, choose())
    if beat is not None and is_paced(loaded):
        beat.add(one, began)
        return False
    return play_chosen(one, now)


def play_chosen(one: Chosen | Decided, now: datetime) -> bool:
    """Play a choice if the match has not changed since. Return whether to call ``wake`` at once."""
    if isinstance(one, Decided):
        return planned_moves.play(one, now)
    table = play(one, now, wakes_worker=False)
    return table is not None and table.server_is_next  # a faster worker plays on, or has called another


def _move_absent(loaded: log.Loaded, seat: Seat, now: datetime) -> bool:
    """Play the safe move for a player whose time is up. Neither the cards nor the move affect when that happens."""
    choice = choose_quickly(loaded, seat, STAND_IN)
    with locked_match(loaded.match.pk, now, wakes_worker=False) as table:
        if table.match.version != loaded.match.version:
            return False  # a faster worker plays on, or has called another
        if not table.is_late:
            return False  # the deadline was postponed meanwhile
        if availability.follow_vacations(table):
            return False  # a vacation stops the clock, and no worker had updated this match yet
        table.move(table.seats[seat.number], choice.move, Actor.TIMEOUT)
        _count_missed_turn(table, table.seats[seat.number])  # after the move, which ends the turn of the player
    by = Actor.TIMEOUT.value
    logger.info("moved", match=str(table.match.pk), version=table.match.version, seat=seat.number, by=by)
    return table.server_is_next


def _count_missed_turn(table: LockedMatch, seat: Seat) -> None:
    seat.missed += 1
    seat.missed_in_row += 1
    if seat.missed_in_row >= MISSED_UNTIL_AUTOPILOT:
        seat.leave_to_autopilot(table.now, table.match.substitutes_after)
        table.note("autopilot_on", seat, by=Actor.TIMEOUT)
    seat.save(update_fields=["missed", *Seat.PRESENCE])
