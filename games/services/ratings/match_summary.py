"""The summary of a finished match for its players, computed from its log alone.

Ratings, statistics and reliability use only this summary, so they can be computed again with the same result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from games import log, match_clock
from games.engine.catalogue import GAMES
from games.engine.results import RoundResult
from games.models import Actor, Match, Move, Status, TableEvent
from games.seat_control import LoggedSeat

PLAYED = (Actor.PLAYER, Actor.PLAN)
"""The authors of moves that count as a player's own."""


@dataclass
class Stint:
    """The time of one player at one seat."""

    player: UUID
    seat: int
    side: int
    from_start: bool
    """True if the player was there when the match began. Otherwise the player is a substitute."""
    gave_up: bool = False
    """True if the player resigned, or was not there at the end."""
    left: bool = False
    """True if the match went on without the player, so that they let the others down."""
    in_time: int = 0
    missed: int = 0
    """Turns that the player played, and those in which the time ran out."""
    rounds: list[RoundResult] = field(default_factory=list)
    """The sheets of the rounds that ended while the player was there."""


@dataclass(frozen=True)
class MatchSummary:
    """A match that was played to an end."""

    match: Match
    rated: bool
    """True if the match began as a rated one."""
    pool: str
    """The key of the rating pool, a family of games and a speed: ``chkobba.days``."""
    places: tuple[int, ...]
    """The place of each side. Sides that gave up come behind all others."""
    stints: tuple[Stint, ...]
    """The stints of players, without bots, in the order of seats and of time."""
    is_early: bool
    """True if the match ended before every seat had moved once: too early to tell the players' strength."""
    rounds: int
    """The number of rounds that were played to their end; at least 1 if the match was."""
    is_solo: bool
    """True for one player against bots. Accounts that were merged later count as two."""

    @property
    def finished_at(self) -> datetime:
        """The time when the match ended."""
        return self.match.finished_at or self.match.created_at

    @property
    def starters(self) -> list[Stint]:
        """The players at the start. The match counts for them, also if another player finished it."""
        return [stint for stint in self.stints if stint.from_start]

    @property
    def is_short(self) -> bool:
        """True if no round was played to its end."""
        return self.rounds == 0

    @property
    def is_contest(self) -> bool:
        """True if people played against people, long enough to say something about their strength."""
        return not self.is_early and len({stint.side for stint in self.starters}) > 1

    def with_players(self, who: Callable[[UUID], UUID]) -> MatchSummary:
        """Return the summary with the present players, after merges (``accounts.aliases``)."""
        return replace(self, stints=tuple(replace(stint, player=who(stint.player)) for stint in self.stints))

    def place_of(self, stint: Stint) -> int:
        """Return the place of a player from the start.

        It is the last one for a player who resigned, also if a bot or a substitute has won for them.
        """
        return len(self.places) if stint.gave_up else self.places[stint.side]


def pool_of(game: str, control: Any) -> str:
    """Return the key of the rating pool of a game with a time control."""
    family = GAMES[game].family if game in GAMES else game
    return f"{family}.{control.speed}"


def summary_of(match: Match) -> MatchSummary | None:
    """Return the summary of a match for its players, in three queries; None for a match without a result."""
    if match.status != Status.FINISHED or match.result is None:
        return None
    events = list(TableEvent.objects.filter(match=match).order_by("version"))
    begun: dict[str, Any] = json.loads(next(row.data for row in events if row.type == "started"))
    moves = list(log.standing(match).order_by("version").values_list("version", "seat", "by", "ends_round"))
    turns = [(version, seat, by) for version, seat, by, _ in moves]
    rounds = sum(ends_round for *_, ends_round in moves)
    sides = log.sides_of(match)
    stints = _Reading(sides, _sheets(match)).read(events, turns)
    return MatchSummary(
        match=match,
        rated=begun.get("rated", False),
        pool=pool_of(match.game, match_clock.agreed_in(begun)),
        places=_places(match.result["places"], stints),
        stints=tuple(stints),
        is_early=len({seat for _, seat, _ in turns}) < match.seat_count,
        is_solo=len({stint.player for stint in stints}) < 2,
        rounds=max(rounds, 1) if match.result["reason"] == "played" else rounds,
    )


