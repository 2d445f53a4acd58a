"""The log of a match: appending rows, folding them, verifying them.

Every row has a digest over its content and the digest of the row before it. So a row that is changed, removed, swapped
or inserted changes all later digests. The header stores the last digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import NOT_PROVIDED, Model, Prefetch, Q, QuerySet
from django.db.models.base import ModelState

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import match_sql
from games.engine.catalogue import rules_of
from games.engine.messages import say
from games.engine.protocol import NOBODY, AnyGame
from games.models import IdempotentResponse, Match, MatchEndJob, Move, Notification, Round, Row, Seat, TableEvent
from games.table_events import changes_game

LAST_MOVES_A_SEAT: Final = match_sql.LAST_MOVES_A_SEAT
"""The number of moves per seat that are read and shown with a match."""


class NoRules(DomainError):
    """Raised when the catalogue no longer has the rules of a match."""

    def __init__(self, match: Match) -> None:
        self.rules = f"{match.game} in version {match.rules_version} of its rules is not in the catalogue"
        super().__init__("rules_gone", say("refused.rules_gone", rules=self.rules))


class Stale(DomainError):
    """Raised when another request has appended to the log in the meantime. Nothing was written."""

    def __init__(self) -> None:
        super().__init__("stale_version", say("refused.at_once"))


def game_of(match: Match) -> AnyGame:
    """Return the game of a match. Raises NoRules if this server no longer has its rules."""
    game = rules_of(match.game, match.rules_version)
    if game is None:
        raise NoRules(match)
    return game


def has_rules(match: Match) -> bool:
    """Return whether this server still has the rules of a match."""
    return rules_of(match.game, match.rules_version) is not None


@dataclass
class Loaded:
    """A match as it was read: its seats in order, and its state (None before the start)."""

    match: Match
    seats: list[Seat]
    game: AnyGame
    state: Any
    moves: Sequence[Move | match_sql.LastMove] | None
    """The last moves, oldest first, LAST_MOVES_A_SEAT for each seat; None if they were not read."""

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return the seat of a player, or None."""
        if player is not None:
            for seat in self.seats:
                if seat.player_id == player.id:
                    return seat
        return None

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return sides_of(self.match)

    @property
    def has_rules(self) -> bool:
        """True if this server has the rules of the match. Otherwise game and state are None."""
        return self.game is not None  # ``without_rules`` sets None


def sides_of(match: Match) -> tuple[int, ...]:
    """Return the side of each seat of a match.

    Without its rules, the number of sides follows from its result. The sides sit in turn.
    """
    game = rules_of(match.game, match.rules_version)
    if game is not None:
        return game.sides(match.options, match.seat_count)
    count = len(match.result["places"]) if match.result else match.seat_count
    return tuple(number % count for number in range(match.seat_count))


def load(match: Match) -> Loaded:
    """Return a match with its seats and its state from the snapshot. Raises NoRules."""
    return _loaded(match, seats_of(match))


def load_anyway(match: Match) -> Loaded:
    """Return a match as ``load`` does, or with its seats only if its rules are gone."""
    return load(match) if has_rules(match) else without_rules(match)


def read(match_id: UUID) -> Loaded | None:
    """Return the match with this id as ``load`` does, with its last moves; None if there is no such match."""
    found = _found(match_id)
    if found is None:
        return None
    loaded = _loaded(*found)
    if loaded.moves is None:
        loaded.moves = last_moves(loaded.match)
    return loaded


def read_anyway(match_id: UUID) -> Loaded | None:
    """Return the match with this id as ``load_anyway`` does; None if there is no such match."""
    found = _found(match_id)
    if found is None:
        return None
    match, seats, _ = found
    return _loaded(*found) if has_rules(match) else without_rules(match, seats)


def _found(match_id: UUID) -> tuple[Match, list[Seat], list[match_sql.LastMove] | None] | None:
    """Return a match, its seats, and its last moves if the same query reads them."""
    if match_sql.are_used():
        return match_sql.read(match_id)
    match = next(iter(Match.objects.filter(pk=match_id).order_by()), None)
    return None if match is None else (match, seats_of(match), None)


def undone_in(match: Match, version: int | None = None) -> set[int]:
    """Return the versions of all moves of a match that were taken back, up to ``version`` if given.

    It makes a query only if the match has any.
    """
    if match.undone is None:
        return set()
    rows = TableEvent.objects.filter(match_id=match.pk, type="undone")
    stored = (rows if version is None else rows.filter(version__lte=version)).values_list("data", flat=True)
    return {json.loads(data)["version"] for data in stored}


