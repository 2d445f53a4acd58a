"""Undo by agreement: the table is as it was before the move, and its player moves again.

It is possible until the next move, if the move has shown no card besides its own (``games.engine.revealing``). The log
keeps the move; the undo is a row of its own.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from accounts.aliases import are_one
from accounts.models import Player
from chkobba_api.errors import DomainError, never_raises
from games import log
from games.engine.messages import say
from games.engine.revealing import reveals
from games.models import Actor, Move, Seat
from games.offer_rules import Undo
from games.services.matches.entry_requirements import asked_at
from games.services.matches.locked_match import LockedMatch
from games.services.turns import offers, planned_moves
from games.table_events.offers import UndoOffered

OWN: Final = (Actor.PLAYER, Actor.PLAN)
"""The authors of moves that their player can take back. Moves of the clock or the staff stand."""


@never_raises("pause_end_offered")  # it is only offered in a pause
def offer(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Ask the others to undo the move that the player has just made.

    Raises DomainError as ``offers.offer`` does, ``undo_not_allowed`` in a rated match or one without undo,
    ``nothing_to_undo`` if the last move is not theirs or was undone before, and ``card_revealed`` if it has shown cards
    besides its own.
    """
    return offers.offer(
        UNDO, match_id, player, now, lambda table, seat: UndoOffered(version=_last_own(table, seat).version)
    )


def _last_own(table: LockedMatch, seat: Seat) -> Move:
    """Return the last move, if it is the player's and can be undone."""
    match = table.match
    if not asked_at(match).allows_undo:
        raise DomainError("undo_not_allowed", say("refused.undo_not_allowed"))
    move = Move.objects.filter(match=match).order_by("-version").first()
    is_own = move and move.seat == seat.number and are_one(move.player_id, seat.player_id) and move.by in OWN
    if not move or not is_own or move.version in (match.undone or ()):
        raise DomainError("nothing_to_undo", say("refused.nothing_to_undo"))
    before = log.state_at(match, move.version - 1)
    if reveals(table.game, before, move.seat, table.game.load_events(move.events)):
        raise DomainError("card_revealed", say("refused.card_revealed"))
    return move


def _undo(table: LockedMatch, player: Player, undo: Undo) -> None:
    """Undo the move. Plans of its player for the turn after it are deleted."""
    move = Move.objects.get(match=table.match, version=undo.version)
    seat = table.seats[move.seat]
    if seat.has_plan:
        planned_moves.drop(seat)
        seat.save(update_fields=["has_plan"])
    table.take_back(move, player)


UNDO: Final = offers.Kind(Undo, _undo)
