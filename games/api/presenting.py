"""How a match becomes what the API says. State leaves the engine through ``observe`` and ``visible`` alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from accounts.models import Player
from games import log, selectors
from games.api import shapes
from games.engine.protocol import RoundResult
from games.models import Match, Round, Row, Seat, TableEvent
from games.services import exporting
from games.statements import LastMove

LISTED_MOVES: Final = 60
"""Legal moves that a view lists; of more it tells how many there are of each kind."""


# --- matches ----------------------------------------------------------------------------------------------------------


def summary(match: Match) -> shapes.MatchSummary:
    """Return a match without its table; its seats are prefetched. Of rules that are gone, it knows names no more."""
    seats = list(match.seats.all())
    if not log.has_rules(match):
        totals = match.result["totals"] if match.result else [0] * match.seat_count
        name = shapes.GameName(key=match.game, name=match.game)
        return shapes.MatchSummary(**_header(match, name, seats, range(match.seat_count), totals))
    game = log.game_of(match)
    state = game.load_state(match.snapshot) if match.snapshot else None
    return shapes.MatchSummary(**_summary_fields(log.Loaded(match, seats, game, state, None)))


def view(loaded: log.Loaded, player: Player | None, rematch: UUID | None = None) -> shapes.MatchView:
    """Return a match as a player, or somebody without a token (None), may see it."""
    match, game, state = loaded.match, loaded.game, loaded.state
    seat = loaded.seat_of(player)
    number = None if seat is None else seat.number
    seen = None if state is None else game.observe(state, number)
    last = [] if state is None else log.last_moves(match) if loaded.moves is None else loaded.moves
    return shapes.MatchView(
        **_summary_fields(loaded),
        code=match.code if seat else None,
        you=_you(loaded, seat),
        table=None if seen is None else game.show(seen),
        legal_moves=_legal_moves(loaded, seat, seen),
        last_moves=entries(loaded, last[-match.seat_count * log.LAST_MOVES_A_SEAT :], number),
        rematch=rematch,
    )


def _summary_fields(loaded: log.Loaded) -> dict[str, Any]:
    game, sides = loaded.game, loaded.sides
    totals = [0] * (max(sides) + 1) if loaded.state is None else game.totals(loaded.state)
    return _header(loaded.match, shapes.GameName(key=game.key, name=game.name), loaded.seats, sides, totals)


def _header(
    match: Match, game: shapes.GameName, seats: Sequence[Seat], sides: Sequence[int], totals: Sequence[int]
) -> dict[str, Any]:
    return {
        "id": match.id,
        "version": match.version,
        "status": match.status,
        "game": game,
        "options": match.options,
        "visibility": match.visibility,
        "turn_seconds": match.turn_seconds,
        "autostart": match.autostart,
        "seats": [_seat(seat, sides[seat.number]) for seat in seats],
        "creator": match.creator_id,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "to_act": match.to_act,
        "due_at": match.due_at,
        "paused_at": match.paused_at,
        "seconds_left": None if match.time_left is None else int(match.time_left.total_seconds()),
        "totals": list(totals),
        "result": shapes.Result(**match.result) if match.result else None,
        "rematch_of": match.rematch_of_id,
        "commitment": match.commitment,
    }


def _seat(seat: Seat, side: int) -> shapes.SeatShape:
    person = seat.person
    kind = "player" if seat.player else "bot" if seat.bot else "kept" if person else "free"
    return shapes.SeatShape(
        number=seat.number,
        side=side,
        kind=kind,  # type: ignore[arg-type]  # mypy widens the literals
        player=seat.player_id,
        name=person.shown_name if person else seat.bot_name or None,
        avatar=person.avatar if person else None,
        bot=seat.bot or None,
        autopilot=seat.autopilot,
        missed_turns=seat.missed,
        resigned=seat.resigned,
    )


def _you(loaded: log.Loaded, seat: Seat | None) -> shapes.You | None:
    if seat is None:
        return None
    creator = loaded.match.creator_id == seat.player_id
    return shapes.You(seat=seat.number, side=loaded.sides[seat.number], creator=creator, seed=seat.seed)


# --- legal moves ------------------------------------------------------------------------------------------------------


def _legal_moves(loaded: log.Loaded, seat: Seat | None, seen: Any) -> shapes.LegalMoves | None:
    """Return the legal moves of the viewer; only their kinds where there are too many for a view."""
    if seat is None or not _may_move(loaded, seat):
        return None
    moves = loaded.game.legal_moves(loaded.state)
    kinds = Counter(map(loaded.game.kind_of, moves))
    complete = len(moves) <= LISTED_MOVES
    return shapes.LegalMoves(
        count=len(moves),
        complete=complete,
        kinds=[shapes.MoveKind(kind=kind, count=count) for kind, count in kinds.items()],
        moves=[_legal_move(loaded, seen, move) for move in moves] if complete else [],
    )


def legal_moves_page(
    loaded: log.Loaded, seat: Seat, kind: str | None, offset: int, limit: int
) -> shapes.LegalMovesPage:
    """Return a page of the legal moves of a seat, or of those of a kind; none when it is not its turn."""
    moves: list[Any] = []
    if _may_move(loaded, seat):
        legal = loaded.game.legal_moves(loaded.state)
        moves = [move for move in legal if kind in (None, loaded.game.kind_of(move))]
    seen = loaded.game.observe(loaded.state, seat.number) if moves else None
    return shapes.LegalMovesPage(
        count=len(moves),
        moves=[_legal_move(loaded, seen, move) for move in moves[offset : offset + limit]],
        next=offset + limit if offset + limit < len(moves) else None,
    )


def _may_move(loaded: log.Loaded, seat: Seat) -> bool:
    """Say whether the player at a seat can move now; not one for whom a bot plays on."""
    return loaded.match.to_act == seat.number and not seat.bot and loaded.match.paused_at is None


def _legal_move(loaded: log.Loaded, seen: Any, move: Any) -> shapes.LegalMove:
    game = loaded.game
    return shapes.LegalMove(move=game.write_move(move), kind=game.kind_of(move), text=game.sentence(seen, move))


# --- the feed ---------------------------------------------------------------------------------------------------------


def entries(loaded: log.Loaded, rows: Sequence[Row | LastMove], seat: int | None) -> list[shapes.FeedEntry]:
    """Return rows of the log as a seat, or a spectator (None), may see them."""
    return [_entry(loaded, row, seat) for row in rows]


def _entry(loaded: log.Loaded, row: Row | LastMove, seat: int | None) -> shapes.FeedEntry:
    if isinstance(row, TableEvent):
        return shapes.FeedEntry(
            version=row.version,
            at=row.at,
            seat=row.seat,
            by=row.by,  # type: ignore[arg-type]  # one of the choices of the field
            events=[{"type": row.type, **json.loads(row.data)}],
        )
    seen = [loaded.game.visible(event, seat) for event in loaded.game.load_events(row.events)]
    return shapes.FeedEntry(
        version=row.version,
        at=row.at,
        seat=None if isinstance(row, Round) else row.seat,
        by="chance" if isinstance(row, Round) else row.by,  # type: ignore[arg-type]
        events=[event for event in seen if event is not None],
    )


def feed(loaded: log.Loaded, player: Player | None, after: int, limit: int) -> shapes.Feed:
    """Return what has happened after a version, ``limit`` entries at the most."""
    seat = loaded.seat_of(player)
    rows = log.rows_after(loaded.match, after, limit)
    reached = rows[-1].version if rows else max(after, loaded.match.version)
    return shapes.Feed(
        entries=entries(loaded, rows, None if seat is None else seat.number),
        version=reached,
        more=reached < loaded.match.version,
    )


# --- scores and records -----------------------------------------------------------------------------------------------


def rounds(loaded: log.Loaded) -> shapes.Rounds:
    """Return the score sheets of all finished rounds."""
    results = [
        result
        for move in selectors.round_endings(loaded.match)
        for event in loaded.game.load_events(move.events)
        if (result := loaded.game.round_result(event))
    ]
    return shapes.Rounds(rounds=[_round(result) for result in results])


def _round(result: RoundResult) -> shapes.RoundScore:
    return shapes.RoundScore(
        round=result.round,
        dealer=result.dealer,
        scores=list(result.scores),
        totals=list(result.totals),
        categories=[
            shapes.CategoryShape(key=line.key, name=line.name, points=list(line.points), text=line.text)
            for line in result.categories
        ],
    )


def record(loaded: log.Loaded) -> shapes.MatchRecord:
    """Return a finished match on paper. Raises Refusal ``not_finished`` for one that is not over."""
    return msgspec.convert(exporting.record_of(loaded), shapes.MatchRecord)
