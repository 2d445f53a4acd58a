"""The clock of a match: how its log moves it, and where it is kept.

A clock is changed by rows of the log and by nothing else: a service notes what happened, ``after`` folds it. So whoever
reads the log knows the clock at every row. What it folds to is kept with the match, together with the version that it
belongs to. A row that was written by an earlier release, or by one of its processes while both run, has none, or one of
an earlier version: then the log tells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db.models import OuterRef, Subquery

from accounts.models import Player
from games.clock.closures import Closed
from games.clock.control import Control
from games.clock.controls import AnyControl
from games.clock.controls.move import MoveControl
from games.clock.hours import Hours
from games.clock.outages import Away, known_at
from games.clock.state import Clock
from games.models import Match, Move, Outage, Round, Row, Status, TableEvent
from games.responders import STAND_IN, Person, Responder, responder

ENDS: Final = ("finished", "cancelled")
"""What ends a match."""

# --- where it is kept -------------------------------------------------------------------------------------------------


def to_keep(clock: Clock, version: int) -> dict[str, Any]:
    """Return what a match keeps of its clock at a version, as JSON."""
    return {"version": version, **msgspec.json.decode(msgspec.json.encode(clock))}


def clock_of(match: Match) -> Clock:
    """Return the clock of a match that was read."""
    kept = _kept(match) if is_kept(match) else None
    return kept or clocks_of([match])[match.id]


def clocks_of(matches: Iterable[Match]) -> dict[UUID, Clock]:
    """Return the clocks of matches that were read, by their ids; in three queries for all that do not keep theirs."""
    clocks: dict[UUID, Clock] = {}
    untold = []
    for match in matches:
        kept = _kept(match) if is_kept(match) else None
        if kept:
            clocks[match.pk] = kept
        elif match.status == Status.RUNNING:
            untold.append(match)
        else:
            clocks[match.pk] = Clock(control_of(match))
    return clocks | _told_by_logs(untold) if untold else clocks


def is_kept(match: Match) -> bool:
    """Say whether a match keeps the clock of its version."""
    return match.clock is not None and match.clock.get("version") == match.version


def control_of(match: Match) -> Control:
    """Return what a match agreed on, without asking its log; what an earlier release has changed since is meant."""
    kept = _kept(match)
    if kept and kept.control.turn_seconds == match.turn_seconds:
        return kept.control
    return MoveControl(match.turn_seconds)


def header_of(control: Control) -> dict[str, Any]:
    """Return what the header of a match says of its control: what releases before this one know of it."""
    return {"turn_seconds": control.turn_seconds}


def agreement(control: Control) -> dict[str, Any]:
    """Return what the log says of a control that was agreed on."""
    return {**header_of(control), "control": msgspec.to_builtins(control)}


def agreed_in(data: Mapping[str, Any]) -> Control:
    """Return the control that the log says was agreed on."""
    return _read_control(data["control"]) if "control" in data else MoveControl(data["turn_seconds"])


def hours_of(player: Player | None) -> Hours:
    """Return the hours of a player, as far as they have said any."""
    return msgspec.convert(player.hours, Hours) if player and player.hours else Hours()


def _kept(match: Match) -> Clock | None:
    """Return the clock that a match keeps, of whatever version; None where it keeps none that can be read."""
    try:
        return msgspec.convert(match.clock, Clock)
    except msgspec.ValidationError:
        return None


def _read_control(data: Any) -> Control:
    control: Control = msgspec.convert(data, AnyControl)
    return control


def outages_since(moment: datetime) -> list[Away]:
    """Return the outages that ended after a moment."""
    return [Away(*times) for times in Outage.objects.filter(ended_at__gt=moment).values_list("began_at", "ended_at")]


# --- how the log moves it ---------------------------------------------------------------------------------------------


def after(
    clock: Clock, row: Row, to_act: int | None, responders: Sequence[Responder], outages: Iterable[Away] = ()
) -> Clock:
    """Return the clock after a row, with the seat that is to act then, and who answers for each seat.

    Of outages must be told what falls into the turn that a move ends, where there are banks; and into the turn in which
    an earlier release paused the match, since it did not write down what was left.
    """
    if isinstance(row, TableEvent):
        clock = _after_event(clock, row, outages)
    if isinstance(row, Move):
        clock = clock.moved(row.at, known_at(outages, row.at))
    awaited = to_act is not None and isinstance(responders[to_act], Person)
    anew = isinstance(row, Move | Round) or row.type == "undone"
    return clock.turn(to_act, row.at, awaited=awaited, anew=anew)


class ClosedHours(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the log says of the time that does not count in a turn."""

    seconds_left: float
    """What the turn has left, of the time that does."""
    closed: tuple[Closed, ...] = ()
    """From then on, until some days after the deadline."""
    holidays: tuple[Closed, ...] = ()
    """What of that are holidays."""


def _after_event(clock: Clock, row: TableEvent, outages: Iterable[Away]) -> Clock:
    data = json.loads(row.data)
    match row.type:
        case "started":
            return Clock(agreed_in(data))
        case "extended":
            return clock.extend(datetime.fromisoformat(data["due_at"]), row.at)
        case "closed_hours":
            told = msgspec.convert(data, ClosedHours)
            return clock.close(row.at, told.closed, told.holidays, timedelta(seconds=told.seconds_left))
        case "paused" if "seconds_left" in data:
            left = data["seconds_left"]
            return clock.pause(row.at, None if left is None else timedelta(seconds=left))
        case "paused":
            return clock.pause(row.at, clock.time_left(row.at, known_at(outages, row.at)))
        case "resumed":
            return clock.resume(row.at)
        case "substituted" if row.seat is not None:
            return clock.newcomer(row.seat)
        case "undone":  # whose time ran has not moved: no bank is settled
            return clock.settled(row.at)
    return clock.end() if row.type in ENDS else clock


