"""Pausing a match by agreement: all people at the table agree until when, and it goes on by itself then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from accounts.models import Player
from accounts.unfit import Unfit
from games.engine.messages import say
from games.models import Actor, Seat
from games.pauses import Pause, folded, pause_of
from games.responders import Person
from games.services import outages
from games.services.refusals import Refusal
from games.services.rights import must_be_running, seat_for
from games.services.table import Table, locked_match

SHORTEST: Final = timedelta(minutes=10)
LONGEST: Final = timedelta(days=14)
"""Of a pause, from the moment in which it is offered."""


def offer(match_id: UUID, player: Player, now: datetime, *, until: datetime) -> Table:
    """Offer the others a pause; where nobody else is there, it begins.

    Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``paused``, ``not_at_the_table``, ``pause_offered``;
    Unfit for a moment that cannot be.
    """
    if not now + SHORTEST <= until <= now + LONGEST:
        raise Unfit(say("invalid.pause", minutes=SHORTEST // timedelta(minutes=1), days=LONGEST.days), "until")
    with locked_match(match_id, now) as table:
        seat = _seat(table, player)
        if _offered(table):
            raise Refusal("pause_offered", say("refused.pause_offered"))
        table.note("pause_offered", seat, player=player, data={"until": until.isoformat()})
        _begin_if_agreed(table, player)
    return table


def answer(match_id: UUID, player: Player, now: datetime, *, accept: bool) -> Table:
    """Accept or decline the pause that is offered; it begins with the last one who accepts.

    Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``paused``, ``not_at_the_table``,
    ``no_pause_offered``.
    """
    with locked_match(match_id, now) as table:
        seat = _seat(table, player)
        pause = _must_be_offered(table)
        if not accept:
            table.note("pause_declined", seat, player=player, data={"offered_by": pause.offered_by})
        elif seat.number not in pause.agreed:
            table.note("pause_accepted", seat, player=player)
            _begin_if_agreed(table, player)
    return table


def withdraw(match_id: UUID, player: Player, now: datetime) -> Table:
    """Take back the pause that one has offered.

    Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``paused``, ``not_at_the_table``,
    ``no_pause_offered``.
    """
    with locked_match(match_id, now) as table:
        seat = _seat(table, player)
        if _must_be_offered(table).offered_by != seat.number:
            raise _no_offer()
        table.note("pause_withdrawn", seat, player=player)
    return table


def end(match_id: UUID, now: datetime) -> bool:
    """Let a match go on whose pause is over; return whether it does, so that more may be due."""
    with locked_match(match_id, now, needs_rules=False) as table:
        pause = pause_of(table.match)
        if table.match.paused_at is None or pause is None or pause.until > now:
            return False
        table.note("resumed", by=Actor.TIMEOUT, data={"reason": ""})
    return True


def _seat(table: Table, player: Player) -> Seat:
    """Return the seat of a player who is there, at a match that is played."""
    seat = seat_for(table, player)
    must_be_running(table)
    if table.match.paused_at is not None:
        raise Refusal("paused", say("refused.paused"))
    if not isinstance(seat.responder, Person):
        raise Refusal("not_at_the_table", say("refused.not_at_the_table"))
    return seat


def _offered(table: Table) -> Pause | None:
    """Return the pause that is offered and can be answered, with what has happened here."""
    pause = folded(pause_of(table.match), table.rows)
    return pause if pause and pause.is_open(table.now) else None


def _must_be_offered(table: Table) -> Pause:
    pause = _offered(table)
    if pause is None:
        raise _no_offer()
    return pause


def _no_offer() -> Refusal:
    return Refusal("no_pause_offered", say("refused.no_pause_offered"))


def _begin_if_agreed(table: Table, player: Player) -> None:
    """Pause the match if everybody has agreed who is there: neither bots nor who is on autopilot are asked."""
    pause = _must_be_offered(table)
    asked = {seat.number for seat in table.seats if isinstance(seat.responder, Person)}
    if asked <= set(pause.agreed):
        left = outages.time_left(table.match, table.clock, table.now)
        told = {
            "until": pause.until.isoformat(),
            "reason": "",
            "seconds_left": None if left is None else left.total_seconds(),
        }
        table.note("paused", player=player, data=told)
