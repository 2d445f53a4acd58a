"""Practice: playing the cards of a finished match again, against bots. It counts for nothing."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from games.engine.messages import say
from games.engine.violations import RuleViolation
from games.models import Status
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_level, seat_for
from games.services.matchmaking.lobby.lobby_bots import put_bot
from games.services.matchmaking.lobby.match_creation import MatchSettings, new_table, save_new
from games.services.matchmaking.rematch import options_again


@never_raises(RuleViolation, "bots_not_allowed")  # they are those of a match that was played
def play(match_id: UUID, player: Player, now: datetime, level: str) -> LockedMatch:
    """Deal the cards of a finished match again: for the player on the same seat, and bots on all others.

    Every deck follows from the seeds and the id of the first match, so both records have the same cards. The newest
    rules of the game apply, as in a rematch. No other person plays, so knowing the cards harms no one.

    Raises DomainError ``not_found``, ``not_seated``, ``not_finished``, ``unknown_game`` for a game that no longer
    exists, ``unknown_bot``, ``bot_cannot_play``, ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``.
    """
    with staying(player), locked_match(match_id, now, needs_rules=False) as table:
        seat = seat_for(table, player)
        match = table.match
        if match.status != Status.FINISHED:
            raise DomainError("not_finished", say("refused.not_over"))
        must_be_level(level, match.game)
        wish = MatchSettings(
            game=match.game,
            seats=match.seat_count,
            options=options_again(match),
            control=table.clock.control,
        )
        again = new_table(player, wish, now, deal_of=match.deal_of or match)
        for old, new in zip(table.seats, again.seats, strict=True):
            new.seed = old.seed
        mine = again.seats[seat.number]
        mine.player = player
        again.note("created", mine, player=player)
        for other in again.seats:
            if other is not mine:
                put_bot(again, other, level)
        return save_new(again, player=player)
