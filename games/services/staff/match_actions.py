"""Actions of the staff in a match. The log stores who acted and why, for all players who can see the match.

The staff can neither edit the log nor make a move: each action is a row of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Actor, Match, Seat, Status
from games.services.dispatch import outages
from games.services.log.record_export import record_of
from games.services.log.verification import Fault, faults_of
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_level, must_be_running, seat_numbered
from games.services.turns import open_offers
from games.table_events import KINDS


@dataclass(frozen=True)
class Order:
    """The author, the reason and the time of an action of the staff."""

    staff: Player
    reason: str
    """The reason, which the players read."""
    now: datetime


def extend(match_id: UUID, order: Order, more: timedelta) -> LockedMatch:
    """Give the seat to act more time. A deadline that has just passed counts from now.

    Raises DomainError ``not_found``, ``not_running``, ``paused``, ``no_deadline``.
    """
    with locked_match(match_id, order.now) as table:
        must_be_running(table)
        _must_not_be_paused(table)
        deadline = outages.deadline(table.clock, order.now)
        if deadline is None or table.clock.seat is None:
            raise DomainError("no_deadline", say("refused.no_deadline"))
        due_at = max(deadline, order.now) + more
        _note(table, order, "extended", table.seats[table.clock.seat], due_at=due_at)
    return table


def pause(match_id: UUID, order: Order) -> LockedMatch:
    """Pause a match: no moves, no clock, no bots. Players can still resign.

    Raises DomainError ``not_found``, ``not_running``, ``paused``.
    """
    with locked_match(match_id, order.now) as table:
        must_be_running(table)
        _must_not_be_paused(table)
        left = outages.time_left(table.match, table.clock, order.now)
        _note(table, order, "paused", seconds_left=None if left is None else left.total_seconds())
    return table


def resume(match_id: UUID, order: Order) -> LockedMatch:
    """Resume a paused match. The seat to act has the time that was left.

    Raises DomainError ``not_found``, ``not_running``, ``not_paused``.
    """
    with locked_match(match_id, order.now) as table:
        must_be_running(table)
        if table.match.paused_at is None:
            raise DomainError("not_paused", say("refused.not_paused"))
        _note(table, order, "resumed")
    return table


def set_autopilot(match_id: UUID, order: Order, number: int) -> LockedMatch:
    """Put a player's seat on autopilot until the player takes over again.

    Raises DomainError ``not_found``, ``not_running``, ``no_such_seat``, ``not_a_players_seat``, ``on_autopilot``.
    """
    with locked_match(match_id, order.now) as table:
        seat = _seat_of_player(table, number)
        if seat.autopilot:
            raise DomainError("on_autopilot", say("refused.on_autopilot", seat=number))
        seat.leave_to_autopilot(table.now, table.match.substitutes_after)
        seat.save(update_fields=Seat.PRESENCE)
        _note(table, order, "autopilot_on", seat)
    return table


def give_to_bot(match_id: UUID, order: Order, number: int, level: str) -> LockedMatch:
    """Give a player's seat to a bot until ``give_back``. The result still counts for the player.

    Raises DomainError ``not_found``, ``not_running``, ``no_such_seat``, ``not_a_players_seat``, ``unknown_bot``,
    ``bot_cannot_play``.
    """
    with locked_match(match_id, order.now) as table:
        seat = _seat_of_player(table, number)
        must_be_level(level, table.match.game)
        seat.end_autopilot()
        seat.bot = level
        seat.save(update_fields=["bot", *Seat.PRESENCE])
        _note(table, order, "bot_joined", seat, level=level)
        open_offers.settle(table)
    return table


def give_back(match_id: UUID, order: Order, number: int) -> LockedMatch:
    """Give a seat back from a bot to its player. If it is their turn, the clock restarts.

    Raises DomainError ``not_found``, ``not_running``, ``no_such_seat``, ``seat_not_given_to_bot``.
    """
    with locked_match(match_id, order.now) as table:
        must_be_running(table)
        seat = seat_numbered(table, number)
        if not seat.is_given_to_bot:
            raise DomainError("seat_not_given_to_bot", say("refused.seat_not_given_to_bot", seat=number))
        seat.bot, seat.missed_in_row = "", 0
        seat.save(update_fields=["bot", "missed_in_row"])
        _note(table, order, "bot_left", seat, level=None)
    return table


def cancel(match_id: UUID, order: Order) -> LockedMatch:
    """Cancel a match that is not over, without a result. It works also without the rules of the match.

    Raises DomainError ``not_found``, ``already_over``.
    """
    with locked_match(match_id, order.now, needs_rules=False) as table:
        if table.match.status not in (Status.LOBBY, Status.RUNNING):
            raise DomainError("already_over", say("refused.match_over"), match_status=table.match.status)
        table.change(status=Status.CANCELLED, seeds_due_at=None, late_bots=None)
        _note(table, order, "cancelled")
    return table


def export(match_id: UUID, order: Order) -> dict[str, Any]:
    """Return the record of a finished match.

    Raises DomainError ``not_found``, ``not_finished``.
    """
    with locked_match(match_id, order.now) as table:
        record = record_of(table)
        _note(table, order, "exported")
    return record


def verify(match_id: UUID, order: Order) -> list[Fault]:
    """Return the faults of a match. If there are none, add a row that says so. A broken log is not changed.

    Raises DomainError ``not_found``.
    """
    with locked_match(match_id, order.now, needs_rules=False) as table:
        faults = list(faults_of(table.match))
        if not faults:
            _note(table, order, "verified")
    return faults


# --- conditions -------------------------------------------------------------------------------------------------------


def seats_of_players(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose players can still play: without those given to a bot."""
    return [seat for seat in seats if match.status == Status.RUNNING and seat.is_open_to_player]


def _seat_of_player(table: LockedMatch, number: int) -> Seat:
    must_be_running(table)
    seat = seat_numbered(table, number)
    if seat not in seats_of_players(table.match, table.seats):
        raise DomainError("not_a_players_seat", say("refused.not_a_players_seat", seat=number), seat=number)
    return seat


def _must_not_be_paused(table: LockedMatch) -> None:
    if table.match.paused_at is not None:
        raise DomainError("paused", say("refused.is_paused"))


def _note(table: LockedMatch, order: Order, type: str, seat: Seat | None = None, **more: Any) -> None:
    event = KINDS[type].payload(reason=order.reason, **more)
    table.note(type, seat, by=Actor.ADMIN, player=order.staff, event=event)
