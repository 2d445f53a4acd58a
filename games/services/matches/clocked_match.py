"""The log rows and header changes that an action adds to a match, and the clock that follows them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import log, match_clock
from games.clock import lobby
from games.clock.closures import measure
from games.clock.control import Control
from games.clock.hours import Closing
from games.clock.state import Clock
from games.engine.messages import say
from games.models import Actor, Match, Row, Seat, Status, TableEvent
from games.offer_rules import Pause, folded, proposal_of, to_keep
from games.seat_control import Bot, StandIn
from games.services.dispatch.outages import is_late, known_since
from games.table_events import KINDS
from games.table_events.play import ClosedHours


def late_bots_of(match: Match) -> lobby.LateBots | None:
    """Return the time and the level with which bots take the free seats of a match, or None."""
    return msgspec.convert(match.late_bots, lobby.LateBots) if match.late_bots else None


_CANONICAL: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=datetime.isoformat
)


def canonical(data: Any) -> str:
    """Return compact JSON with sorted keys, the form of the log."""
    return _CANONICAL.encode(data)


@dataclass
class ClockedMatch(log.Loaded):
    """A match with its clock, and with the log rows and the changes of the header that an action adds."""

    now: datetime
    """The time of the request. An action reads the clock only once."""
    rows: list[Row] = field(default_factory=list)
    """The log rows that the action adds. They are not stored yet."""
    header: dict[str, Any] = field(default_factory=dict)
    """The columns of the match that the action changes, with their new values."""
    clock: Clock = field(init=False)
    """The clock of the match. ``move_clock`` applies the new log rows to the clock."""

    def __post_init__(self) -> None:
        self.clock = match_clock.clock_of(self.match)

    def change(self, **fields: Any) -> None:
        """Change columns of the header."""
        self.header |= fields
        for name, value in fields.items():
            setattr(self.match, name, value)

    def note(
        self,
        type: str,
        seat: Seat | None = None,
        *,
        by: Actor = Actor.PLAYER,
        player: Player | None = None,
        event: Struct | None = None,
        bounded: bool = True,
    ) -> None:
        """Add a row about an event around the game, with its payload; None if no field of it is set.

        ``bounded`` is False for a row in a player's name that the player has not caused, such as during a ban.

        Raises DomainError ``too_often_here`` if the player has caused the maximum of such rows, or players together if
        the rows name none; ValueError for a type that ``games.table_events`` lacks; TypeError for a payload of another
        kind or without its fields.
        """
        if type not in KINDS:
            raise ValueError(f"games/table_events does not declare {type}")
        payload = KINDS[type].payload
        if event is None:
            event = payload()
        if not isinstance(event, payload):
            raise TypeError(f"the payload of {type} is a {payload.__name__}")
        if by == Actor.PLAYER and bounded:
            self._must_have_room(type, player)
        number = None if seat is None else seat.number
        text = canonical(msgspec.to_builtins(event, builtin_types=(datetime,)))
        version = self.match.version + len(self.rows) + 1
        row = TableEvent(version=version, type=type, seat=number, by=by, player=player, data=text, at=self.now)
        self.rows.append(row)

    def _must_have_room(self, type: str, player: Player | None) -> None:
        most = KINDS[type].most
        if most is None:
            return
        rows = TableEvent.objects.filter(match_id=self.match.pk, type=type, by=Actor.PLAYER, player=player)
        if rows.count() >= most:
            raise DomainError("too_often_here", say("refused.too_often_here"), limit=most)

    @property
    def is_late(self) -> bool:
        """True if the time of the seat to act is up. Outages do not count, also before they are stored."""
        due_at = self.match.due_at
        return due_at is not None and due_at < self.now and is_late(self.match, self.now)

    # --- the lobby ----------------------------------------------------------------------------------------------------

    @property
    def lobby_ends_at(self) -> datetime:
        """The time at which a lobby deals without missing seeds, starts with bots, or is cancelled.

        ``wake_at`` may be a little later while a worker looks at the match.
        """
        ends_at = lobby.ends_at(self.match.created_at)
        bots = self.late_bots
        return self.match.seeds_due_at or (min(bots.at, ends_at) if bots and self.all_agree else ends_at)

    @property
    def all_agree(self) -> bool:
        """True if all seated players have agreed to the terms."""
        return all(seat.agrees_to(self.match) for seat in self.seats)

    @property
    def late_bots(self) -> lobby.LateBots | None:
        """The time and the level with which bots take the free seats, or None."""
        return late_bots_of(self.match)

    def plan_bots(self, wanted: lobby.LateBots | None) -> dict[str, Any] | None:
        """Set or remove the time at which bots take the free seats. Return the data for the log."""
        stored = None if wanted is None else {"at": wanted.at.isoformat(), "level": wanted.level}
        self.change(late_bots=stored)
        return stored

    def agree(self, control: Control) -> None:
        """Set the time control of a match that has not started."""
        self.clock = Clock(control)
        self.change(**match_clock.header_of(control))

    # --- the clock ----------------------------------------------------------------------------------------------------

    @property
    def server_is_next(self) -> bool:
        """True if work of the server is due at once."""
        return self.match.wake_at is not None and self.match.wake_at <= self.now

    @property
    def _acting(self) -> int | None:
        """The seat to act. For a match without rules its header says it."""
        if self.match.status != Status.RUNNING:
            return None
        return log.acting(self.game, self.state) if self.has_rules else self.match.to_act

    def move_clock(self) -> None:
        """Apply the new rows to the clock, and write its times into the header.

        A deadline that has not changed keeps its stored value, since outages may have postponed it.
        """
        match, before, acting = self.match, self.clock, self._acting
        responders = [seat.responder for seat in self.seats]
        away = known_since(before.since, self.now) if before.since and before.needs_outages(self.now) else []
        to_act = before.seat
        for row in self.rows:
            to_act = acting if match_clock.changes_turn(row) else to_act
            self.clock = match_clock.after(self.clock, row, to_act, responders, away)
        self._close_hours()
        clock = self.clock
        proposed = proposal_of(match)
        proposal = folded(proposed, self.rows)
        self.change(to_act=acting)
        if proposal != proposed:
            self.change(pause=to_keep(proposal))
        held = match.paused_at != clock.paused_at
        if held:
            self.change(paused_at=clock.paused_at, time_left=clock.left_in_pause, wake_at=None)
        if (clock.since, clock.due_at) != (before.since, before.due_at):
            low_at = clock.due_at and clock.low_at(clock.due_at)
            self.change(due_at=clock.due_at, wake_at=low_at or clock.due_at)
        if match.status == Status.LOBBY:
            self.change(wake_at=self.lobby_ends_at)
        elif acting is None:
            self.change(wake_at=None)
        elif clock.paused_at is None and (isinstance(responders[acting], Bot | StandIn) or self.seats[acting].has_plan):
            self.change(wake_at=self.now)
        elif held and clock.paused_at is not None and isinstance(proposal, Pause):
            self.change(wake_at=proposal.until)

    # --- closed hours -------------------------------------------------------------------------------------------------

    def _close_hours(self) -> None:
        """Add a row with the closed hours of a new turn, by the calendar and the vacations of its player.

        If the staff has given more time, closed hours do not change the new deadline.
        """
        clock, control = self.clock, self.clock.control
        noted = any(isinstance(row, TableEvent) and row.type in ("extended", "closed_hours") for row in self.rows)
        if not control.honours or noted or clock.seat is None or clock.since != self.now or clock.due_at is None:
            return
        left = measure(clock.closed, self.now, clock.due_at)
        closing = self.closing(left, self.now)
        if closing.closed or clock.closed:
            self.close_hours(closing, left)
            responders = [seat.responder for seat in self.seats]
            self.clock = match_clock.after(clock, self.rows[-1], clock.seat, responders)

    def closing(self, left: timedelta, at: datetime) -> Closing:
        """Return the closed hours of the present turn from a moment on, with ``left`` of open time left."""
        seat = self.clock.seat or 0
        hours, had = match_clock.hours_of(self.seats[seat].player), self.clock.settled(at).had_away(seat)
        return hours.closing(self.clock.control, had, self.clock.turn_began or at, at, left)

    def close_hours(self, closing: Closing, left: timedelta) -> None:
        """Add a row with the closed hours of the present turn from now on, with ``left`` of open time left."""
        closed, vacations = map(msgspec.to_builtins, (closing.closed, closing.vacations))
        event = ClosedHours(seconds_left=left.total_seconds(), closed=closed or UNSET, vacations=vacations or UNSET)
        self.note("closed_hours", self.seats[self.clock.seat or 0], by=Actor.TIMEOUT, event=event)