def _sheets(match: Match) -> dict[int, list[RoundResult]]:
    """Return the sheets of rounds by the version at which they ended; empty if the rules of the match are gone."""
    if not log.has_rules(match):
        return {}
    game = log.game_of(match)
    ended = Move.objects.filter(match=match, ends_round=True).values_list("version", "events")
    return {
        version: [result for event in game.load_events(text) if (result := game.round_result(event))]
        for version, text in ended
    }


def _places(places: Sequence[int], stints: Sequence[Stint]) -> tuple[int, ...]:
    """Return the places of the sides. Sides without any player from the start come last."""
    starters = [stint for stint in stints if stint.from_start]
    began = {stint.side for stint in starters}
    stayed = {stint.side for stint in starters if not stint.gave_up}
    here = [side for side in range(len(places)) if side in stayed or side not in began]
    return tuple(
        1 + sum(places[other] < place for other in here) if side in here else len(places)
        for side, place in enumerate(places)
    )


class _Reading:
    """Reads a log from the start of the match on, to follow the players at the seats."""

    def __init__(self, sides: Sequence[int], sheets: dict[int, list[RoundResult]]) -> None:
        self.sides, self.sheets = sides, sheets
        self.stints: list[Stint] = []
        self.here: dict[int, Stint] = {}
        """The stint of the present player of each seat."""
        self.seats: dict[int, LoggedSeat] = {}
        self.resigned_last: int | None = None

    def read(self, events: Sequence[TableEvent], turns: Sequence[tuple[int, int, str]]) -> list[Stint]:
        """Return the stints, in the order of seats and of time."""
        rows: list[TableEvent | tuple[int, int, str]] = [*events, *turns]
        for row in sorted(rows, key=lambda row: row.version if isinstance(row, TableEvent) else row[0]):
            if isinstance(row, TableEvent):
                self._hear(row)
            else:
                self._count(*row)
        for seat, stint in self.here.items():
            if self.seats[seat].autopilot:
                stint.gave_up = stint.left = True
        return sorted(self.stints, key=lambda stint: stint.seat)

    def _hear(self, row: TableEvent) -> None:
        if row.type == "started":
            for seat, sat in enumerate(json.loads(row.data)["seats"]):
                self.seats[seat] = LoggedSeat(sat["player"], sat["bot"])
                if sat["player"]:
                    self._sit(seat, sat["player"], from_start=True)
        elif row.type == "finished":
            self._end(json.loads(row.data)["reason"])
        elif row.seat in self.seats:
            self.seats[row.seat] = match_clock.seat_after(self.seats[row.seat], row, None)
            if row.type == "resigned":
                self.here[row.seat].gave_up = True
                self.resigned_last = row.seat
            elif row.type == "substituted":
                self.here[row.seat].gave_up = self.here[row.seat].left = True
                self._sit(row.seat, json.loads(row.data)["player"], from_start=False)

    def _sit(self, seat: int, player: str, *, from_start: bool) -> None:
        self.here[seat] = Stint(UUID(player), seat, self.sides[seat], from_start)
        self.stints.append(self.here[seat])

    def _end(self, reason: str) -> None:
        """Record the resignations. The one that ended the match does not count as leaving; earlier ones do."""
        for seat, stint in self.here.items():
            ended_it = reason == "resigned" and seat == self.resigned_last
            stint.left = self.seats[seat].resigned and not ended_it

    def _count(self, version: int, seat: int, by: str) -> None:
        stint = self.here.get(seat)
        if stint is not None:
            stint.in_time += by in PLAYED
            stint.missed += by == Actor.TIMEOUT
        for sheet in self.sheets.get(version, ()):
            for one in self.here.values():
                one.rounds.append(sheet)
