"""Responses of the API for a match. State leaves the engine through ``observe`` and ``visible`` only."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from accounts.models import Player
from games import log, match_clock, selectors
from games.api.matches import catalogue_schemas, feed_schemas, match_schemas, record_schemas
from games.api.matches.feed_schemas import Feed
from games.api.matches.match_schemas import MatchView
from games.api.turns import move_schemas, offer_schemas
from games.api.turns.offer_schemas import EndOffer, Pause
from games.clock.closures import measure
from games.clock.control import Control
from games.clock.state import Clock
from games.engine.messages import Text, say
from games.engine.protocol import RoundResult
from games.match_sql import LastMove
from games.models import Actor, Match, Move, Round, Row, Seat, Status, TableEvent
from games.offer_rules import end_of, pause_at, pause_end_of, undo_of
from games.services.log import record_export
from games.services.matches.locked_match import late_bots_of

LISTED_MOVES: Final = 60
"""Legal moves that a view lists at most. Of more it only counts each kind."""

HOURS: Final = ("closed", "vacations")
"""The fields of a `closed_hours` row that only players at the table see: a player's nights and vacations."""


# --- matches ----------------------------------------------------------------------------------------------------------


def summary(match: Match, player: Player | None, now: datetime) -> match_schemas.MatchSummary:
    """Return a match without its table, as a player or a client without a token (None) may see it now.

    The caller has prefetched its seats.
    """
    loaded = log.with_seats(match, list(match.seats.all()))
    return match_schemas.MatchSummary(**_summary_fields(loaded, loaded.seat_of(player), now))


def view(loaded: log.Loaded, player: Player | None, now: datetime, rematch: UUID | None = None) -> MatchView:
    """Return a match as a player, or a client without a token (None), may see it now.

    Without its rules there is no table: only the header, the seats and the stored result.
    """
    match, game, state = loaded.match, loaded.game, loaded.state
    seat = loaded.seat_of(player)
    number = None if seat is None else seat.number
    seen = None if state is None else game.observe(state, number)
    last = [] if state is None else log.last_moves(match) if loaded.moves is None else loaded.moves
    return MatchView(
        **_summary_fields(loaded, seat, now),
        server_time=now,
        code=match.code if seat else None,
        you=_you(loaded, seat),
        table=None if seen is None else game.show(seen),
        legal_moves=_legal_moves(loaded, seat, seen),
        last_moves=entries(loaded, last[-match.seat_count * log.LAST_MOVES_A_SEAT :], number),
        rematch=rematch,
    )


def _summary_fields(loaded: log.Loaded, seat: Seat | None, now: datetime) -> dict[str, Any]:
    match, sides = loaded.match, loaded.sides
    control = match_clock.control_of(match)
    clock = _clock(match, control)
    is_running = match.status == Status.RUNNING
    banks = [clock.bank(seat) for seat in range(match.seat_count)] if clock and control.has_banks else None
    return {
        "id": match.id,
        "version": match.version,
        "status": match.status,
        "game": _game_name(loaded),
        "rules_version": match.rules_version,
        "has_rules": loaded.has_rules,
        "options": match.options,
        "visibility": match.visibility,
        "control": control,
        "control_text": control.full_text,
        "turn_seconds": match.turn_seconds,
        "autostart": match.autostart,
        "seats": [_seat(one, match, sides[one.number], is_running=is_running) for one in loaded.seats],
        "your_seat": None if seat is None else seat.number,
        "your_turn": seat is not None and _may_move(loaded, seat),
        "creator": match.creator_id,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "to_act": match.to_act,
        "due_at": match.due_at,
        "bank_from": _bank_from(match, clock, banks),
        "closed": [] if seat is None else _closed(match, clock),
        "banks": None if banks is None else [int(seconds) for seconds in banks],
        "paused_at": match.paused_at,
        "pause": _pause(match, now),
        "pause_end_offer": _pause_end_offer(match),
        "end_offer": _end_offer(match),
        "undo_offer": _undo_offer(match),
        "seconds_left": _seconds_left(match, clock, now),
        "totals": _totals(loaded),
        "result": match_schemas.MatchResult(**match.result) if match.result else None,
        "seeds_due_at": match.seeds_due_at,
        "late_bots": _late_bots(match),
        "substitutes_after": match.substitutes_after,
        "bot_accounts": match.bot_accounts,
        "terms_version": match.terms_version,
        "rematch_of": match.rematch_of_id,
        "deal_of": match.deal_of_id,
        "commitment": match.commitment,
    }


