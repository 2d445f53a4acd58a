"""Taking a move back, by agreement: the table is as it was before, and its player moves again.

It can be done as long as nothing was played since, and the move has shown no card but those that it laid down
(``games.engine.revealing``). The log forgets nothing: what takes the move back is a row of its own.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from accounts.aliases import are_one
from accounts.models import Player
from games import log
from games.engine.messages import say
from games.engine.revealing import reveals
from games.models import Actor, Move, Seat
from games.proposals import Undo
from games.services.errors import Refusal
from games.services.matches.entry_requirements import asked_at
from games.services.matches.locked_match import Table
from games.services.turns import offers, planned_moves

OWN: Final = (Actor.PLAYER, Actor.PLAN)
"""Who made a move that its player can take back; what the clock or the staff has played stands."""


def offer(match_id: UUID, player: Player, now: datetime) -> Table:
    """Ask the others to let the player take back the move that they have just made.

    Raises Refusal as ``agreeing.offer`` does, ``undo_not_allowed`` at a match that is rated or was made without,
    ``nothing_to_undo`` where the last move is not theirs, or was taken back before, and ``card_revealed`` where it has
    shown more than what it laid down.
    """
    return offers.offer(UNDO, match_id, player, now, lambda table, seat: {"version": _last_own(table, seat).version})


def _last_own(table: Table, seat: Seat) -> Move:
    """Return the move that can be taken back of who asks for it."""
    match = table.match
    if not asked_at(match).allows_undo:
        raise Refusal("undo_not_allowed", say("refused.undo_not_allowed"))
    move = Move.objects.filter(match=match).order_by("-version").first()
    is_own = move and move.seat == seat.number and are_one(move.player_id, seat.player_id) and move.by in OWN
    if not move or not is_own or move.version in (match.undone or ()):
        raise Refusal("nothing_to_undo", say("refused.nothing_to_undo"))
    before = log.state_at(match, move.version - 1)
    if reveals(table.game, before, move.seat, table.game.load_events(move.events)):
        raise Refusal("card_revealed", say("refused.card_revealed"))
    return move


def _undo(table: Table, player: Player, undo: Undo) -> None:
    """Take the move back. What its player had planned was for the turn after it."""
    move = Move.objects.get(match=table.match, version=undo.version)
    seat = table.seats[move.seat]
    if seat.has_plan:
        planned_moves.drop(seat)
        seat.save(update_fields=["has_plan"])
    table.take_back(move, player)


UNDO: Final = offers.Kind(Undo, _undo)
