"""Actions in a running match: moving, resigning, autopilot on and off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import Player
from chkobba_api.errors import DomainError, never_raises
from games import log
from games.engine.messages import say
from games.engine.protocol import check_turn
from games.engine.violations import RuleViolation
from games.log import made
from games.models import Actor, IdempotentResponse, Match, Seat, Status
from games.seat_control import STAND_IN
from games.services.dispatch.dispatch import wake_worker
from games.services.idempotency import Once, earlier
from games.services.matches.locked_match import LockedMatch, as_table, locked_match, not_found
from games.services.matches.permissions import own_seat, playing_seat
from games.services.turns import open_offers


@never_raises("secret_already_shown")  # the response to a move has no secret
def play_move(
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    version: int,
    now: datetime,
    render: Callable[[LockedMatch], str],
    once: Once | None = None,
) -> str:
    """Make a move that answers a version of the match. Return the result of ``render`` for the table after it.

    The version may be any from that of the last row that changed the game (``games.table_events``): other table events
    make no move stale.

    With ``once``, the same statement stores the move and its response, so a repeated request gets the same response. So
    the response is rendered before the move is written: otherwise a crash in between would leave a move without its
    response.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``paused``, ``stale_version``, ``turn_expired``, ``idempotency_key_reused``, ``suspended``; RuleViolation
    ``not_your_turn``, ``unknown_move``, and those of the game.
    """
    asked = (match_id, player, move, version, now, render, once)
    try:
        try:
            return _play(*asked)
        except log.Stale:
            with transaction.atomic():
                Match.objects.select_for_update().get(pk=match_id)  # the lock keeps others out this time
                return _play(*asked)
    except (DomainError, RuleViolation, IntegrityError) as refused:
        if once and (given := earlier(player, once.key, once.request)):
            return given.body
        if isinstance(refused, DomainError) and refused.code == "turn_expired":
            wake_worker(match_id)  # a worker plays for the clock: a bot's move takes time that requests do not have
        raise


def _play(
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    version: int,
    now: datetime,
    render: Callable[[LockedMatch], str],
    once: Once | None,
) -> str:
    """Make a move in a match that was read without a lock. If another request was faster, writing raises Stale."""
    loaded = log.read(match_id)
    if loaded is None:
        raise not_found()
    table = as_table(loaded, now)
    seat = own_seat(table, player)
    if table.match.paused_at is not None:
        raise DomainError("paused", say("refused.paused"))
    around = log.table_events_since(table.match, version)
    if around is None:
        raise DomainError("stale_version", say("refused.stale_version"))
    table.unseen = around
    check_turn(table.game.to_act(table.state), seat.number)
    if table.is_late:
        raise DomainError("turn_expired", say("refused.turn_expired"))
    table.move(seat, table.game.read_shaped_move(move), Actor.PLAYER, player)
    comes_back = _wake_up(table, seat)
    table.settle()
    answer = render(table)
    answers = []
    if once:
        kept = {"key": once.key, "request": once.request, "body": answer, "created_at": now}
        answers.append(made(IdempotentResponse, player_id=player.id, match_id=match_id, **kept))
    alone = not (comes_back or transaction.get_connection().in_atomic_block)
    with nullcontext() if alone else transaction.atomic():  # a single statement needs no transaction
        table.write(*answers)
        if comes_back:
            _save_presence(table, seat)  # after the match: all services lock it before its seats
    return answer


def resign(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Resign. With two sides the other one wins. With more, a bot plays on and the player comes last.

    When all people have resigned, the match ends with the present scores, since bots do not play on alone. A player on
    autopilot has not resigned.

    Players can resign in a paused match, and in one without rules, which is cancelled when the last one resigns. Raises
    DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        seat = playing_seat(table, player)
        seat.resigned, seat.bot = True, seat.bot or STAND_IN
        seat.substitute_from, seat.substitute_wanted = None, False
        seat.save(update_fields=["resigned", "bot", *Seat.PRESENCE])
        table.note("resigned", seat, player=player)
        left = table.sides_left
        nobody_left = all(seat.resigned for seat in table.seats if seat.player_id)
        if not table.has_rules:
            if nobody_left:
                table.change(status=Status.CANCELLED)
                table.note("cancelled", player=player)
        elif len(left) == 1:
            places = [1 if side in left else 2 for side in range(max(table.sides) + 1)]
            table.finish("resigned", places, player)
        elif nobody_left:
            table.finish("resigned", table.places_after_resignations(table.game.standings(table.state)), player)
        open_offers.settle(table)
    return table


def leave_to_autopilot(match_id: UUID, player: Player, now: datetime, *, bounded: bool = True) -> LockedMatch:
    """Put the player's own seat on autopilot until they take over again. Repeating it has no effect.

    ``bounded`` is False where the staff, not the player, has caused it.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``too_often_here``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        seat = own_seat(table, player)
        if not seat.autopilot:
            table.leave_to_autopilot(seat, bounded=bounded)
    return table


def resume(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Take over from the autopilot. If it is the player's turn, the clock restarts.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``suspended``.
    """
    with locked_match(match_id, now) as table:
        seat = own_seat(table, player)
        if _wake_up(table, seat):
            _save_presence(table, seat)
    return table


def _wake_up(table: LockedMatch, seat: Seat) -> bool:
    """Record that a player is present again. Return whether the caller must save their seat."""
    if seat.autopilot:
        table.note("autopilot_off", seat, player=seat.player)
    was_away = seat.autopilot or seat.missed_in_row > 0
    seat.end_autopilot()
    seat.missed_in_row = 0
    return was_away


def _save_presence(table: LockedMatch, seat: Seat) -> None:
    """Save the seat after its player has returned. The caller holds the row lock of the match.

    The process may not have learned of a ban yet. A ban that comes later waits for the lock, and then puts the seat on
    autopilot. Raises DomainError ``suspended`` for a banned player.
    """
    if seat.player:
        seat.player.refresh_from_db(fields=["ban"])
        seat.player.must_not_be_banned(table.now)
    seat.save(update_fields=Seat.PRESENCE)
