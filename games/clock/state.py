"""The clock of a match: the seat to move, the start of its time, and the time left in a pause.

A clock is immutable; each verb returns another one. Outages of the server are not in the log of a match, so they are
no part of the clock: the caller passes them to ``deadline``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from games.clock.closures import Closed, advance, length, measure, within
from games.clock.controls import AnyControl
from games.clock.outages import SHORTEST, Away, known_at, put_off

WARNING_SHARE: Final = 4
"""The warning of low time comes when a quarter of the time is left. Of a day that is six hours, so it reaches a player
who looks at noon and at night in between."""
EARLIEST_WARNING: Final = timedelta(hours=12)
"""The warning comes no earlier: players ignore one with days left, and half a day has a waking hour in it."""
SHORTEST_WARNED: Final = timedelta(hours=1)
"""No warning for shorter times: such players are at the screen, and the message would come when the time is up."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a match. In a lobby, and after the end, only ``control`` is set."""

    control: AnyControl
    seat: int | None = None
    """The seat to move."""
    since: datetime | None = None
    """The moment from which the seat's time runs; None while the server moves for it, and in a pause."""
    began: datetime | None = None
    """The start of the turn, if earlier than ``since``: pauses, vacations and more time move only ``since``."""
    due_at: datetime | None = None
    """The deadline, without outages; None when ``since`` is None."""
    paused_at: datetime | None = None
    """The start of the pause."""
    seconds_left: float | None = None
    """Seconds that the seat had left when the pause began; None when no time ran."""
    banks: tuple[float, ...] = ()
    """Seconds in the bank of each seat, up to the last one that has changed. The other seats have the first bank."""
    closed: tuple[Closed, ...] = ()
    """The closed times of the turn, in order, from ``since`` until some days after ``due_at``."""
    vacations: tuple[Closed, ...] = ()
    """The vacations of the player in ``closed``."""
    away: tuple[float, ...] = ()
    """Seconds of vacation that each seat has used in this match, up to the last seat that used any."""

    # --- verbs --------------------------------------------------------------------------------------------------------

    def start(self, seat: int, at: datetime) -> Clock:
        """Start the time of a seat for its move. None of it is closed until ``close`` is called."""
        due_at = self.control.deadline(at, self.bank(seat))
        return replace(self, seat=seat, since=at, began=None, due_at=due_at, closed=(), vacations=())

    def close(self, at: datetime, closed: Iterable[Closed], vacations: Iterable[Closed], left: timedelta) -> Clock:
        """Set the closed times of the turn from now on; ``left`` is the open time that the turn has left."""
        closed = tuple(closed)
        due_at = advance(closed, at, left)
        clock = self.settled(at).go_on(at, due_at)
        return replace(clock, closed=closed, vacations=tuple(vacations))

    def go_on(self, at: datetime, due_at: datetime) -> Clock:
        """Continue the same turn: its time runs from ``at`` until ``due_at``."""
        return replace(self, since=at, began=None if self.turn_began == at else self.turn_began, due_at=due_at)

    def stop(self, seat: int | None = None) -> Clock:
        """Stop the time: the server moves for the seat, or no seat is to move (None)."""
        return replace(self, seat=seat, since=None, began=None, due_at=None, closed=(), vacations=())

    def turn(self, seat: int | None, at: datetime, *, awaited: bool, anew: bool) -> Clock:
        """Set the seat to move, or none (None).

        Time runs for a seat that is ``awaited``: its player moves, not the server. The time starts again with ``anew``,
        after a move, and when none ran. No time runs in a pause.
        """
        if self.paused_at is not None:
            return replace(self, seat=seat)
        if seat is None or not awaited:
            return self.stop(seat)
        return self.start(seat, at) if anew or self.since is None else self

    def moved(self, at: datetime, outages: Iterable[Away] = ()) -> Clock:
        """Update the bank of the seat that has just moved. Call ``turn`` then for the next seat.

        Outages after the move do not count.
        """
        settled = self.settled(at)
        if self.seat is None or not self.control.has_banks:
            return settled
        left = self.time_left(at, known_at(outages, at) if self.needs_outages(at) else ())
        if left is None:
            return settled
        banks = [self.bank(seat) for seat in range(max(self.seat + 1, len(self.banks)))]
        banks[self.seat] = self.control.bank_after(banks[self.seat], left.total_seconds())
        return replace(settled, banks=tuple(banks))

    def settled(self, at: datetime) -> Clock:
        """Add the vacations of the turn until now to ``away``."""
        if self.seat is None or self.since is None or not self.vacations:
            return self
        had = length(within(self.vacations, self.since, at)).total_seconds()
        away = [self.had_away(seat) for seat in range(max(self.seat + 1, len(self.away)))]
        away[self.seat] += had
        return replace(self, away=tuple(away)) if had else self

    def extend(self, due_at: datetime, at: datetime) -> Clock:
        """Move the deadline of the turn to another moment; closed times are not added to it."""
        return self.settled(at).go_on(at, due_at)

    def pause(self, at: datetime, left: timedelta | None) -> Clock:
        """Stop the time until ``resume``, which gives back ``left``, the result of ``time_left``."""
        seconds, began = None if left is None else left.total_seconds(), self.turn_began
        return replace(self.settled(at).stop(self.seat), paused_at=at, seconds_left=seconds, began=began)

    def resume(self, at: datetime) -> Clock:
        """Resume after a pause with the time that was left. Call ``turn`` to start it when none ran."""
        going_on = replace(self, paused_at=None, seconds_left=None)
        left = self.left_in_pause
        return going_on if left is None else going_on.go_on(at, at + left)

    def newcomer(self, seat: int) -> Clock:
        """Reset a seat for a new player: at least the first bank, no vacations used, and no running time."""
        banks, away = list(self.banks), list(self.away)
        if seat < len(banks):
            banks[seat] = max(banks[seat], self.control.first_bank)
        if seat < len(away):
            away[seat] = 0.0
        clock = replace(self, banks=tuple(banks), away=tuple(away))
        return clock.stop(seat) if self.seat == seat else clock

    def end(self) -> Clock:
        """Return the clock after the end of the match: the control alone."""
        return Clock(self.control)

    # --- questions ----------------------------------------------------------------------------------------------------

    def deadline(self, outages: Iterable[Away] = ()) -> datetime | None:
        """Return the deadline of the seat, put off by outages; None when no time runs."""
        if self.since is None or self.due_at is None:
            return None
        return put_off(self.due_at, self.since, outages, self.closed)

    def time_left(self, at: datetime, outages: Iterable[Away] = ()) -> timedelta | None:
        """Return the open time that the seat has left at a moment; None when no time runs."""
        deadline = self.deadline(outages)
        return None if deadline is None else measure(self.closed, at, deadline)

    def before(self, deadline: datetime, left: timedelta) -> datetime | None:
        """Return the moment with ``left`` of open time until a deadline of the turn, or None when no time runs."""
        if self.since is None:
            return None
        return advance(self.closed, self.since, measure(self.closed, self.since, deadline) - left)

    def low_at(self, deadline: datetime) -> datetime | None:
        """Return the moment at which the time until a deadline runs low; None without running time or warning."""
        if self.since is None or self.due_at is None:
            return None
        time = measure(self.closed, self.since, self.due_at)
        return None if time < SHORTEST_WARNED else self.before(deadline, min(time / WARNING_SHARE, EARLIEST_WARNING))

    def bank(self, seat: int) -> float:
        """Return the seconds in the bank of a seat at the start of its turn."""
        return self.banks[seat] if seat < len(self.banks) else self.control.first_bank

    def had_away(self, seat: int) -> float:
        """Return the seconds of vacation that a seat has used in this match, without those of the current turn."""
        return self.away[seat] if seat < len(self.away) else 0.0

    def needs_outages(self, at: datetime) -> bool:
        """Return True if ``moved`` needs the outages; they take next to nothing of a short turn."""
        return self.control.has_banks and self.since is not None and at - self.since > SHORTEST

    @property
    def turn_began(self) -> datetime | None:
        """The start of the current or paused turn; None when no time runs."""
        return self.began or self.since

    @property
    def left_in_pause(self) -> timedelta | None:
        """The time that the seat had left when the pause began; None when no time ran, and outside a pause."""
        return None if self.seconds_left is None else timedelta(seconds=self.seconds_left)