@dataclass(frozen=True)
class Sitting:
    """What the log says of a seat."""

    player: str | None
    """The id of the player who sits there."""
    bot: str
    autopilot: bool = False
    resigned: bool = False
    substitute_from: datetime | None = None
    substitute_wanted: bool = False
    offered_at: datetime | None = None
    """The time since which the seat is open to a substitute."""
    substitute_since: int | None = None

    @property
    def responder(self) -> Responder:
        """Who answers for the seat."""
        has_player = self.player is not None
        return responder(has_player=has_player, bot=self.bot, autopilot=self.autopilot, resigned=self.resigned)

    def after(self, row: TableEvent, substitutes_after: int | None) -> Sitting:
        """Return what the log says after an event that concerns the seat."""
        nobody_else = replace(self, substitute_from=None, substitute_wanted=False, offered_at=None)
        match row.type:
            case "autopilot_on":
                after = None if substitutes_after is None else row.at + timedelta(seconds=substitutes_after)
                return replace(self, autopilot=True, substitute_from=after)
            case "autopilot_off":
                return replace(nobody_else, autopilot=False)
            case "substitute_wanted":
                return replace(self, substitute_wanted=True, offered_at=row.at)
            case "substituted":
                player = json.loads(row.data)["player"]
                return replace(nobody_else, player=player, autopilot=False, substitute_since=row.version)
            case "resigned":
                return replace(nobody_else, resigned=True, bot=self.bot or STAND_IN)
            case "bot_joined":
                return replace(nobody_else, bot=json.loads(row.data)["level"], autopilot=False)
            case "bot_left":
                return replace(self, bot="")
        return self


class Timeline:
    """The clock of a match, and who answers for its seats, while its log is read from the first row on."""

    def __init__(self, match: Match, outages: Sequence[Away]) -> None:
        self.clock = Clock(control_of(match))
        self.sitting: list[Sitting] = []
        """What it says of each seat; nothing before the match has started."""
        self._substitutes_after: int | None = None
        self._over = False
        self._outages = outages

    def read(self, row: Row, to_act: int | None) -> Clock:
        """Return the clock after the next row; ``to_act`` is whom the game asks then, also when the match is over."""
        if isinstance(row, TableEvent):
            if row.type == "started":
                begun = json.loads(row.data)
                self._substitutes_after = begun.get("substitutes_after")
                self.sitting = [Sitting(seat["player"], seat["bot"]) for seat in begun["seats"]]
            elif row.type in ENDS:
                self._over = True
            elif self.sitting and row.seat is not None:
                self.sitting[row.seat] = self.sitting[row.seat].after(row, self._substitutes_after)
        turn = to_act if self.sitting and not self._over else None
        self.clock = after(self.clock, row, turn, self.responders, self._outages)
        return self.clock

    @property
    def responders(self) -> list[Responder]:
        """Who answers for each seat; nobody before the match has started."""
        return [seat.responder for seat in self.sitting]


def _told_by_logs(matches: Sequence[Match]) -> dict[UUID, Clock]:
    """Return the clocks of running matches by their logs.

    Of the game only its last row matters, where there are no banks: with it the turn began that goes on.
    """
    last: dict[UUID, Row] = {}
    for kind in (Round, Move):
        newest = kind.objects.filter(match=OuterRef("pk")).order_by("-version")
        found = Match.objects.filter(pk__in=[match.pk for match in matches])
        for match_id, version, at in found.values_list(
            "pk", Subquery(newest.values("version")[:1]), Subquery(newest.values("at")[:1])
        ):
            if version is not None and (match_id not in last or version > last[match_id].version):
                last[match_id] = kind(version=version, at=at)
    events: dict[UUID, list[TableEvent]] = {match.pk: [] for match in matches}
    for event in TableEvent.objects.filter(match__in=events).order_by("version"):
        events[event.match_id].append(event)
    outages = outages_since(min(match.created_at for match in matches))
    clocks = {}
    for match in matches:
        game_rows = _played(match) if _had_banks(events[match.pk]) else [last[match.pk]] if match.pk in last else []
        rows = sorted([*events[match.pk], *game_rows], key=lambda row: row.version)
        clocks[match.pk] = _folded(match, rows, outages)
    return clocks


def _had_banks(events: Sequence[TableEvent]) -> bool:
    """Say whether a match that began with these events agreed on banks."""
    return any(row.type == "started" and agreed_in(json.loads(row.data)).has_banks for row in events)


def _played(match: Match) -> list[Row]:
    """Return what was played at a match, as far as it moves clocks: with banks, each move matters."""
    moves = Move.objects.filter(match=match).values_list("version", "at", "seat")
    shuffles = Round.objects.filter(match=match).values_list("version", "at")
    return [
        *(Move(version=version, at=at, seat=seat) for version, at, seat in moves),
        *(Round(version=version, at=at) for version, at in shuffles),
    ]


def _folded(match: Match, rows: Sequence[Row], outages: Sequence[Away]) -> Clock:
    """Return the clock after rows in their order. Whose turn it was after one, the next move tells."""
    to_act, turns = match.to_act, []
    for row in reversed(rows):
        turns.append(to_act)
        to_act = row.seat if isinstance(row, Move) else to_act
    timeline = Timeline(match, outages)
    for row, turn in zip(rows, reversed(turns), strict=True):
        timeline.read(row, turn)
    return timeline.clock
