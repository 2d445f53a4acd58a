"""Hints: the move that an expert bot would play in the place of a player, by what the player's seat can know.

A match must allow hints. A request for a hint is a row of the log, which all players at the table can read; it makes no
move stale. Workers that think compute the hint as a job with a lease (``games.services.bots.bot_jobs``), never during a
request. The hint depends only on what the seat knows: the number of iterations is fixed, and the random numbers do not
follow from a seed of the match.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import datetime, timedelta
from math import inf
from random import Random
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import Error as DatabaseTrouble

from accounts.models import Player
from games import log
from games.bots import FALLBACKS, LEVELS
from games.bots.expert import LEVEL as EXPERT
from games.bots.level import Level, Turn
from games.engine.messages import say
from games.engine.protocol import check_turn
from games.engine.record import canonical
from games.models import Hint, Match, Move, Seat, Status, TableEvent
from games.services.bots import bot_choice
from games.services.dispatch import jobs, outages
from games.services.dispatch.dispatch import wake_for_hints_after_commit
from games.services.errors import Refusal
from games.services.matches.entry_requirements import asked_at
from games.services.matches.locked_match import locked_match
from games.services.matches.permissions import own_seat

logger = structlog.get_logger(__name__)

LUCK: Final = "hint"
"""From which all chance is drawn that a hint takes."""
LEASE: Final = timedelta(seconds=30)
"""For how long others leave a hint alone that was taken up: longer than the levels take that are tried."""
TRIES: Final = 2
"""So often the expert is asked; if it had to be taken up again after that, a quick bot is."""
GIVEN_UP: Final = 4
"""After so many tries nobody takes it up any more."""


class OverBudget(Exception):
    """The level has had all its time."""


# --- asking -----------------------------------------------------------------------------------------------------------


def ask(match_id: UUID, player: Player, now: datetime) -> Hint:
    """Ask for a hint for the player whose turn it is; one that was asked for in this turn is there already.

    Raises Refusal ``not_found``, ``not_seated``, ``not_running``, ``already_resigned``, ``seat_given_to_bot``,
    ``paused``, ``hints_not_allowed``, ``turn_expired``; RuleViolation ``not_your_turn``.
    """
    with locked_match(match_id, now) as table:
        seat = own_seat(table, player)
        if table.match.paused_at is not None:
            raise Refusal("paused", say("refused.paused"))
        if not asked_at(table.match).allows_hints(table.seats):
            raise Refusal("hints_not_allowed", say("refused.hints_not_allowed"))
        check_turn(table.game.to_act(table.state), seat.number)
        if outages.is_late(table.match, now):
            raise Refusal("turn_expired", say("refused.turn_expired"))
        if hint := of_turn(table, seat):
            return hint
        table.note("hint_asked", seat, player=player)
        about = {"match": table.match, "version": table.match.version + 1, "seat": seat.number, "player": player}
        wake_for_hints_after_commit()
        return Hint.objects.create(**about, asked_at=now, wake_at=now)


def of_turn(loaded: log.Loaded, seat: Seat) -> Hint | None:
    """Return the hint that was asked for in the turn of a seat, if it is its turn and one was."""
    match = loaded.match
    if match.status != Status.RUNNING or match.to_act != seat.number:
        return None
    last = Hint.objects.filter(match_id=match.pk, seat=seat.number).order_by("-version").first()
    return last if last and _is_of_turn(last) else None


def _is_of_turn(hint: Hint) -> bool:
    """Say whether nothing was played, or taken back, since a hint was asked for."""
    since = {"match_id": hint.match_id, "version__gt": hint.version}
    moved = Move.objects.filter(**since).exists()
    return not moved and not TableEvent.objects.filter(**since, type="undone").exists()


def is_waited_for(hint: Hint) -> bool:
    """Say whether a hint is still to come."""
    return not hint.move and hint.wake_at is not None


def said(hint: Hint, loaded: log.Loaded) -> Any:
    """Return the move that a hint of this turn says, as the game knows it."""
    return loaded.game.read_move(json.loads(hint.move))


# --- working it out ---------------------------------------------------------------------------------------------------


def due(now: datetime, limit: int) -> int:
    """Return how many hints wait for a worker, counted up to a limit."""
    return jobs.count_due(Hint, now, limit)


def take_next(now: datetime) -> Hint | None:
    """Return the hint that comes next, if any waits, and put it off by a lease: players take turns."""
    return jobs.take_next(Hint, "player_id", now, LEASE)


def work_out(hint: Hint) -> None:
    """Work a hint out and keep it; nothing is worked out where the match has gone on, or all levels have failed."""
    match = Match.objects.get(pk=hint.match_id)
    move = ""
    if _is_of_turn(hint) and match.status == Status.RUNNING and log.has_rules(match) and hint.tries <= GIVEN_UP:
        loaded = log.load(match)
        if match.to_act == hint.seat:
            move = canonical(loaded.game.write_move(best(loaded, loaded.seats[hint.seat], hint.tries)))
    mine = Hint.objects.filter(pk=hint.pk, tries=hint.tries)
    mine.update(move=move, wake_at=None)
    logger.info("hinted", match=str(match.pk), version=hint.version, seat=hint.seat, found=bool(move))


def best(loaded: log.Loaded, seat: Seat, tries: int = 1) -> Any:
    """Return the move of the expert, or of a quick bot if the expert fails."""
    levels = [LEVELS[EXPERT.key], *FALLBACKS] if tries <= TRIES else FALLBACKS
    *first, last = levels
    for level in first:
        try:
            return bot_choice.answer(turn_of(loaded, seat, level), level)
        except DatabaseTrouble:
            raise
        except Exception:
            logger.exception("a hint failed", match=str(loaded.match.pk), seat=seat.number, level=level.key)
    return bot_choice.answer(turn_of(loaded, seat, last), last)


def turn_of(loaded: log.Loaded, seat: Seat, level: Level) -> Turn:
    """Return the turn of a seat as a bot gets it, with luck that is the same in every match."""
    ends = time.monotonic() + (level.budget.seconds if level.budget else inf)

    def check() -> None:
        if time.monotonic() > ends:
            raise OverBudget

    return replace(bot_choice.turn_of(loaded, seat, level), luck=Random(LUCK), check=check)
