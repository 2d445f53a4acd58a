"""The choice of moves for bots, and how a chosen move is played.

A bot chooses by what its seat sees and has seen. If its level fails, a quick bot chooses instead.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

import structlog
from django.db import Error as DatabaseTrouble

from chkobba_api.observability import metrics
from games import log
from games.bots import FALLBACKS, LEVELS
from games.bots.level import Level, Turn
from games.bots.turns import seen
from games.models import Actor, BotJob, Seat
from games.seat_control import STAND_IN, Bot, StandIn
from games.services.dispatch.bot_pace import Chosen
from games.services.matches.clocked_match import canonical
from games.services.matches.locked_match import LockedMatch, locked_match

logger = structlog.get_logger(__name__)

T = TypeVar("T")

FAILED: Final = "failed"
"""The level raised an exception, or chose an illegal move."""
KILLED: Final = "killed"
"""Workers died while the level was thinking."""
OVER_BUDGET: Final = "over_budget"
"""The level took more time than its budget."""
WAITED: Final = "waited"
"""No worker had time for the level."""
UNKNOWN: Final = "unknown"
"""This server does not have the level."""


class Choice(NamedTuple):
    """A bot's choice, with the bot's level and version."""

    move: Any
    bot: str | None
    """The level, version and budget of the bot, as stored with the move.

    None while processes of the previous release still run: they would take such a row for a changed one.
    """


class NotLegal(Exception):
    """Raised when a level chose something that is no legal move."""


class OverBudget(Exception):
    """Raised when the level has used up its time."""


def thinks(key: str) -> bool:
    """Return whether a level takes time, so that its turns are jobs for the bot workers."""
    level = LEVELS.get(key)
    return level is not None and level.budget is not None


def choose(loaded: log.Loaded, seat: Seat, level: Level, check: Callable[[], None] | None = None) -> Any:
    """Return the move of a level. Raises whatever the level or ``check`` does, and NotLegal."""
    turn = turn_of(loaded, seat, level)
    return answer(replace(turn, check=check) if check else turn, level)


def answer(turn: Turn, level: Level) -> Any:
    """Return the move of a level in a turn. Raises whatever the level or the turn's ``check`` does, and NotLegal."""
    with metrics.THINKING.labels(turn.game.key, level.key).time():
        move = level.choose(turn)
    if move not in turn.moves:
        raise NotLegal(f"{level.key} chose {move!r}")
    return move


def stop_after(seconds: float) -> Callable[[], None]:
    """Return a check for ``Turn``, which raises OverBudget when this time from now is over."""
    ends = monotonic() + seconds

    def check() -> None:
        if monotonic() > ends:
            raise OverBudget

    return check


def luck_of(seed: str, match: str, version: int) -> Random:
    """Return the random numbers of a bot for a move at a version. The seed of the match determines them."""
    return Random(hmac.digest(bytes.fromhex(seed), f"bot|{match}|{version}".encode(), "sha256"))


def turn_of(loaded: log.Loaded, seat: Seat, level: Level) -> Turn:
    """Return the input of a bot: what its seat sees of the game and has seen, the legal moves, and random numbers."""
    game, match = loaded.game, loaded.match
    luck = luck_of(match.seed, str(match.pk), match.version)
    return Turn(
        game,
        game.observe(loaded.state, seat.number),
        game.legal_moves(loaded.state),
        luck,
        lambda: seen(game, log.events_of_round(match), seat.number),
        level.budget,
    )


def chosen(loaded: log.Loaded, seat: Seat, level: Level, check: Callable[[], None] | None = None) -> Choice:
    """Return the move that a level chooses, with the level's description for the log. Raises what ``choose`` does."""
    about: dict[str, Any] = {"level": level.key, "version": level.version}
    if level.budget:
        about |= {"iterations": level.budget.iterations, "seconds": level.budget.seconds}
    return Choice(choose(loaded, seat, level, check), canonical(about))


def choose_quickly(loaded: log.Loaded, seat: Seat, key: str) -> Choice:
    """Return the move of a quick level. If the level fails or is unknown, another quick bot moves."""
    level = LEVELS.get(key)
    if level is None:
        return fall_back(loaded, seat, key, UNKNOWN)
    try:
        return chosen(loaded, seat, level)
    except DatabaseTrouble:
        raise
    except Exception:
        logger.exception("a bot failed", match=str(loaded.match.pk), version=loaded.match.version, level=key)
        return fall_back(loaded, seat, key, FAILED)


def safest(loaded: log.Loaded, seat: Seat, moves: Sequence[Any]) -> Any:
    """Return the one of the given legal moves that the clock would play."""
    turn = replace(turn_of(loaded, seat, LEVELS[STAND_IN]), moves=moves)
    return LEVELS[STAND_IN].choose(turn)


def fall_back(loaded: log.Loaded, seat: Seat, key: str, because: str) -> Choice:
    """Return the move of a quick bot in place of a level. The reason is logged and counted."""
    match = loaded.match
    about = {"match": str(match.pk), "version": match.version}
    logger.warning("a quick bot moves", **about, seat=seat.number, level=key, because=because)
    metrics.FALLBACKS.labels(match.game, key, because).inc()
    return first_that_works(FALLBACKS, partial(chosen, loaded, seat), "a bot failed", **about)


def first_that_works(levels: Sequence[Level], choose: Callable[[Level], T], failed: str, **about: Any) -> T:
    """Return what ``choose`` returns for the first level that does not fail; ``failed`` is logged for each before.

    Raises whatever ``choose`` does for the last level.
    """
    *others, last = levels
    for level in others:
        try:
            return choose(level)
        except DatabaseTrouble:
            raise
        except Exception:
            logger.exception(failed, **about, level=level.key)
    return choose(last)


# --- playing ----------------------------------------------------------------------------------------------------------


def written(loaded: log.Loaded, choice: Choice) -> Chosen:
    """Return the choice of a bot as a message for the worker that plays it."""
    match = loaded.match
    return Chosen(match.pk, match.version, loaded.game.write_move(choice.move), choice.bot)


def play(one: Chosen, now: datetime, *, wakes_worker: bool = True) -> LockedMatch | None:
    """Play a move if the match is still at the same version. Return the match, or None if it has gone on.

    The bot job of the turn is deleted. ``wakes_worker`` is False for a caller that makes the server's next moves
    itself.
    """
    with locked_match(one.match, now, wakes_worker=wakes_worker) as table:
        if table.match.version != one.version:
            return None
        seat = table.seats[table.game.to_act(table.state)]
        table.move(seat, table.game.read_move(one.move), Actor.BOT, bot=one.bot)
        match seat.responder:
            case Bot(level) | StandIn(level) if thinks(level):
                BotJob.objects.filter(match_id=one.match, version=one.version).delete()
    version = table.match.version
    logger.info("moved", match=str(one.match), version=version, seat=seat.number, by=Actor.BOT.value)
    return table
