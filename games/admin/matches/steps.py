"""A match step by step: each row of its log with its maker, time and duration, and the board after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs

from accounts.models import Player
from games import log, match_clock
from games.admin.common.read_only import duration, is_over
from games.admin.matches.board import Board, Names, board_of
from games.admin.matches.log_words import name_of, names_over_time, sentences_of_row, who_of
from games.clock.outages import Away
from games.clock.state import Clock
from games.engine.catalogue import rules_of
from games.engine.protocol import AnyGame
from games.engine.results import RoundResult
from games.models import Match, Move, Round, Row, Seat, TableEvent
from games.texts import reader


@dataclass
class Step:
    """A row of the log in words."""

    version: int
    kind: str
    """One of ``move``, ``chance`` or ``table``."""
    who: str
    by: str
    """One of ``player``, ``bot``, ``timeout``, ``admin`` or ``chance``."""
    at: datetime
    took: timedelta | None
    """The time of a move since the turn began, without pauses; None for other rows."""
    said: list[str]
    """The events of the row, one sentence each."""
    clock: str = ""
    """The seat whose time runs after the row, and its deadline; empty when no time runs."""

    @property
    def took_text(self) -> str:
        """The duration in words; empty without one."""
        return "" if self.took is None else duration(self.took)


@dataclass
class MatchHistory:
    """The log of a match, read once for the whole page."""

    match: Match
    seats: Sequence[Seat]
    names: Names
    rows: list[Row]
    steps: list[Step]
    results: list[RoundResult]
    """The score sheets of the finished rounds."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.rows)

    def board(self, step: int) -> Board | None:
        """Return the board after a step; None before the deal, and for a broken log."""
        game = rules_of(self.match.game, self.match.rules_version)
        if game is None:
            return None
        try:
            state = state_after(self.match, game, self.rows[:step])
            return None if state is None else board_of(game, state, self.names, whole=is_over(self.match))
        except Exception:  # a manipulated log may hold anything, and this page must still show it
            return None


def history_of(match: Match) -> MatchHistory:
    """Read the log of a match and describe each row."""
    seats = log.seats_of(match)
    rows = log.rows_after(match)
    names_when = names_over_time(match, [name_of(seat) for seat in seats])
    people = Player.objects.in_bulk({row.player_id for row in rows if isinstance(row, TableEvent) and row.player_id})
    steps: list[Step] = []
    results: list[RoundResult] = []
    turn_began: datetime | None = None
    paused_at: datetime | None = None
    for row in rows:
        took = None
        if isinstance(row, TableEvent):
            if row.type == "paused":
                paused_at = row.at
            elif row.type == "resumed" and paused_at and turn_began:
                turn_began, paused_at = turn_began + (row.at - paused_at), None
        else:
            took = row.at - turn_began if isinstance(row, Move) and turn_began else None
            turn_began = row.at
            results += _results(match, row)
        steps.append(_step(match, row, names_when(row.version), people, took))
    for step, clock in zip(steps, _clocks(match, rows, names_when), strict=False):
        step.clock = clock
    return MatchHistory(match, seats, names_when(match.version), rows, steps, results)


def state_after(match: Match, game: AnyGame, rows: Sequence[Row]) -> Any:
    """Fold rows from the first one on and return the state; None before the match starts."""
    state: Any = None
    for _, after in _states(match, game, rows):
        state = after
    return state


def _states(match: Match, game: AnyGame, rows: Sequence[Row]) -> Iterator[tuple[Row, Any]]:
    """Yield rows from the first one on with the state after each, which is None before the match starts."""
    start = (place for place, row in enumerate(rows) if isinstance(row, TableEvent) and row.type == "started")
    begun = next(start, len(rows))
    yield from ((row, None) for row in rows[:begun])
    if begun < len(rows):
        yield from log.fold(game, log.first_state(match), rows[begun:])


def _clocks(match: Match, rows: Sequence[Row], names_when: Callable[[int], Names]) -> Iterator[str]:
    """Yield the clock in words after each row. Stop where the log cannot be read."""
    outages = match_clock.outages_since(match.created_at)
    replay = match_clock.ClockReplay(match, outages)
    try:
        game = log.game_of(match)
        for row, state in _states(match, game, rows):
            yield _clock_in_words(replay.read(row, log.acting(game, state)), outages, names_when(row.version))
    except Exception:  # as in MatchHistory.board
        return


def _clock_in_words(clock: Clock, outages: Sequence[Away], names: Names) -> str:
    left, due_at = clock.left_in_pause, clock.deadline(outages)
    if clock.paused_at is not None:
        return (
            "paused" if left is None or clock.seat is None else f"{names.seats[clock.seat]} has {duration(left)} left"
        )
    return "" if due_at is None or clock.seat is None else f"{names.seats[clock.seat]} until {due_at:%d %b, %H:%M:%S}"


def _step(match: Match, row: Row, names: Names, people: dict[Any, Player], took: timedelta | None) -> Step:
    said = sentences_of_row(match, row, names, people)
    if isinstance(row, Round):
        return Step(row.version, "chance", "Chance", "chance", row.at, None, said)
    if isinstance(row, Move):
        return Step(row.version, "move", names.seats[row.seat], row.by, row.at, took, said)
    return Step(row.version, "table", who_of(row, names, people), row.by, row.at, None, said)


def _results(match: Match, row: Move | Round) -> Iterator[RoundResult]:
    if log.has_rules(match) and isinstance(row, Move) and row.ends_round:
        game = log.game_of(match)
        try:
            ended = filter(None, map(game.round_result, game.load_events(row.events)))
            yield from map(_said_of_scores, ended)
        except Exception:  # as in MatchHistory.board
            return


def _said_of_scores(result: RoundResult) -> RoundResult:
    """Return a score sheet with its messages as sentences."""
    say = reader().text
    lines = [structs.replace(line, name=say(line.name), text=say(line.text)) for line in result.categories]
    return structs.replace(result, categories=tuple(lines))
