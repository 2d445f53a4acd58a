"""Moves that a player plans before their turn.

No other player learns of a plan: the log, the version and the ETag do not show it until its move is played.

A plan is a row beside its seat. ``has_plan`` of the seat tells the previous move to wake a worker instead of notifying
the player. So if a worker dies, the match is still due. A decision of the worker counts only if neither the match nor
the plan has changed in the meantime.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog

from accounts.models import Player
from chkobba_api.errors import DomainError, invalid
from games import log
from games.bots.turns import seen
from games.due_work import DueWork
from games.engine.messages import say
from games.engine.protocol import AnyGame
from games.models import Actor, Match, Move, Notification, PlannedMoves, Seat, Status
from games.plans.choosing import Turn, cards_of, chosen
from games.plans.plan import Condition, PlannedCards, PlannedMove, Step
from games.seat_control import Person
from games.selectors import may_see
from games.services.bots.bot_choice import safest
from games.services.dispatch.bot_pace import Beat, Decided, is_paced
from games.services.dispatch.dispatch import wake_worker_after_commit
from games.services.matches.locked_match import LockedMatch, locked_match, not_found
from games.services.matches.permissions import own_seat
from games.services.notifications.notifications import add_notification

logger = structlog.get_logger(__name__)

IN_FLIGHT: Final = timedelta(seconds=20)
"""The time after which no running request has read its match before a plan was written."""
NO_PLAN: Final = PlannedMoves()


# --- actions of the player --------------------------------------------------------------------------------------------


def plan_of(loaded: log.Loaded, player: Player) -> PlannedMoves:
    """Return the plan of a player in a match, or an empty plan.

    Raises DomainError ``not_seated``.
    """
    seat = loaded.seat_of(player)
    if seat is None:
        raise DomainError("not_seated", say("refused.not_seated"))
    plan = _plan(seat) if seat.has_plan and loaded.match.status == Status.RUNNING else None
    return plan or NO_PLAN


def steps_of(plan: PlannedMoves) -> list[Step]:
    """Return the steps of a plan as objects."""
    return msgspec.convert(plan.steps, list[Step])


def plan(
    match_id: UUID, player: Player, now: datetime, *, steps: Sequence[Step], when_forced: bool
) -> tuple[LockedMatch, PlannedMoves]:
    """Plan the next turn. It replaces the plan before. In the player's own turn the plan is carried out at once.

    An empty plan stays until the turn comes: the previous move may have seen ``has_plan``, and left the notification to
    the worker that carries out the plan.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``seat_on_autopilot``; ``invalid`` for cards or readings that the game does not have; RuleViolation
    ``unknown_move``.
    """
    with locked_match(match_id, now) as table:
        seat = _seat(table, player)
        made = PlannedMoves(
            seat=seat,
            version=table.match.version,
            steps=[_canonical(table, step) for step in steps],
            when_forced=when_forced,
            look_at=now + IN_FLIGHT,
        )
        if made.is_empty and not seat.has_plan:
            return table, made
        made.save()
        if not seat.has_plan:
            seat.has_plan = True
            seat.save(update_fields=["has_plan"])
        if _is_awaited(table.match, seat):
            Match.objects.filter(pk=match_id).update(wake_at=now)
            wake_worker_after_commit(match_id)
    return table, made


def _is_awaited(match: Match, seat: Seat) -> bool:
    return match.status == Status.RUNNING and match.to_act == seat.number and match.paused_at is None


def _seat(table: LockedMatch, player: Player) -> Seat:
    """Return the player's seat in a running match, unless they are on autopilot."""
    if not may_see(table, player):
        raise not_found()
    seat = own_seat(table, player)
    if not isinstance(seat.responder, Person):
        raise DomainError("seat_on_autopilot", say("refused.seat_on_autopilot"))
    return seat


def _canonical(table: LockedMatch, step: Step) -> Any:
    """Return the stored form of a step. Raises DomainError ``invalid``, RuleViolation ``unknown_move``."""
    game = table.game
    named: list[PlannedCards | Condition] = [*step.when]
    if isinstance(step.play, PlannedCards):
        named.append(step.play)
    _must_be_cards(game, [card for one in named for card in one.cards])
    if isinstance(step.play, PlannedMove):
        written = _written(game, step.play.move)
        step = msgspec.structs.replace(step, play=PlannedMove(move=written))
    return msgspec.to_builtins(step)