def undone_by(rows: Iterable[Row]) -> set[int]:
    """Return the versions of the moves that these rows of a log take back."""
    undone = (row for row in rows if isinstance(row, TableEvent) and row.type == "undone")
    return {json.loads(row.data)["version"] for row in undone}


def table_events_since(match: Match, version: int) -> list[TableEvent] | None:
    """Return the table events after a version, in order; None if the game has moved on since then.

    It makes no query if the version is that of the match. A version ahead of the match gives None.
    """
    if version >= match.version:
        return [] if version == match.version else None
    since = {"match_id": match.pk, "version__gt": version, "version__lte": match.version}
    if Move.objects.filter(**since).exists() or Round.objects.filter(**since).exists():
        return None
    rows = list(TableEvent.objects.filter(**since).order_by("version"))
    return None if any(changes_game(row.type) for row in rows) else rows


def standing(match: Match) -> QuerySet[Move]:
    """Return the moves of a match without those that were taken back."""
    return Move.objects.filter(match_id=match.pk).exclude(version__in=undone_in(match))


def last_moves(match: Match) -> list[Move]:
    """Return the last moves of the game, oldest first, LAST_MOVES_A_SEAT for each seat."""
    newest_first = standing(match).order_by("-version")
    return list(reversed(newest_first[: match.seat_count * LAST_MOVES_A_SEAT]))


def with_seats(match: Match, seats: list[Seat]) -> Loaded:
    """Return a match with these seats, which are already read, and with its state if this server has its rules."""
    game: Any = rules_of(match.game, match.rules_version)
    return Loaded(match, seats, game, game.load_state(match.snapshot) if game and match.snapshot else None, None)


def _loaded(match: Match, seats: list[Seat], moves: list[match_sql.LastMove] | None = None) -> Loaded:
    game = game_of(match)
    if match.undone:
        moves = None  # some of them were taken back
    return Loaded(match, seats, game, game.load_state(match.snapshot) if match.snapshot else None, moves)


