"""The analysis of a finished match: an expert's moves in a player's place, and the cost of the player's own moves.

It uses only what the seat could know at the time. ``games.bots.dealt`` values the cards of each round. Bot
workers compute some moves at a time, so that bots and hints get their turns in between. The row of the analysis stores
its progress and its findings.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.utils import timezone

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games import log
from games.bots import LEVELS
from games.bots.comparing import FREE, cost_of
from games.bots.dealt import Deals, ahead
from games.bots.expert import DEPTH
from games.bots.expert import LEVEL as EXPERT
from games.bots.interval import Interval
from games.due_work import HANDS, DueWork
from games.engine.messages import say
from games.engine.record import canonical
from games.models import Match, MatchAnalysis, Status
from games.services.bots import bot_choice
from games.services.bots.decisions import Decision, Played, decisions
from games.services.bots.decisions import rounds as rounds_of
from games.services.matches.locked_match import match_with
from games.services.matches.permissions import seat_for

logger = structlog.get_logger(__name__)

MISTAKE: Final = 0.15
"""The cost in points above which a move is a mistake. It applies to the lower bound of the interval."""
A_DAY: Final = timedelta(days=1)
MOST: Final = 60.0
"""Seconds of processor time for one match. Moves that are not analysed by then are left out."""
OFFERED: Final = 12
"""The most moves among which a player may try to find the better one."""
SLICE: Final = 2.0
"""Seconds after which waiting work of others gets its turn."""
LUCK: Final = "looking back"
DEALS: Final = "luck of the deal"
"""The seed of the deals. It is the same for every match, so a repeated request gets the same answer."""
ANALYSES_LAST: Final = timedelta(days=90)
"""The time for which an analysis is kept. The player can request it again."""

ANALYSES: Final = DueWork(
    MatchAnalysis,
    lease=timedelta(seconds=60),  # longer than a slice plus the longest single move
    claims="tries",  # since the last progress
    attempts=3,
    fair_to="player_id",
    task="games.analyse_matches",
    queue="CELERY_BOTS_QUEUE",
    names_row=False,
    goes_on=0,
    at_once=HANDS,
    ended_at="asked_at",
    lasts=ANALYSES_LAST,
)


# --- requests ---------------------------------------------------------------------------------------------------------


def ask(match_id: UUID, player: Player, now: datetime) -> MatchAnalysis:
    """Request the analysis of the player's own moves. A second request changes nothing.

    Raises DomainError ``not_found``, ``not_seated``, ``not_finished``, ``too_many_analyses``; NoRules for a match
    without its rules; HasLeft.
    """
    with staying(player):
        match = match_with(match_id)
        loaded = log.load_anyway(match)
        seat_for(loaded, player)
        if match.status != Status.FINISHED:
            raise DomainError("not_finished", say("refused.not_over"))
        log.game_of(match)
        if there := MatchAnalysis.objects.filter(match=match, player=player).first():
            return there
        if remaining_today(player, now) <= 0:
            limit = settings.LIMITS["analyses"]
            raise DomainError("too_many_analyses", say("refused.too_many.analyses", count=limit), limit=limit)
        ANALYSES.wake_after_commit()
        count = len(_of(loaded, player))
        return MatchAnalysis.objects.create(match=match, player=player, asked_at=now, wake_at=now, moves=count)


def of(match: Match, player: Player) -> MatchAnalysis | None:
    """Return the analysis that a player has requested for a match, or None."""
    return MatchAnalysis.objects.filter(match=match, player=player).first()


def remaining_today(player: Player, now: datetime) -> int:
    """Return the number of matches that a player can still have analysed within 24 hours."""
    asked = MatchAnalysis.objects.filter(player=player, asked_at__gt=now - A_DAY).count()
    limit: int = settings.LIMITS["analyses"]
    return max(0, limit - asked)


def _of(loaded: log.Loaded, player: Player) -> Sequence[Decision]:
    return [one for one in decisions(loaded) if one.move.player_id == player.pk]


def found(analysis: MatchAnalysis, loaded: log.Loaded) -> list[tuple[Decision, dict[str, Any]]]:
    """Return the findings so far, each with its decision."""
    by_version = {one["version"]: one for one in analysis.findings}
    return [
        (one, by_version[one.move.version]) for one in _of(loaded, analysis.player) if one.move.version in by_version
    ]


# --- computing --------------------------------------------------------------------------------------------------------


def go_on(one: MatchAnalysis) -> bool:
    """Analyse some more moves. Return whether there are more. After too many failed attempts the analysis ends."""
    mine = MatchAnalysis.objects.filter(pk=one.pk, tries=one.tries, wake_at=one.wake_at)
    if ANALYSES.is_given_up(one) or not log.has_rules(one.match):
        mine.update(wake_at=None)
        return False
    begin, findings, rounds, over = time.thread_time(), list(one.findings), list(one.rounds), True
    for step in _steps(one, findings, rounds):
        spent = time.thread_time() - begin
        if spent > SLICE or one.seconds + spent > MOST:
            over = one.seconds + spent > MOST
            break
        step()
    seconds = one.seconds + time.thread_time() - begin
    mine.update(findings=findings, rounds=rounds, seconds=seconds, tries=0, wake_at=None if over else timezone.now())
    if over:
        logger.info("looked back", match=str(one.match_id), moves=len(findings), of=one.moves, seconds=seconds)
    return not over


def _steps(one: MatchAnalysis, findings: list[Any], rounds: list[Any]) -> Iterator[Callable[[], None]]:
    """Yield the remaining steps, each of which adds to the findings: the rounds, then the player's moves."""
    loaded = log.load(one.match)
    if seat := loaded.seat_of(one.player):
        deals = Deals(loaded.game, loaded.sides[seat.number], DEALS)
        for played in islice(rounds_of(one.match), len(rounds), None):
            yield partial(_add_round, rounds, deals, played)
    known = {finding["version"] for finding in findings}
    for decision in _of(loaded, one.player):
        if decision.move.version not in known:
            yield partial(_add_move, findings, decision)


