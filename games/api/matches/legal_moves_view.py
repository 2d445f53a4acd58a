"""The legal moves of a seat in responses of the API."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from games import log
from games.api.matches import move_schemas
from games.engine.protocol import AnyGame
from games.models import Seat

LISTED_MOVES: Final = 60
"""Legal moves that a view lists at most. Of more it only counts each kind."""


def legal_moves(loaded: log.Loaded, seat: Seat | None, seen: Any) -> move_schemas.LegalMoves | None:
    """Return the legal moves of the viewer; only their kinds if there are too many for a view."""
    if seat is None or not may_move(loaded, seat):
        return None
    moves = loaded.game.legal_moves(loaded.state)
    kinds = [loaded.game.kind_of(move) for move in moves]
    complete = len(moves) <= LISTED_MOVES
    return move_schemas.LegalMoves(
        count=len(moves),
        complete=complete,
        kinds=[
            move_schemas.MoveKind(kind=kind, label=loaded.game.label_of(moves[kinds.index(kind)]), count=count)
            for kind, count in Counter(kinds).items()
        ],
        moves=[legal_move_of(loaded.game, seen, move) for move in moves] if complete else [],
    )


def legal_moves_page(
    loaded: log.Loaded, seat: Seat, kind: str | None, offset: int, limit: int
) -> move_schemas.LegalMovesPage:
    """Return a page of the legal moves of a seat, of one kind if given; an empty one when it is not its turn."""
    moves: list[Any] = []
    if may_move(loaded, seat):
        legal = loaded.game.legal_moves(loaded.state)
        moves = [move for move in legal if kind in (None, loaded.game.kind_of(move))]
    seen = loaded.game.observe(loaded.state, seat.number) if moves else None
    return move_schemas.LegalMovesPage(
        count=len(moves),
        moves=[legal_move_of(loaded.game, seen, move) for move in moves[offset : offset + limit]],
        next=offset + limit if offset + limit < len(moves) else None,
    )


def legal_move(loaded: log.Loaded, seat: Seat, move: Any) -> move_schemas.LegalMove:
    """Return a legal move of the seat to act, with its text."""
    return legal_move_of(loaded.game, loaded.game.observe(loaded.state, seat.number), move)


def may_move(loaded: log.Loaded, seat: Seat) -> bool:
    """Return whether the player at a seat can move now: not if a bot plays on for them."""
    match = loaded.match
    return loaded.has_rules and match.to_act == seat.number and seat.is_open_to_player and match.paused_at is None


def legal_move_of(game: AnyGame, seen: Any, move: Any) -> move_schemas.LegalMove:
    """Return a legal move with its text. ``seen`` is the table as the player sees it."""
    return move_schemas.LegalMove(
        move=game.shaped(game.write_move(move)),
        kind=game.kind_of(move),
        text=game.sentence(seen, move),
    )