def without_rules(match: Match, seats: list[Seat] | None = None) -> Loaded:
    """Return a match with its seats only, for actions that need no rules. Game and state are None."""
    game: Any = None
    return Loaded(match, seats or seats_of(match), game, None, None)


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of a match in order, with their players.

    Python sorts them: Django compiles an order over three tables in more time than the rest of the query takes.
    """
    return sorted(match.seats.select_related("player", "reserved_for").order_by(), key=attrgetter("number"))


def in_bulk(match_ids: Iterable[UUID]) -> dict[UUID, Match]:
    """Return the matches with these ids, in two queries. Their seats are prefetched as ``seats_of`` reads them."""
    seats = Seat.objects.select_related("player", "reserved_for").order_by("number")
    return Match.objects.prefetch_related(Prefetch("seats", seats)).in_bulk(list(match_ids))


def first_digest(match: Match) -> str:
    """Return the digest before the first row, over the constant part of the header."""
    return _digest(str(match.id), match.game, match.rules_version, match.seat_count, match.commitment)


def number(match: Match, rows: Iterable[Row]) -> dict[str, Any]:
    """Number rows after the last one of a match and return the changes of its header. Writes nothing."""
    version, digest = match.version, match.digest
    for row in rows:
        version += 1
        row.match_id, row.version = match.id, version
        digest = row.digest = row_digest(row, digest)
    return {"version": version, "digest": digest}


def append(
    match: Match, header: Mapping[str, Any], rows: Sequence[Row | Notification | MatchEndJob | IdempotentResponse]
) -> None:
    """Write numbered rows, related rows, stored responses and the header: all or nothing.

    Raises Stale if the match no longer has the version before these rows.
    """
    expected = match.version - sum(isinstance(row, Row) for row in rows)
    by_kind = sorted(rows, key=lambda row: type(row).__name__)
    if match_sql.are_used():
        if not match_sql.append(match.id, expected, header, by_kind):
            raise Stale
        return
    with transaction.atomic():
        if not Match.objects.filter(pk=match.pk, version=expected).update(**header):
            raise Stale
        for kind, group in groupby(by_kind, type):
            kind.objects.bulk_create(group)  # type: ignore[attr-defined]  # all of these classes have a manager


def made(kind: type[Model], /, **values: Any) -> Any:
    """Return a row for ``append``, created as unpickling does: ``__init__`` takes nearly three times as long.

    ``values`` are named by column (``player_id``). They must contain every field whose default is callable.
    """
    row = kind.__new__(kind)
    row.__dict__.update(_plain_defaults(kind) | values)
    row._state = ModelState()
    return row


@cache
def _plain_defaults(kind: type[Model]) -> dict[str, Any]:
    fields = kind._meta.concrete_fields
    return {f.attname: f.get_default() for f in fields if f.default is NOT_PROVIDED or not callable(f.default)}


def row_digest(row: Row, previous: str) -> str:
    """Return the digest of a row whose predecessor has the digest ``previous``."""
    at = row.at.isoformat(timespec="microseconds")
    return _digest(previous, row._meta.model_name, row.version, at, *_content(row))


def _content(row: Row) -> tuple[Any, ...]:
    """Return the content of a row for its digest, without its place and time, and without a bot that is null."""
    match row:
        case Round():
            return row.number, row.attempt, row.kind, row.deck, row.events
        case Move():
            fields = (row.seat, row.by, str(row.player_id), row.move, row.events, row.ends_round)
            return fields if row.bot is None else (*fields, row.bot)
        case TableEvent():
            return row.type, row.seat, row.by, str(row.player_id), row.data


_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _digest(*content: Any) -> str:
    return hashlib.sha256(_COMPACT.encode(content).encode()).hexdigest()


def rows_after(match: Match, version: int = 0, limit: int | None = None) -> list[Row]:
    """Return the rows after a version, in order, at most ``limit``."""
    rows: list[Row] = []
    for kind in (Move, Round, TableEvent):
        rows += kind.objects.filter(match_id=match.pk, version__gt=version).order_by("version")[:limit]
    return sorted(rows, key=lambda row: row.version)[:limit]


def rows_of(matches: Iterable[Match]) -> dict[UUID, list[Row]]:
    """Return all rows of the given matches by match id, in order, in three queries."""
    found: dict[UUID, list[Row]] = {match.pk: [] for match in matches}
    for kind in (Move, Round, TableEvent):
        for row in kind.objects.filter(match__in=found):
            found[row.match_id].append(row)
    return {match: sorted(rows, key=lambda row: row.version) for match, rows in found.items()}


def first_state(match: Match) -> Any:
    """Return the state of a started match before the first deal. Raises NoRules."""
    return game_of(match).start(match.options, match.seat_count, match.dealer or 0)


def state_at(match: Match, version: int) -> Any:
    """Return the state of a started match after the row with this version. Raises NoRules.

    It folds the current round in full. Of earlier rounds it folds only their results (``Game.round_result``), so the
    cost does not grow with the number of rounds.
    """
    game, state = game_of(match), first_state(match)
    until = {"match_id": match.pk, "version__lte": version}
    shuffles = list(Round.objects.filter(**until).values_list("version", "events", "attempt"))
    began = max((place for place, _, attempt in shuffles if attempt == 0), default=0)
    moves = Move.objects.filter(Q(ends_round=True) | Q(version__gt=began), **until).values_list("version", "events")
    undone = undone_in(match, version)
    since = [(place, events) for place, events, _ in shuffles if place >= began]
    for place, text in sorted([*since, *(move for move in moves if move[0] not in undone)]):
        events = game.load_events(text)
        state = game.fold(state, events if place >= began else [event for event in events if game.round_result(event)])
    return state


def events_of_round(match: Match) -> list[Any]:
    """Return the events of the current round, up to the version of the match."""
    game = game_of(match)
    deals = Round.objects.filter(match_id=match.pk, version__lte=match.version, attempt=0).order_by("-version")
    since = {"match_id": match.pk, "version__gte": deals.values("version")[:1], "version__lte": match.version}
    rows = [*Round.objects.filter(**since).values_list("version", "events")]
    rows += standing(match).filter(**since).values_list("version", "events")
    return [event for _, text in sorted(rows) for event in game.load_events(text)]


def acting(game: AnyGame, state: Any) -> int | None:
    """Return the seat to act in a state; None for chance, after the end, and before the start."""
    actor = NOBODY if state is None else game.to_act(state)
    return actor if actor >= 0 else None


def fold(game: AnyGame, state: Any, rows: Iterable[Row]) -> Iterator[tuple[Row, Any]]:
    """Yield each row with the state after it. If a row takes a move back, that move must be among the rows."""
    before = state
    for row in rows:
        if isinstance(row, Move | Round):
            before, state = state, game.fold(state, game.load_events(row.events))
        elif row.type == "undone":
            state = before
        yield row, state
