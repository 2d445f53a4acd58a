"""The clock of a match: how rows of the log change it, and its storage.

Only rows of the log change a clock: a service adds a row, and ``after`` folds it. So a reader of the log knows the
clock at every row. The match stores the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from accounts.models import Player
from games.clock.control import Control
from games.clock.controls import AnyControl
from games.clock.hours import Hours
from games.clock.outages import Away
from games.clock.state import Clock
from games.models import Match, Move, Outage, Round, Row, TableEvent
from games.seat_control import LoggedSeat, Person, Responder
from games.table_events import KINDS, changes_game, event_of, kind_of

# --- storage ----------------------------------------------------------------------------------------------------------


def to_keep(clock: Clock) -> dict[str, Any]:
    """Return the JSON form in which a clock is stored."""
    kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(clock))
    return kept


def clock_of(match: Match) -> Clock:
    """Return the clock of a match."""
    return msgspec.convert(match.clock, Clock)


def control_of(match: Match) -> Control:
    """Return the time control on which the players of a match have agreed."""
    return clock_of(match).control


def header_of(control: Control) -> dict[str, Any]:
    """Return the columns of a match that store its control before the clock runs."""
    return {"turn_seconds": control.turn_seconds, "clock": to_keep(Clock(control))}


def agreement(control: Control) -> dict[str, Any]:
    """Return the data of a log row in which players agree on a control."""
    return {"turn_seconds": control.turn_seconds, "control": msgspec.to_builtins(control)}


def agreed_in(data: Mapping[str, Any]) -> Control:
    """Return the control in the data of such a row."""
    control: Control = msgspec.convert(data["control"], AnyControl)
    return control


def hours_of(player: Player | None) -> Hours:
    """Return the availability of a player; empty if the player has set none."""
    return msgspec.convert(player.hours, Hours) if player and player.hours else Hours()


def outages_since(moment: datetime) -> list[Away]:
    """Return the outages that ended after a moment."""
    return [Away(*times) for times in Outage.objects.filter(ended_at__gt=moment).values_list("began_at", "ended_at")]


# --- rows of the log --------------------------------------------------------------------------------------------------


def after(
    clock: Clock, row: Row, to_act: int | None, responders: Sequence[Responder], outages: Iterable[Away] = ()
) -> Clock:
    """Return the clock after a row.

    ``to_act`` is the seat to act after it, ``responders`` the control of each seat. If the control has time banks,
    ``outages`` must contain all outages within the turn that a move ends.
    """
    if isinstance(row, TableEvent) and (effect := kind_of(row.type).clock):
        clock = effect(clock, event_of(row), row)
    if isinstance(row, Move):
        clock = clock.moved(row.at, outages)
    awaited = to_act is not None and isinstance(responders[to_act], Person)
    return clock.turn(to_act, row.at, awaited=awaited, anew=changes_turn(row))


def changes_turn(row: Row) -> bool:
    """Return whether the turn may be another one after a row. Otherwise the seat to act is the one before it."""
    return isinstance(row, Move | Round) or (row.type in KINDS and changes_game(row.type))


def seat_after(seat: LoggedSeat, row: TableEvent, substitutes_after: int | None) -> LoggedSeat:
    """Return a seat after an event that concerns it."""
    effect = kind_of(row.type).seat
    return seat if effect is None else effect(seat, event_of(row), row, substitutes_after)


class ClockReplay:
    """The clock of a match and the control of its seats, while its log is read from the first row."""

    def __init__(self, match: Match, outages: Sequence[Away]) -> None:
        self.clock = Clock(control_of(match))
        self.seats: list[LoggedSeat] = []
        """The seats as the log describes them; empty before the start."""
        self._substitutes_after: int | None = None
        self._over = False
        self._outages = outages

    def read(self, row: Row, to_act: int | None) -> Clock:
        """Return the clock after the next log row. ``to_act`` is the seat to act then, even if the match is over."""
        if isinstance(row, TableEvent):
            if row.type == "started":
                begun = json.loads(row.data)
                self._substitutes_after = begun.get("substitutes_after")
                self.seats = [LoggedSeat(seat["player"], seat["bot"]) for seat in begun["seats"]]
            elif kind_of(row.type).ends_match:
                self._over = True
            elif self.seats and row.seat is not None:
                self.seats[row.seat] = seat_after(self.seats[row.seat], row, self._substitutes_after)
        turn = to_act if self.seats and not self._over else None
        self.clock = after(self.clock, row, turn, self.responders, self._outages)
        return self.clock

    @property
    def responders(self) -> list[Responder]:
        """The control of each seat; empty before the start."""
        return [seat.responder for seat in self.seats]
