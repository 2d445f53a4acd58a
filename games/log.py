"""The log of a match: appending to it, folding it, checking it.

Every row has the digest of its content and of the row before it, so that no row can be changed, dropped, swapped or put
in between without all later digests telling; the header keeps the last one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Player
from games.engine.catalogue import GAMES
from games.engine.protocol import AnyGame
from games.models import Match, Move, Round, Row, Seat, TableEvent


class Stale(Exception):
    """Somebody else has appended to the log in the meantime; nothing was written."""


def game_of(match: Match) -> AnyGame:
    """Return the game of a match. Raises LookupError for rules that this server no longer has."""
    if not has_rules(match):
        raise LookupError(f"{match.game} in version {match.rules_version} of its rules is not in the catalogue")
    return GAMES[match.game]


def has_rules(match: Match) -> bool:
    """Say whether this server still has the rules of a match."""
    game = GAMES.get(match.game)
    return game is not None and game.version == match.rules_version


@dataclass
class Loaded:
    """A match as it was read: its seats in order, and its state (None until it starts)."""

    match: Match
    seats: list[Seat]
    game: AnyGame
    state: Any

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return where a player sits, or None."""
        return next((seat for seat in self.seats if player and seat.player_id == player.id), None)

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.game.sides(self.match.options, self.match.seat_count)


def load(match: Match) -> Loaded:
    """Return a match with its seats, and with its state from the snapshot."""
    game = game_of(match)
    return Loaded(match, seats_of(match), game, game.load_state(match.snapshot) if match.snapshot else None)


def without_rules(match: Match) -> Loaded:
    """Return a match with its seats alone, for what can be done without its rules; game and state are None."""
    game: Any = None
    return Loaded(match, seats_of(match), game, None)


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of a match in order, with their players."""
    return list(match.seats.select_related("player", "kept_for").order_by("number"))


def first_digest(match: Match) -> str:
    """Return the digest before the first row: over what of the header never changes."""
    return _digest(str(match.id), match.game, match.rules_version, match.seat_count, match.commitment)


def append(match: Match, rows: Sequence[Row], **header: Any) -> None:
    """Add rows to the log, and change the header in the same breath.

    The match must be as it was read within this transaction. Raises Stale where somebody else was faster.
    """
    version, digest = match.version, match.digest
    for row in rows:
        version += 1
        row.match, row.version = match, version
        digest = row.digest = row_digest(row, digest)
    for kind in (Move, Round, TableEvent):
        of_kind: list[Any] = [row for row in rows if isinstance(row, kind)]
        if of_kind:
            kind.objects.bulk_create(of_kind)
    header |= {"version": version, "digest": digest}
    if not Match.objects.filter(pk=match.pk, version=match.version).update(**header):
        raise Stale
    for name, value in header.items():
        setattr(match, name, value)


def row_digest(row: Row, previous: str) -> str:
    """Return the digest of a row that follows one with the digest ``previous``."""
    at = row.at.isoformat(timespec="microseconds")
    return _digest(previous, row._meta.model_name, row.version, at, *row.content())


def _digest(*content: Any) -> str:
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def rows_after(match: Match, version: int = 0, limit: int | None = None) -> list[Row]:
    """Return the rows after a version, in order."""
    rows: list[Row] = []
    for kind in (Move, Round, TableEvent):
        rows += kind.objects.filter(match_id=match.pk, version__gt=version).order_by("version")[:limit]
    return sorted(rows, key=lambda row: row.version)[:limit]


def fold(game: AnyGame, state: Any, rows: Iterable[Row]) -> Iterator[tuple[Row, Any]]:
    """Yield each row with the state after it."""
    for row in rows:
        if isinstance(row, Move | Round):
            for event in game.load_events(row.events):
                state = game.evolve(state, event)
        yield row, state
