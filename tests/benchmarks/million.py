"""A database with very many matches of every status, players, and rows of the log, to measure lists with."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection
from django.utils import timezone

from accounts.models import Player
from games.models import Match, Seat, Status, Visibility
from games.services.matchmaking.lobby import match_cancellation
from games.services.turns import playing
from tests.benchmarks.scratch import begun, columns_of

PLAYERS: Final = 200_000
REGULAR: Final = 100
"""The player of the benchmark sits at every hundredth match: 10,000 of a million, of which 100 are running."""
MADE: Final = "now() - ({count} - n) * interval '20 seconds'"

_PEOPLE: Final = f"""
INSERT INTO accounts_player ({{columns}}) SELECT {{values}} FROM accounts_player, generate_series(1, {PLAYERS}) AS n
WHERE accounts_player.id = %(player)s
"""
_NUMBERED: Final = """
CREATE TABLE people AS SELECT (row_number() OVER (ORDER BY id) - 1)::int AS n, id FROM accounts_player;
CREATE UNIQUE INDEX ON people (n) INCLUDE (id)
"""
_PLAN: Final = """
CREATE TABLE plan AS SELECT n, {made} AS made,
  CASE WHEN n > {count} * 0.96 AND n % 2 = 0 THEN 'lobby' WHEN n % 10 = 1 THEN 'running'
       WHEN n % 20 = 3 THEN 'cancelled' ELSE 'finished' END AS status,
  CASE WHEN n % 7 < 2 THEN 'chkobba' ELSE 'scopa' END AS game,
  (lpad(to_hex((extract(epoch FROM {made}) * 1000)::bigint), 12, '0')
   || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS id
FROM generate_series(1, {count}) AS n;
CREATE INDEX ON plan (id);
ANALYZE plan
"""
_MATCHES: Final = """
INSERT INTO games_match ({columns}) SELECT {values}
FROM plan JOIN games_match ON games_match.status = plan.status AND games_match.game = plan.game
"""
_SEATS: Final = """
INSERT INTO games_seat ({columns}) SELECT {values}
FROM plan JOIN games_match ON games_match.status = plan.status AND games_match.game = plan.game
JOIN games_seat ON games_seat.match_id = games_match.id
LEFT JOIN people ON people.n = (plan.n::bigint * 7919 + games_seat.number * 104729) %% {players}
WHERE games_match.id = ANY(%(templates)s)
"""
_LOG: Final = """
INSERT INTO games_tableevent (match_id, version, at, digest, type, seat, by, player_id, data)
SELECT id, 1, created_at, digest, 'created', 0, 'player', creator_id, '{}' FROM games_match;
INSERT INTO games_tableevent (match_id, version, at, digest, type, seat, by, player_id, data)
SELECT id, 2, created_at + interval '1 minute', digest, CASE status WHEN 'cancelled' THEN status ELSE 'started' END,
  NULL, 'player', creator_id, '{}' FROM games_match WHERE status <> 'lobby';
INSERT INTO games_round (match_id, version, at, digest, number, attempt, kind, deck, events)
SELECT id, 3, started_at, digest, 0, 0, 'deck', '[]', '[]' FROM games_match WHERE started_at IS NOT NULL;
INSERT INTO games_move (match_id, version, at, digest, seat, by, player_id, move, events, ends_round)
SELECT id, 3 + n, started_at + n * interval '5 minutes', digest, 0, 'player', creator_id, '[]', '[]', false
FROM games_match, generate_series(1, 3) AS n WHERE started_at IS NOT NULL
"""


def fill_many(count: int) -> Player:
    """Fill an empty database; return the player who sits at every hundredth match."""
    regular = Player.objects.create_guest("Regular", "cat")
    _make_templates()
    templates = list(Match.objects.values_list("pk", flat=True))
    players = {"id": "gen_random_uuid()", "nickname": "'Guest ' || n", "username": "NULL"}
    mine = f"plan.n % {REGULAR} = (plan.n / {REGULAR} % 100 = 0)::int"
    matches = {
        "id": "plan.id",
        "code": "translate(upper(lpad(to_hex(plan.n), 8, '0')), '012458B', 'GHJKMNP')",
        "created_at": "plan.made",
        "started_at": "plan.made + (games_match.started_at - games_match.created_at)",
        "visibility": "CASE WHEN plan.n % 3 = 0 THEN 'private' ELSE 'public' END",
        "due_at": f"games_match.due_at + ({count} - plan.n) * interval '1 second'",
        "wake_at": f"games_match.wake_at + ({count} - plan.n) * interval '1 second'",
        "creator_id": (
            f"CASE WHEN {mine} THEN '{regular.pk}'::uuid "
            f"ELSE (SELECT people.id FROM people WHERE people.n = plan.n % {PLAYERS}) END"
        ),
    }
    taken = "games_seat.number = 0 OR plan.status <> 'lobby' OR plan.n %% 10 > 2"
    seats = {
        "match_id": "plan.id",
        "player_id": (
            f"CASE WHEN games_seat.number = 0 AND {mine.replace('%', '%%')} "
            f"THEN '{regular.pk}'::uuid WHEN {taken} THEN people.id END"
        ),
        "autopilot": "plan.status = 'running' AND plan.n %% 1000 = 1",
    }
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no check of foreign keys: they are right
        cursor.execute("SET synchronous_commit = off")
        cursor.execute(_PEOPLE.format(**_select(Player, players)), {"player": regular.pk})
        for part in _NUMBERED.split(";"):
            cursor.execute(part)
        for part in _PLAN.format(made=MADE.format(count=count), count=count).split(";"):
            cursor.execute(part)
        cursor.execute(_SEATS.format(**_select(Seat, seats, leave_out="id"), players=PLAYERS), {"templates": templates})
        cursor.execute(_MATCHES.format(**_select(Match, matches)))
        cursor.execute("DELETE FROM games_seat WHERE match_id = ANY(%s)", [templates])
        cursor.execute("DELETE FROM games_match WHERE id = ANY(%s)", [templates])
        for part in _LOG.split(";"):
            cursor.execute(part)
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")
    return regular


def _select(model: Any, changed: dict[str, str], leave_out: str = "") -> dict[str, str]:
    """Return the columns of a table, and the values that copy one of its rows."""
    names = [name for name in columns_of(model) if name != leave_out]
    table = model._meta.db_table
    return {
        "columns": ", ".join(names),
        "values": ", ".join(changed.get(name, f"{table}.{name}") for name in names),
    }


def _make_templates() -> None:
    """Make a match of each of two games in each status."""
    now = timezone.now()
    for game, seats in (("scopa", 2), ("chkobba", 4)):
        for status in Status:
            people = [Player.objects.create_guest(f"Template {number}", "cat") for number in range(seats)]
            starts = status in (Status.RUNNING, Status.FINISHED)
            match = begun(people, game, {}, visibility=Visibility.PUBLIC, autostart=starts)
            if status == Status.CANCELLED:
                match_cancellation.cancel(match.pk, people[0], now)
            if status == Status.FINISHED:
                for player in people:
                    if Match.objects.get(pk=match.pk).status == Status.RUNNING:
                        playing.resign(match.pk, player, now)
