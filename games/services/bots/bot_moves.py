"""Playing the moves that bots have chosen."""

from __future__ import annotations

from datetime import datetime

import structlog

from games import log
from games.models import Actor, BotJob
from games.seat_control import Bot, StandIn
from games.services.bots.bot_choice import Choice, thinks
from games.services.dispatch.bot_pace import Chosen
from games.services.matches.locked_match import LockedMatch, locked_match

logger = structlog.get_logger(__name__)


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
