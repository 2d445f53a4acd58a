"""Hints: the move that an expert bot would play in place of a player, by what the player's seat can know.

A match must allow hints. A request for a hint is a row of the log, which all players at the table can read; it makes no
move stale. Bot workers compute the hint as a job with a lease (``games.services.bots.bot_jobs``), never during a
request. The hint depends only on what the seat knows: the number of iterations is fixed, and the random numbers do not
follow from a seed of the match.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from math import inf
from random import Random
from typing import Any, Final
from uuid import UUID

import structlog

from accounts.models import Player
from chkobba_api.errors import DomainError, never_raises
from games import log
from games.bots import FALLBACKS, LEVELS
from games.bots.expert import LEVEL as EXPERT
from games.bots.level import Level, Turn
from games.due_work import HANDS, DueWork
from games.engine.messages import say
from games.engine.protocol import check_turn
from games.engine.record import canonical
from games.engine.violations import RuleViolation
from games.models import Hint, Match, Move, Seat, Status, TableEvent
from games.services.bots import bot_choice
from games.services.matches.entry_requirements import asked_at
from games.services.matches.locked_match import locked_match
from games.services.matches.permissions import own_seat

logger = structlog.get_logger(__name__)

LUCK: Final = "hint"
"""The seed of all random numbers of hints."""
TRIES: Final = 2
"""The number of attempts with the expert. After them a quick bot computes the hint."""
HINTS_LAST: Final = timedelta(days=30)
"""The time for which the text of a hint is kept. The request for it stays in the log."""

HINTS: Final = DueWork(
    Hint,
    lease=timedelta(seconds=30),  # longer than all attempted levels take
    claims="tries",
    attempts=4,
    fair_to="player_id",
    task="games.find_hints",
    queue="CELERY_BOTS_QUEUE",
    names_row=False,
    at_once=HANDS,
    ended_at="asked_at",
    lasts=HINTS_LAST,
)


# --- requests ---------------------------------------------------------------------------------------------------------


@never_raises("match_over", "round_over")  # the match is running
def ask(match_id: UUID, player: Player, now: datetime) -> Hint:
    """Request a hint for the player to move, or return the one already requested in this turn.

    Raises DomainError ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``paused``, ``hints_not_allowed``, ``turn_expired``; RuleViolation ``not_your_turn``.
    """
    with locked_match(match_id, now) as table:
        seat = own_seat(table, player)
        if table.match.paused_at is not None:
            raise DomainError("paused", say("refused.paused"))
        if not asked_at(table.match).allows_hints(table.seats):
            raise DomainError("hints_not_allowed", say("refused.hints_not_allowed"))
        check_turn(table.game.to_act(table.state), seat.number)
        if table.is_late:
            raise DomainError("turn_expired", say("refused.turn_expired"))
        if hint := of_turn(table, seat):
            return hint
        table.note("hint_requested", seat, player=player)
        about = {"match": table.match, "version": table.match.version + 1, "seat": seat.number, "player": player}
        HINTS.wake_after_commit()
        return Hint.objects.create(**about, asked_at=now, wake_at=now)


def of_turn(loaded: log.Loaded, seat: Seat) -> Hint | None:
    """Return the hint that was requested in the current turn of a seat, or None."""
    match = loaded.match
    if match.status != Status.RUNNING or match.to_act != seat.number:
        return None
    last = Hint.objects.filter(match_id=match.pk, seat=seat.number).order_by("-version").first()
    return last if last and _is_of_turn(last) else None


def _is_of_turn(hint: Hint) -> bool:
    """Return whether no move was played or taken back since a hint was requested."""
    since = {"match_id": hint.match_id, "version__gt": hint.version}
    moved = Move.objects.filter(**since).exists()
    return not moved and not TableEvent.objects.filter(**since, type="undone").exists()


def is_waited_for(hint: Hint) -> bool:
    """Return whether a hint is still to come."""
    return not hint.move and hint.wake_at is not None


@never_raises(RuleViolation)  # a bot has found the move
def move_of_hint(hint: Hint, loaded: log.Loaded) -> Any:
    """Return the move of a hint of this turn, as an object of the game."""
    return loaded.game.read_move(json.loads(hint.move))


# --- computing --------------------------------------------------------------------------------------------------------


def work_out(hint: Hint) -> None:
    """Compute a hint and store it. It stays empty if the match has gone on, or all levels have failed."""
    match = Match.objects.get(pk=hint.match_id)
    move = ""
    if _is_of_turn(hint) and match.status == Status.RUNNING and log.has_rules(match) and not HINTS.is_given_up(hint):
        loaded = log.load(match)
        if match.to_act == hint.seat:
            move = canonical(loaded.game.write_move(best(loaded, loaded.seats[hint.seat], hint.tries)))
    mine = Hint.objects.filter(pk=hint.pk, tries=hint.tries)
    mine.update(move=move, wake_at=None)
    logger.info("hinted", match=str(match.pk), version=hint.version, seat=hint.seat, found=bool(move))


def best(loaded: log.Loaded, seat: Seat, tries: int = 1) -> Any:
    """Return the move of the expert, or of a quick bot if the expert fails."""
    levels = [LEVELS[EXPERT.key], *FALLBACKS] if tries <= TRIES else FALLBACKS
    about = {"match": str(loaded.match.pk), "seat": seat.number}

    def choose(level: Level) -> Any:
        return bot_choice.answer(turn_of(loaded, seat, level), level)

    return bot_choice.first_that_works(levels, choose, "a hint failed", **about)


def turn_of(loaded: log.Loaded, seat: Seat, level: Level) -> Turn:
    """Return the turn of a seat as the input of a bot. The random numbers are the same in every match."""
    check = bot_choice.stop_after(level.budget.seconds if level.budget else inf)
    return replace(bot_choice.turn_of(loaded, seat, level), luck=Random(LUCK), check=check)