def _late_bots(match: Match) -> match_schemas.LateBots | None:
    bots = late_bots_of(match)
    return None if bots is None else match_schemas.LateBots(at=bots.at, level=bots.level)


def _clock(match: Match, control: Control) -> Clock | None:
    """Return the clock of a match if it tells more than the header: of banks, and of closed times."""
    tells_more = control.has_banks or (control.honours and match.due_at is not None)
    return match_clock.clock_of(match) if tells_more and match.status not in match_clock.ENDS else None


def _seconds_left(match: Match, clock: Clock | None, now: datetime) -> int | None:
    """Return the seconds that the seat to act has left, also while the match is paused; None if no time runs."""
    left = match.time_left
    if match.due_at is not None:
        left = measure(clock.closed if clock else (), now, match.due_at)
    return None if left is None else int(left.total_seconds())


def _pause(match: Match, now: datetime) -> Pause | None:
    pause = pause_at(match, now)
    if pause is None:
        return None
    return Pause(until=pause.until, number=pause.number, offered_by=pause.offered_by, agreed=list(pause.agreed))


def _pause_end_offer(match: Match) -> offer_schemas.PauseEndOffer | None:
    end = pause_end_of(match)
    if end is None:
        return None
    return offer_schemas.PauseEndOffer(number=end.number, offered_by=end.offered_by, agreed=list(end.agreed))


def _end_offer(match: Match) -> EndOffer | None:
    end = end_of(match)
    if end is None:
        return None
    return EndOffer(how=end.how.value, number=end.number, offered_by=end.offered_by, agreed=list(end.agreed))


def _undo_offer(match: Match) -> offer_schemas.UndoOffer | None:
    undo = undo_of(match)
    if undo is None:
        return None
    return offer_schemas.UndoOffer(
        version=undo.version, number=undo.number, offered_by=undo.offered_by, agreed=list(undo.agreed)
    )


def _bank_from(match: Match, clock: Clock | None, banks: list[float] | None) -> datetime | None:
    if clock is None or banks is None or match.due_at is None or match.to_act is None:
        return None
    return clock.before(match.due_at, timedelta(seconds=banks[match.to_act]))


def _closed(match: Match, clock: Clock | None) -> list[match_schemas.ClosedTime]:
    """Return the times until the deadline that do not count for the present turn."""
    due_at = match.due_at
    if clock is None or due_at is None:
        return []
    return [
        match_schemas.ClosedTime(
            begins=begins, ends=ends, vacation=any(one.begins <= begins < one.ends for one in clock.vacations)
        )
        for begins, ends in clock.closed
        if begins < due_at
    ]


def _game_name(loaded: log.Loaded) -> catalogue_schemas.GameName:
    game = loaded.game
    if not loaded.has_rules:
        return catalogue_schemas.GameName(key=loaded.match.game, name=loaded.match.game, direction=None)
    return catalogue_schemas.GameName(key=game.key, name=game.name, direction=game.direction.value)


def _totals(loaded: log.Loaded) -> list[int]:
    if loaded.state is not None:
        return list(loaded.game.totals(loaded.state))
    result = loaded.match.result
    return list(result["totals"]) if result else [0] * (max(loaded.sides) + 1)


def _seat(seat: Seat, match: Match, side: int, *, is_running: bool) -> match_schemas.SeatShape:
    person = seat.person
    kind = "player" if seat.player else "bot" if seat.bot else "kept" if person else "free"
    return match_schemas.SeatShape(
        number=seat.number,
        side=side,
        kind=kind,  # type: ignore[arg-type]  # mypy widens the literals
        player=seat.player_id,
        reserved_for=person.id if kind == "kept" and person else None,
        name=_name_of(seat),
        avatar=person.avatar if person else None,
        is_bot=bool(person and person.is_bot),
        bot=seat.bot or None,
        autopilot=seat.autopilot,
        missed_turns=seat.missed,
        resigned=seat.resigned,
        substitute_from=seat.substitute_from if is_running else None,
        substitute_wanted=seat.substitute_wanted and is_running,
        substitute_since=seat.substitute_since,
        seed_commitment=seat.seed_commitment or None,
        agrees=seat.agrees_to(match),
    )