def _written(game: AnyGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the canonical form of a planned move.

    A move of the right form can name cards and readings that do not exist. The rules refuse them when it is played;
    until then no rule looks at it. Raises DomainError ``invalid``, RuleViolation ``unknown_move``.
    """
    move = game.read_shaped_move(given)
    cards = [*cards_of(given), *given.get("capture", ())]
    _must_be_cards(game, cards)
    if len(set(cards)) < len(cards):
        raise invalid("steps", say("malformed.sentence", what=say("malformed.value", value=", ".join(cards))))
    if given.get("cards") == []:
        raise invalid("steps", say("malformed.sentence", what=say("malformed.list.short", count=1)))
    written = game.write_move(move)
    if written.get("as") != given.get("as"):
        raise invalid("steps", say("malformed.sentence", what=say("malformed.value", value=given["as"])))
    return written


def _must_be_cards(game: AnyGame, names: Iterable[str]) -> None:
    for name in names:
        if game.read_card(name) is None:
            raise invalid("steps", say("invalid.plan.card", card=name))


# --- carrying out -----------------------------------------------------------------------------------------------------


def is_due(loaded: log.Loaded, seat: Seat) -> bool:
    """Return whether the player to move has a plan that no worker has tried in this turn."""
    plan = _plan(seat) if seat.has_plan else None
    return plan is not None and plan.tried_at != loaded.match.version


def carry_out(loaded: log.Loaded, seat: Seat, now: datetime, beat: Beat | None = None) -> bool:
    """Compute the move of a plan in the present turn, and play it on a beat, or at once without one.

    Return whether to call ``wake`` again at once. It runs outside of any transaction, and its delay does not depend on
    the cards.
    """
    plan, began = _plan(seat), monotonic()
    if plan is None:
        return False
    steps = [] if _is_over(plan, seat) else steps_of(plan)
    move, is_step = decided(loaded, seat, steps, when_forced=plan.when_forced)
    match = loaded.match
    written = None if move is None else loaded.game.write_move(move)
    one = Decided(match.pk, match.version, written, is_step, move is None and bool(steps), identity(plan))
    if beat is not None and is_paced(loaded):
        beat.add(one, began)
        return False
    return play(one, now)


def play(one: Decided, now: datetime) -> bool:
    """Play the move of a plan, or notify the player that no step fits. Return whether to call ``wake`` at once.

    It does nothing if the match or the plan has changed in the meantime.
    """
    with locked_match(one.match, now, wakes_worker=False) as table:
        there = table.seats[table.game.to_act(table.state)]
        is_paused = table.match.paused_at is not None
        if (
            is_paused
            or not isinstance(there.responder, Person)
            or log.table_events_since(table.match, one.version) is None
        ):
            return False  # a faster worker plays on, or has called another
        plan = _plan(there)
        if plan is None or identity(plan) != one.plan:
            return True
        if one.move is None:
            plan.tried_at = table.match.version
            _notify(table, there, now, is_void=one.is_void)
        _keep_rest(plan, there)
        if one.move is not None:
            if one.is_step and there.missed_in_row:  # a planned step proves presence, a forced move does not
                there.missed_in_row = 0
                there.save(update_fields=["missed_in_row"])
            table.move(there, table.game.read_move(one.move), Actor.PLAN, there.player)
    if one.move is not None:
        match = table.match
        logger.info("moved", match=str(match.pk), version=match.version, seat=there.number, by=Actor.PLAN.value)
    return one.move is None or table.server_is_next


def decided(loaded: log.Loaded, seat: Seat, steps: Sequence[Step], *, when_forced: bool) -> tuple[Any, bool]:
    """Return the move of a plan in the present turn, or None; and whether it is one of the steps.

    It depends only on what the seat sees.
    """
    turn = _turn(loaded, seat)
    move = chosen(turn, steps)
    if move is None and when_forced and len(turn.moves) == 1:
        return turn.moves[0], False
    return move, move is not None


def _look_again(plan: PlannedMoves, now: datetime) -> None:
    """Wake a match whose turn came while a plan was being written: no one was notified then."""
    match = plan.seat.match
    if _is_awaited(match, plan.seat):
        Match.objects.filter(pk=match.pk, version=match.version, wake_at__gt=now).update(wake_at=now)
    PlannedMoves.objects.filter(pk=plan.pk, look_at=plan.look_at).update(look_at=None)


PLANS: Final = DueWork(PlannedMoves, due_at="look_at", run=_look_again, at_once=1_000)


def forget(match: Match) -> None:
    """Delete the plans of a finished match."""
    PlannedMoves.objects.filter(seat__match=match).delete()


def drop(seat: Seat) -> None:
    """Delete the plan of a seat: it was for another player or turn. The caller saves ``has_plan``."""
    PlannedMoves.objects.filter(pk=seat.pk).delete()
    seat.has_plan = False


def _plan(seat: Seat) -> PlannedMoves | None:
    return PlannedMoves.objects.filter(pk=seat.pk).first()


def _keep_rest(plan: PlannedMoves, seat: Seat) -> None:
    """Store the rest of a plan after its steps, or delete an empty plan. The caller holds the row lock of the match."""
    plan.steps = []
    if plan.is_empty:
        PlannedMoves.objects.filter(pk=plan.pk).delete()
        seat.has_plan = False
        seat.save(update_fields=["has_plan"])
    else:
        plan.save()


def identity(plan: PlannedMoves) -> tuple[int, list[Any], bool]:
    """Return a value that differs between plans of one seat."""
    return plan.version, plan.steps, plan.when_forced


def _is_over(plan: PlannedMoves, seat: Seat) -> bool:
    """Return whether the turn of the steps is over: the seat has moved since they were planned."""
    return Move.objects.filter(match=seat.match_id, seat=seat.number, version__gt=plan.version).exists()


def _turn(loaded: log.Loaded, seat: Seat) -> Turn:
    game, state = loaded.game, loaded.state
    last = _last_move(loaded)
    return Turn(
        game,
        game.observe(state, seat.number),
        game.legal_moves(state),
        seen(game, game.load_events(last.events), seat.number) if last else [],
        partial(safest, loaded, seat),
        partial(game.completed, state, seat.number),
    )


def _last_move(loaded: log.Loaded) -> Move | None:
    return log.standing(loaded.match).order_by("-version").first()


def _notify(table: LockedMatch, seat: Seat, now: datetime, *, is_void: bool) -> None:
    """Notify a player that the plan does not fit, and, once in a turn, that it is their turn."""
    if seat.player is None:
        return
    match, last = table.match, _last_move(table)
    about = Notification(match=match, version=match.version, seat=seat.number)
    if is_void:
        add_notification("plan_void", seat.player, about, now)
    notified = Notification.objects.filter(player=seat.player, match=match, kind="your_turn")
    if not notified.filter(version__gte=last.version if last else 0).exists():
        due_at = {"due_at": match.due_at.isoformat()} if match.due_at else {}
        add_notification("your_turn", seat.player, about, now, **due_at)