def _add_round(rounds: list[Any], deals: Deals, played: Played) -> None:
    """Add the value of the cards of a round for the side, and its lead over the mean of the others, in points."""
    worth = deals.worth(played.before, played.dealt, played.dealer)
    rounds.append({"made": ahead(played.scores, deals.side), "cards": [round(bound, 3) for bound in worth]})


def _add_move(findings: list[Any], decision: Decision) -> None:
    findings.append({"version": decision.move.version, **looked_at(decision)})


def looked_at(decision: Decision) -> dict[str, Any]:
    """Return the expert's move (None if it is the same), and the cost of the player's own.

    The cost is None if the moves cannot be tried on deals, or if that has failed.
    """
    try:
        better, cost = compared(decision)
    except DatabaseTrouble:
        raise
    except Exception:
        logger.exception("a move could not be looked at", match=str(decision.move.match_id), move=decision.move.version)
        return {"better": None, "cost": None}
    return {"better": better, "cost": cost and [round(bound, 3) for bound in cost]}


def compared(decision: Decision) -> tuple[Any, Interval | None]:
    """Return the expert's move, and what the player's own move costs compared with it; None for the same move."""
    level, game = LEVELS[EXPERT.key], decision.here.game
    check = bot_choice.stop_after(2 * (level.budget.seconds if level.budget else 0.0))
    turn = replace(decision.turn(level), luck=Random(LUCK), check=check)
    better = bot_choice.answer(turn, level)
    whole = game.completed(decision.here.state, decision.move.seat, better)
    if canonical(game.write_move(whole)) == decision.move.move:
        return None, FREE
    played = game.read_move(json.loads(decision.move.move))
    return game.write_move(better), cost_of(turn, DEPTH, better, played)


def choices(decision: Decision, finding: dict[str, Any]) -> list[Any]:
    """Return moves among which the player can look for a better one than a mistake: all, or a few of many.

    Their order is that of the rules, so it gives no hint.
    """
    game, state, seat = decision.here.game, decision.here.state, decision.move.seat

    def key(move: Any) -> str:
        return canonical(game.write_move(game.completed(state, seat, move)))

    named = {key(move): move for move in map(game.read_move, (json.loads(decision.move.move), finding["better"]))}
    legal = {key(move): move for move in game.legal_moves(state)}
    others = [one for one in legal if one not in named]
    Random(f"{LUCK}|{decision.move.version}").shuffle(others)
    offered = {*named, *others[: OFFERED - len(named)]}
    return [named.get(one, move) for one, move in legal.items() if one in offered]


def is_mistake(finding: dict[str, Any]) -> bool:
    """Return whether a move was certainly a mistake: the lower bound of its cost is above ``MISTAKE``."""
    return finding["cost"] is not None and finding["cost"][1] > MISTAKE