def name_of(player: Player) -> Text:
    """Return the shown name of a player, or a text for a player whose account was deleted."""
    return player.shown_name if player.left_at is None else say("player.former")


def _name_of(seat: Seat) -> Text | None:
    if person := seat.person:
        return name_of(person)
    return say(f"bot.name.{seat.bot}") if seat.bot else None


def _you(loaded: log.Loaded, seat: Seat | None) -> match_schemas.You | None:
    if seat is None:
        return None
    creator = loaded.match.creator_id == seat.player_id
    return match_schemas.You(
        seat=seat.number,
        side=loaded.sides[seat.number],
        creator=creator,
        seed=seat.seed,
        seed_commitment=seat.seed_commitment,
    )


# --- legal moves ------------------------------------------------------------------------------------------------------


def _legal_moves(loaded: log.Loaded, seat: Seat | None, seen: Any) -> move_schemas.LegalMoves | None:
    """Return the legal moves of the viewer; only their kinds if there are too many for a view."""
    if seat is None or not _may_move(loaded, seat):
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
        moves=[_legal_move(loaded, seen, move) for move in moves] if complete else [],
    )


def legal_moves_page(
    loaded: log.Loaded, seat: Seat, kind: str | None, offset: int, limit: int
) -> move_schemas.LegalMovesPage:
    """Return a page of the legal moves of a seat, of one kind if given; an empty one when it is not its turn."""
    moves: list[Any] = []
    if _may_move(loaded, seat):
        legal = loaded.game.legal_moves(loaded.state)
        moves = [move for move in legal if kind in (None, loaded.game.kind_of(move))]
    seen = loaded.game.observe(loaded.state, seat.number) if moves else None
    return move_schemas.LegalMovesPage(
        count=len(moves),
        moves=[_legal_move(loaded, seen, move) for move in moves[offset : offset + limit]],
        next=offset + limit if offset + limit < len(moves) else None,
    )


def legal_move(loaded: log.Loaded, seat: Seat, move: Any) -> move_schemas.LegalMove:
    """Return a legal move of the seat to act, with its text."""
    return _legal_move(loaded, loaded.game.observe(loaded.state, seat.number), move)


def _may_move(loaded: log.Loaded, seat: Seat) -> bool:
    """Return whether the player at a seat can move now: not if a bot plays on for them."""
    match = loaded.match
    return loaded.has_rules and match.to_act == seat.number and seat.is_open_to_player and match.paused_at is None


def _legal_move(loaded: log.Loaded, seen: Any, move: Any) -> move_schemas.LegalMove:
    game = loaded.game
    return move_schemas.LegalMove(
        move=game.shaped(game.write_move(move)),
        kind=game.kind_of(move),
        text=game.sentence(seen, move),
    )


# --- the feed ---------------------------------------------------------------------------------------------------------


def entries(loaded: log.Loaded, rows: Sequence[Row | LastMove], seat: int | None) -> list[feed_schemas.FeedEntry]:
    """Return rows of the log as a seat, or a spectator (None), may see them."""
    return [_entry(loaded, row, seat) for row in rows]


def entries_with_tables(
    loaded: log.Loaded, rows: Sequence[Row], seat: int | None, state: Any
) -> list[feed_schemas.FeedEntry]:
    """Return rows of the log as ``entries`` does, with the table after each event.

    ``state`` is the state before these rows.
    """
    shown = []
    before: dict[int, Any] = {}
    """The state before each row, by version."""
    for row in rows:
        entry = _entry(loaded, row, seat)
        before[row.version] = state
        if isinstance(row, TableEvent) and row.type == "undone" and loaded.has_rules:
            undone = json.loads(row.data)["version"]
            state = before[undone] if undone in before else log.state_at(loaded.match, undone - 1)
            entry.tables = [loaded.game.show(loaded.game.observe(state, seat))]
        else:
            state, entry.tables = _tables_after(loaded, row, seat, state)
        shown.append(entry)
    return shown


