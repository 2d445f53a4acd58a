"""A move in two SQL statements on PostgreSQL: one reads the match, one appends to its log.

On other databases the server uses Django's ORM, which took most of the time of a move (docs/decisions.md, "The hot
path"). The text of a statement depends only on the kinds of rows that it writes, so that a connection prepares it once.
Other statements are not prepared: PostgreSQL would plan them without their values. For rows found by key that plan is
as good, but the query for due matches would read every match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, ForeignKey, JSONField, Model
from django.db.models.base import ModelState

from accounts.models import Player
from games.models import Match, Seat

LAST_MOVES_A_SEAT: Final = 2
"""The number of moves per seat that are read with a match."""

_TYPES: Final = {
    "BigAutoField": int,
    "BooleanField": bool,
    "CharField": str,
    "DateTimeField": datetime,
    "DurationField": timedelta,
    "JSONField": Any,
    "PositiveIntegerField": int,
    "PositiveSmallIntegerField": int,
    "SmallIntegerField": int,
    "TextField": str,
    "UUIDField": UUID,
}
"""The Python types of fields that are read as JSON."""


class LastMove(msgspec.Struct, frozen=True, array_like=True):
    """An earlier move for display. It has the fields of ``Move``, which takes longer to create."""

    version: int
    at: datetime
    seat: int
    by: str
    events: str


class _Columns:
    """Columns of a table, read as one JSON array: one value is read faster than thirty."""

    def __init__(self, model: type[Model], alias: str, *names: str) -> None:
        fields = [field for field in model._meta.concrete_fields if not names or field.attname in names]
        self.model = model
        self.names = [str(field.attname) for field in fields]
        self.sql = f"json_build_array({', '.join(_in_json(field, alias) for field in fields)})"
        self.type = tuple[tuple(map(_type_of, fields))]  # type: ignore[misc]  # computed from the model

    def instance(self, values: Sequence[Any], **related: Any) -> Any:
        """Return a row of the table, with the related rows that it refers to.

        It is created as unpickling does: ``__init__`` sets each field in turn, which takes nearly three times as long.
        """
        row = self.model.__new__(self.model)
        row.__dict__.update(zip(self.names, values, strict=True))
        row._state = state = ModelState()
        state.adding, state.db, state.fields_cache = False, DEFAULT_DB_ALIAS, related
        return row


def _in_json(field: Field[Any, Any], alias: str) -> str:
    column = f"{alias}.{field.column}"
    return f"extract(epoch FROM {column})" if field.get_internal_type() == "DurationField" else column


def _type_of(field: Field[Any, Any]) -> Any:
    held = _TYPES[(field.target_field if isinstance(field, ForeignKey) else field).get_internal_type()]
    return held | None if field.null else held


_MATCH: Final = _Columns(Match, "games_match")
_SEAT: Final = _Columns(Seat, "seat")
_OF_PERSON: Final = ("id", "nickname", "avatar", "left_at", "has_channels", "is_bot", "hours", "kid_mode")
_PERSON: Final = _Columns(Player, "player", *_OF_PERSON)
_KEPT_FOR: Final = _Columns(Player, "reserved_for", *_OF_PERSON)
_PEOPLE: Final = ", ".join(
    f"CASE WHEN {alias}.id IS NOT NULL THEN {columns.sql} END"
    for alias, columns in (("player", _PERSON), ("reserved_for", _KEPT_FOR))
)
_READ: Final = msgspec.json.Decoder(
    tuple[_MATCH.type, list[tuple[_SEAT.type, _PERSON.type | None, _KEPT_FOR.type | None]], list[LastMove] | None],  # type: ignore[name-defined]
    strict=False,  # a duration is a number of seconds
)

READ: Final = f"""
SELECT json_build_array({_MATCH.sql},
  (SELECT json_agg(json_build_array({_SEAT.sql}, {_PEOPLE}) ORDER BY seat.number)
    FROM games_seat seat
    LEFT JOIN accounts_player player ON player.id = seat.player_id
    LEFT JOIN accounts_player reserved_for ON reserved_for.id = seat.reserved_for_id
    WHERE seat.match_id = games_match.id),
  (SELECT json_agg(json_build_array({", ".join(f"last.{name}" for name in LastMove.__struct_fields__)})
      ORDER BY version)
    FROM (SELECT * FROM games_move WHERE match_id = games_match.id
      ORDER BY version DESC LIMIT games_match.seat_count * {LAST_MOVES_A_SEAT}) last))::text
