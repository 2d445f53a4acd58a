"""A player moves, resigns, or takes over from the autopilot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import Player
from games import log
from games.engine.protocol import check_turn
from games.models import Actor, Answer, Seat, Status
from games.services import clock
from games.services.answers import without_leavers
from games.services.hints import hint
from games.services.refusals import Refusal
from games.services.rights import must_be_running, seat_for
from games.services.table import Table, laid, not_found, opened


@dataclass(frozen=True)
class Once:
    """A request that must happen once, however often it arrives."""

    key: str
    request: str
    """A digest of what was asked, to tell a repetition from another request."""


def play_move(
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    version: int,
    now: datetime,
    render: Callable[[Table], str],
    once: Once | None = None,
) -> str:
    """Play a move that answers a version of the match; return what ``render`` makes of the table afterwards.

    With ``once``, that answer is stored in the same transaction and given again to the same request. Raises Refusal
    ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``given_to_bot``, ``paused``,
    ``stale_version``, ``turn_expired``, ``idempotency_key_reused``; RuleViolation ``not_your_turn``, ``unknown_move``
    and whatever the game has.
    """
    try:
        return _play(match_id, player, move, version, now, render, once)
    except (Refusal, log.Stale, IntegrityError) as refused:
        if once and (earlier := _earlier_answer(player, once)):
            return earlier
        if isinstance(refused, log.Stale):
            raise _gone_on() from None
        if isinstance(refused, Refusal) and refused.code == "turn_expired":
            hint(match_id)  # a worker plays for the clock: thinking takes time that requests do not have
        raise


def _play(
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    version: int,
    now: datetime,
    render: Callable[[Table], str],
    once: Once | None,
) -> str:
    """Play a move at a match that was read without a lock: should somebody be faster, writing it raises Stale."""
    loaded = log.read(match_id)
    if loaded is None:
        raise not_found()
    table = laid(loaded, now)
    seat = _own_seat(table, player)
    if table.match.paused_at is not None:
        raise Refusal("paused", "The match is paused: nobody can move, and no time runs.")
    _must_be_at(table, version)
    check_turn(table.game.to_act(table.state), seat.number)
    if clock.is_late(table.match, now):
        raise Refusal("turn_expired", "Your time is up; the clock plays for you.")
    table.move(seat, table.game.read_move(move), Actor.PLAYER, player)
    comes_back = _wake_up(table, seat)
    table.settle()
    answer = render(table)
    answers = [_answer(table, player, once, answer)] if once else []
    alone = not (comes_back or transaction.get_connection().in_atomic_block)
    with nullcontext() if alone else transaction.atomic():  # a single statement needs no transaction around it
        table.write(*answers)
        if comes_back:
            _save_presence(seat)  # after the match, which everybody locks before its seats
    return answer


def _answer(table: Table, player: Player, once: Once, body: str) -> Answer:
    kept = {"match": table.match, "body": body, "created_at": table.now}
    return Answer(player=player, key=once.key, request=once.request, **kept)


def _earlier_answer(player: Player, once: Once) -> str | None:
    """Return the first answer to a request. Raises Refusal when its key stands for another one."""
    answer = Answer.objects.filter(player=player, key=once.key).first()
    if answer is None:
        return None
    if answer.request != once.request:
        raise Refusal("idempotency_key_reused", "This idempotency key was used for another request.")
    return without_leavers(answer.body)


def resign(match_id: UUID, player: Player, now: datetime) -> Table:
    """Give up. With two sides the other one wins; with more, a bot plays on and the player comes last.

    When all people have given up, the match is over with the score as it stands: bots don't play on for nobody. Who is
    on autopilot has not given up.

    A paused match can be given up, too, and one whose rules are gone, which is called off when nobody is left: nobody
    is kept at a table. Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``.
    """
    with opened(match_id, now, needs_rules=False) as table:
        seat = _playing_seat(table, player)
        seat.resigned, seat.bot = True, seat.bot or clock.STAND_IN
        seat.save(update_fields=["resigned", "bot"])
        table.note("resigned", seat, player=player)
        left = table.sides_left
        nobody_left = all(seat.resigned for seat in table.seats if seat.player_id)
        if not table.has_rules:
            if nobody_left:
                table.change(status=Status.CANCELLED, paused_at=None, time_left=None)
                table.note("cancelled", player=player)
        elif len(left) == 1:
            places = [1 if side in left else 2 for side in range(max(table.sides) + 1)]
            table.finish("resigned", places)
        elif nobody_left:
            table.finish("resigned", table.places_after_resignations(table.game.standings(table.state)))
    return table


def resume(match_id: UUID, player: Player, now: datetime) -> Table:
    """Take over from the autopilot; the player's clock starts anew if it is his turn.

    Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``given_to_bot``.
    """
    with opened(match_id, now) as table:
        seat = _own_seat(table, player)
        if _wake_up(table, seat):
            _save_presence(seat)
    return table


def _wake_up(table: Table, seat: Seat) -> bool:
    """Note that a player is there again; return whether his seat is to be saved."""
    if seat.autopilot:
        table.note("autopilot_off", seat, player=seat.player)
    was_away = seat.autopilot or seat.missed_in_row > 0
    seat.autopilot, seat.missed_in_row = False, 0
    return was_away


def _save_presence(seat: Seat) -> None:
    seat.save(update_fields=["autopilot", "missed_in_row"])


def _playing_seat(table: Table, player: Player) -> Seat:
    seat = seat_for(table, player)
    must_be_running(table)
    if seat.resigned:
        raise Refusal("already_resigned", "You have resigned.")
    return seat


def _own_seat(table: Table, player: Player) -> Seat:
    """Return the seat of a player who may play it himself."""
    seat = _playing_seat(table, player)
    if seat.is_given_to_bot:
        raise Refusal("given_to_bot", "The staff of this server has given your seat to a bot.")
    return seat


def _must_be_at(table: Table, version: int) -> None:
    if table.match.version != version:
        raise _gone_on()


def _gone_on() -> Refusal:
    return Refusal("stale_version", "The match has gone on since.")