def _entry(loaded: log.Loaded, row: Row | LastMove, seat: int | None) -> feed_schemas.FeedEntry:
    if isinstance(row, TableEvent):
        data = json.loads(row.data)
        if row.type == "closed_hours" and seat is None:
            data = {name: value for name, value in data.items() if name not in HOURS}
        return feed_schemas.FeedEntry(
            version=row.version,
            at=row.at,
            seat=row.seat,
            by=row.by,  # type: ignore[arg-type]  # one of the choices of the field
            events=[{"type": row.type, **data, "shape": f"match_{row.type}"}],
        )
    game = loaded.game
    # Only the rules that wrote the events can read them. Without these rules, an entry has no events.
    seen = [game.visible(event, seat) for event in game.load_events(row.events)] if loaded.has_rules else []
    mover, by = (None, "chance") if isinstance(row, Round) else (row.seat, _by(loaded, row, seat))
    return feed_schemas.FeedEntry(
        version=row.version,
        at=row.at,
        seat=mover,
        by=by,  # type: ignore[arg-type]
        events=[game.shaped(event) for event in seen if event is not None],
    )


def _by(loaded: log.Loaded, row: Move | LastMove, seat: int | None) -> str:
    """Return the author of a move. Until the match is over, only its player learns that it was planned.

    A substitute who has taken the seat since does not learn it either.
    """
    if row.by != Actor.PLAN or loaded.match.status != Status.RUNNING:
        return row.by
    own = row.seat == seat and row.version > (loaded.seats[row.seat].substitute_since or 0)
    return row.by if own else Actor.PLAYER.value


def _tables_after(loaded: log.Loaded, row: Row, seat: int | None, state: Any) -> tuple[Any, list[Any]]:
    """Return the state after a row, and the table after each event of its entry, None where it has not changed."""
    game = loaded.game
    if isinstance(row, TableEvent):
        if row.type != "started" or not loaded.has_rules:
            return state, [None]
        state = log.first_state(loaded.match)
        return state, [game.show(game.observe(state, seat))]
    tables = []
    for event in game.load_events(row.events) if loaded.has_rules else ():
        state = game.evolve(state, event)
        if game.visible(event, seat) is not None:
            tables.append(game.show(game.observe(state, seat)))
    return state, tables


def feed(loaded: log.Loaded, player: Player | None, after: int, limit: int, *, tables: bool = False) -> Feed:
    """Return the feed after a version: at most ``limit`` entries, on request with their tables."""
    seat = loaded.seat_of(player)
    number = None if seat is None else seat.number
    rows = log.rows_after(loaded.match, after, limit) if loaded.match.version > after else []
    reached = rows[-1].version if rows else max(after, loaded.match.version)
    if tables:
        shown = entries_with_tables(loaded, rows, number, _state_before(loaded, rows))
    else:
        shown = entries(loaded, rows, number)
    return Feed(entries=shown, version=reached, more=reached < loaded.match.version)


def _state_before(loaded: log.Loaded, rows: Sequence[Row]) -> Any:
    """Return the state before some rows, for their tables.

    None if the match has not started by then, if no row changes the table, or without the rules of the match.
    """
    first = next((row for row in rows if not isinstance(row, TableEvent) or row.type == "started"), None)
    if first is None or isinstance(first, TableEvent) or not loaded.has_rules:
        return None
    return log.state_at(loaded.match, rows[0].version - 1)


# --- scores and records -----------------------------------------------------------------------------------------------


def rounds(loaded: log.Loaded) -> match_schemas.Rounds:
    """Return the score sheets of all finished rounds; none without the rules of the match."""
    if not loaded.has_rules:
        return match_schemas.Rounds(rounds=[])
    results = [
        result
        for move in selectors.round_endings(loaded.match)
        for event in loaded.game.load_events(move.events)
        if (result := loaded.game.round_result(event))
    ]
    return match_schemas.Rounds(rounds=[_round(result) for result in results])


def _round(result: RoundResult) -> match_schemas.RoundScore:
    return match_schemas.RoundScore(
        round=result.round,
        dealer=result.dealer,
        scores=list(result.scores),
        totals=list(result.totals),
        categories=[
            match_schemas.CategoryShape(key=line.key, name=line.name, points=list(line.points), text=line.text)
            for line in result.categories
        ],
    )


def record(loaded: log.Loaded) -> record_schemas.MatchRecord:
    """Return the record of a finished match. Raises DomainError ``not_finished`` for a match that is not over."""
    return msgspec.convert(record_export.record_of(loaded), record_schemas.MatchRecord)
