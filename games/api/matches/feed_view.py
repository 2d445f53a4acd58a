"""The feed of a match in responses of the API. Events leave the engine through ``visible`` only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from accounts.models import Player
from games import log
from games.api.matches import feed_schemas
from games.api.matches.feed_schemas import Feed, shape_of
from games.match_sql import LastMove
from games.models import Actor, Move, Round, Row, Status, TableEvent
from games.table_events import kind_of


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
            state, entry.tables = tables_after(loaded, row, seat, state)
        shown.append(entry)
    return shown


def _entry(loaded: log.Loaded, row: Row | LastMove, seat: int | None) -> feed_schemas.FeedEntry:
    if isinstance(row, TableEvent):
        data = json.loads(row.data)
        if seat is None:
            data = {name: value for name, value in data.items() if name not in kind_of(row.type).private}
        return feed_schemas.FeedEntry(
            version=row.version,
            at=row.at,
            seat=row.seat,
            by=row.by,  # type: ignore[arg-type]  # one of the choices of the field
            events=[{"type": row.type, **data, "shape": shape_of(row.type)}],
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


def tables_after(loaded: log.Loaded, row: Row, seat: int | None, state: Any) -> tuple[Any, list[Any]]:
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
