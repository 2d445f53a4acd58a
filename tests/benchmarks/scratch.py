"""A separate database for a benchmark, filled with open matches."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.core.management.base import CommandError
from django.db import ProgrammingError, connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import Player
from games.clock.controls.move import MoveControl
from games.models import Match, Seat
from games.services.matchmaking.lobby import joining, match_creation

FILL: Final = """
INSERT INTO games_match ({columns}) SELECT {values} FROM games_match, generate_series(1, %(count)s) AS n
WHERE games_match.id = %(template)s;
INSERT INTO games_seat ({seat_columns}) SELECT {seat_values} FROM games_seat, games_match
WHERE games_seat.match_id = %(template)s AND games_match.id <> %(template)s;
INSERT INTO games_move (match_id, version, at, digest, seat, by, player_id, move, events, ends_round)
SELECT id, version, created_at, digest, 0, 'player', creator_id, '{move}', '{move}', false
FROM games_match WHERE id <> %(template)s;
"""
"""Copies one match into many open matches, each with two seats and a row of the log."""


_LATER: Final = "interval '1 hour' + mod(n, 1200000) * interval '1 second'"
"""The time until each of them is due: at most 14 days."""


@contextmanager
def scratch_database() -> Iterator[str]:
    """Connect the default connection to a new database and yield its address; drop the database afterwards."""
    database = settings.DATABASES["default"]
    if "postgresql" not in database["ENGINE"]:
        raise CommandError(
            "This measures PostgreSQL: set DATABASE_URL, for instance to postgres://postgres@127.0.0.1/."
        )
    where = {name: database.get(name.upper()) or default for name, default in (("host", "127.0.0.1"), ("port", 5432))}
    user, password = quote(database.get("USER") or "postgres"), quote(database.get("PASSWORD") or "")
    server = f"postgresql://{user}{':' * bool(password)}{password}@{where['host']}:{where['port']}"
    name = f"chkobba_benchmark_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as beside:
        beside.execute(f"CREATE DATABASE {name}")
        try:
            forget_connection()
            connection.settings_dict["NAME"] = name
            yield f"{server}/{name}"
        finally:
            forget_connection()
            beside.execute(f"DROP DATABASE {name} WITH (FORCE)")


def forget_connection() -> None:
    """Close the connection to the database, and its pool."""
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def begun(people: Sequence[Player], game: str, options: dict[str, Any], **wish: Any) -> Match:
    """Make a match of these players, a day for each move; it starts by itself unless the wish says otherwise."""
    settings = match_creation.MatchSettings(
        game=game, seats=len(people), options=options, control=MoveControl(86_400), **wish
    )
    match = match_creation.create_match(people[0], settings, timezone.now()).match
    for player in people[1:]:
        match = joining.join_by_code(match.code, player, timezone.now()).match
    return match


def columns_of(model: type[Model]) -> list[str]:
    """Return the column names of a table."""
    return [str(field.column) for field in model._meta.concrete_fields]


def fill(count: int, template: Match) -> None:
    """Add open matches like this one; number a thousand of them in a table ``bench``."""
    columns = columns_of(Match)
    new = {
        "id": "gen_random_uuid()",
        "code": "NULL",
        "rematch_of_id": "NULL",
        "deal_of_id": "NULL",
        "due_at": f"now() + {_LATER}",
        "wake_at": f"now() + {_LATER}",
    }
    seat_columns = [name for name in columns_of(Seat) if name != "id"]
    statement = FILL.format(
        columns=", ".join(columns),
        values=", ".join(new.get(name, f"games_match.{name}") for name in columns),
        seat_columns=", ".join(seat_columns),
        seat_values=", ".join("games_match.id" if one == "match_id" else f"games_seat.{one}" for one in seat_columns),
        move="x" * 60,
    )
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no check of foreign keys: they are right
        for part in statement.split(";")[:-1]:
            cursor.execute(part, {"count": count, "template": str(template.pk)} if "%(" in part else None)
        cursor.execute("CREATE TABLE bench (n int PRIMARY KEY, id uuid)")
        cursor.execute(
            "INSERT INTO bench SELECT row_number() OVER (), id FROM games_match WHERE id <> %s LIMIT 1000",
            [str(template.pk)],
        )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")
        with suppress(ProgrammingError):  # where this is not allowed, PostgreSQL does it during the measurement
            cursor.execute("CHECKPOINT")
