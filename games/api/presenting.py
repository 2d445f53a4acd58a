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
from games.engine.catalogue import rules_of
from games.engine.protocol import RoundResult
from games.models import Match, Round, Row, Seat, TableEvent
from games.services import exporting
from games.statements import LastMove

LISTED_MOVES: Final = 60
"""Legal moves that a view lists; of more it tells how many there are of each kind."""


# --- matches ----------------------------------------------------------------------------------------------------------


def summary(match: Match) -> shapes.MatchSummary:
    """Return a match without its table; its seats are prefetched."""
    seats = list(match.seats.all())
    game: Any = rules_of(match.game, match.rules_version)
    state = game.load_state(match.snapshot) if game and match.snapshot else None
    return shapes.MatchSummary(**_summary_fields(log.Loaded(match, seats, game, state, None)))


def view(loaded: log.Loaded, player: Player | None, rematch: UUID | None = None) -> shapes.MatchView:
    """Return a match as a player, or somebody without a token (None), may see it.

    Where its rules are gone there is no table: the header, the seats and the result are what was stored.
    """
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
    match, sides = loaded.match, loaded.sides
    return {
        "id": match.id,
        "version": match.version,
        "status": match.status,
        "game": _game_name(loaded),
        "rules_version": match.rules_version,
        "has_rules": loaded.has_rules,
        "options": match.options,
        "visibility": match.visibility,
        "turn_seconds": match.turn_seconds,
        "autostart": match.autostart,
        "seats": [_seat(seat, sides[seat.number]) for seat in loaded.seats],
        "creator": match.creator_id,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "to_act": match.to_act,
        "due_at": match.due_at,
        "paused_at": match.paused_at,
        "seconds_left": None if match.time_left is None else int(match.time_left.total_seconds()),
        "totals": _totals(loaded),
        "result": shapes.Result(**match.result) if match.result else None,
        "seeds_due_at": match.seeds_due_at,
        "rematch_of": match.rematch_of_id,
        "commitment": match.commitment,
    }


def _game_name(loaded: log.Loaded) -> shapes.GameName:
    game = loaded.game
    if not loaded.has_rules:
        return shapes.GameName(key=loaded.match.game, name=loaded.match.game, direction=None)
    return shapes.GameName(key=game.key, name=game.name, direction=game.direction.value)


def _totals(loaded: log.Loaded) -> list[int]:
    if loaded.state is not None:
        return list(loaded.game.totals(loaded.state))
    result = loaded.match.result
    return list(result["totals"]) if result else [0] * (max(loaded.sides) + 1)


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
        seed_commitment=seat.seed_commitment or None,
    )


def _you(loaded: log.Loaded, seat: Seat | None) -> shapes.You | None:
    if seat is None:
        return None
    creator = loaded.match.creator_id == seat.player_id
    return shapes.You(
        seat=seat.number,
        side=loaded.sides[seat.number],
        creator=creator,
        seed=seat.seed,
        seed_commitment=seat.seed_commitment,
    )


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
    return loaded.has_rules and loaded.match.to_act == seat.number and not seat.bot and loaded.match.paused_at is None


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
    game = loaded.game
    # Events are read by the rules that wrote them: without these it is known who moved and when, and no more.
    seen = [game.visible(event, seat) for event in game.load_events(row.events)] if loaded.has_rules else []
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
    """Return the score sheets of all finished rounds; none where the rules are gone that can read them."""
    if not loaded.has_rules:
        return shapes.Rounds(rounds=[])
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