FROM games_match WHERE id = %s
"""


def read(match_id: UUID) -> tuple[Match, list[Seat], list[LastMove]] | None:
    """Return a match, its seats in order with their players, and its last moves, oldest first; or None."""
    found = _prepared(READ, [match_id])
    if found is None:
        return None
    header, seats, moves = _READ.decode(found)
    match = _MATCH.instance(header)
    return match, [_seat(match, *one) for one in seats], moves or []


def _seat(
    match: Match, values: Sequence[Any], person: Sequence[Any] | None, reserved_for: Sequence[Any] | None
) -> Seat:
    people = {
        "player": _PERSON.instance(person) if person else None,
        "reserved_for": _KEPT_FOR.instance(reserved_for) if reserved_for else None,
    }
    seat: Seat = _SEAT.instance(values, match=match, **people)
    return seat


def append(match_id: UUID, expected: int, header: Mapping[str, Any], rows: Sequence[Model]) -> bool:
    """Change the header of a match and insert rows, all or nothing. Return whether its version was the expected one.

    If it was not, nothing is changed. The update locks the header, so of several requests at once only one succeeds.
    """
    in_json = _json_of(Match)
    values = [_as_json(value) if name in in_json else value for name, value in header.items()]
    values += [match_id, expected]
    for row in rows:
        values += _values_of(row)
    kinds = tuple((kind, len(list(group))) for kind, group in groupby(rows, type))
    statement = append_text(tuple(header), kinds)
    return _prepared(statement, values) == b"1"


def _prepared(statement: str, values: Sequence[Any]) -> bytes | None:
    """Run a statement, prepared by the connection at its first use. Return the single value of the result."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    value: bytes | None = database.value_of(statement, values, prepare=settings.DATABASE_PREPARE)
    return value


def _values_of(row: Model) -> list[Any]:
    """Return the values of a row for the database. psycopg takes them unchanged, except JSON."""
    kind = type(row)
    values = list(_taken_from(kind)(row.__dict__))  # reads the dict, not the descriptors of foreign keys
    for place in _places_of_json(kind):
        values[place] = _as_json(values[place])
    return values


def _as_json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


@cache
def _taken_from(kind: type[Model]) -> itemgetter[Any]:
    return itemgetter(*(field.attname for field in inserted(kind)))


@cache
def _places_of_json(kind: type[Model]) -> tuple[int, ...]:
    return tuple(place for place, field in enumerate(inserted(kind)) if isinstance(field, JSONField))


@cache
def _json_of(kind: type[Model]) -> frozenset[str]:
    return frozenset(field.attname for field in kind._meta.concrete_fields if isinstance(field, JSONField))


@cache
def are_used() -> bool:
    """Return whether the database supports these statements. The answer is cached, as a process keeps its database."""
    return connection.vendor == "postgresql"


@cache
def inserted(kind: type[Model]) -> list[Any]:
    """Return the fields that an insert fills. The database numbers the rows itself."""
    return [field for field in kind._meta.concrete_fields if not field.get_internal_type().endswith("AutoField")]


@cache
def append_text(header: tuple[str, ...], kinds: tuple[tuple[type[Model], int], ...]) -> str:
    """Return the statement that changes these fields of a header and inserts ``count`` rows of each kind."""
    changes = ", ".join(f"{name} = {_placeholder(Match._meta.get_field(name))}" for name in header)
    parts = [f"head AS (UPDATE games_match SET {changes} WHERE id = %s AND version = %s RETURNING 1)"]
    for place, (kind, count) in enumerate(kinds):
        fields = inserted(kind)
        row = f"({', '.join(map(_placeholder, fields))})"
        parts.append(
            f"rows{place} AS (INSERT INTO {kind._meta.db_table} ({', '.join(field.column for field in fields)})"
            f" SELECT rows.* FROM head, (VALUES {', '.join([row] * count)}) rows)"
        )
    return f"WITH {', '.join(parts)} SELECT count(*) FROM head"


def _placeholder(field: Any) -> str:
    return f"%s::{field.rel_db_type(connection) if field.is_relation else field.db_type(connection)}"
