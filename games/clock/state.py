"""The clock of a match: whose time runs since when, or what was left of it when the match was paused.

A clock is immutable; each verb returns another one. What outages take of a deadline is no part of it, since they are
not in the log of a match: ``deadline`` is told of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.clock.closures import Closed, advance, length, measure, within
from games.clock.controls import AnyControl
from games.clock.outages import SHORTEST, Away, put_off
from games.clock.warning import low_time


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clock. In a lobby, and when a match is over, it has a control alone."""

    control: AnyControl
    seat: int | None = None
    """Whose turn it is."""
    since: datetime | None = None
    """Since when the time of that seat runs; None while the server answers for it, and while the match is paused."""
    began: datetime | None = None
    """The start of the turn, if earlier than ``since``: pauses, vacations and more time move only ``since``."""
    due_at: datetime | None = None
    """When it is up, if no outage takes of it; None where ``since`` is."""
    paused_at: datetime | None = None
    """Since when the match is paused."""
    seconds_left: float | None = None
    """What the seat had left then; None where no time ran."""
    banks: tuple[float, ...] = ()
    """Seconds in the bank of each seat, up to the last one that has changed; the others have what all began with."""
    closed: tuple[Closed, ...] = ()
    """What of the time of that seat does not count: from ``since`` on, in order, until some days after ``due_at``."""
    vacations: tuple[Closed, ...] = ()
    """What of that are vacations of its player."""
    away: tuple[float, ...] = ()
    """Seconds of vacations that each seat has had in this match, up to the last one that had any."""

    # --- what happens to it -------------------------------------------------------------------------------------------

    def start(self, seat: int, at: datetime) -> Clock:
        """Give a seat the time for its move, from now on; nothing of it is closed unless ``close`` says so."""
        due_at = self.control.deadline(at, self.bank(seat))
        return replace(self, seat=seat, since=at, began=None, due_at=due_at, closed=(), vacations=())

    def close(self, at: datetime, closed: Iterable[Closed], vacations: Iterable[Closed], left: timedelta) -> Clock:
        """Let some times not count from now on, of a turn that has so much open time left."""
        closed = tuple(closed)
        due_at = advance(closed, at, left)
        clock = self.settled(at).go_on(at, due_at)
        return replace(clock, closed=closed, vacations=tuple(vacations))

    def go_on(self, at: datetime, due_at: datetime) -> Clock:
        """Continue the same turn: its time runs from ``at`` until ``due_at``."""
        return replace(self, since=at, began=None if self.turn_began == at else self.turn_began, due_at=due_at)

    def stop(self, seat: int | None = None) -> Clock:
        """Let no time run: the server answers for the seat whose turn it is, or it is nobody's turn."""
        return replace(self, seat=seat, since=None, began=None, due_at=None, closed=(), vacations=())

    def turn(self, seat: int | None, at: datetime, *, awaited: bool, anew: bool) -> Clock:
        """Go on where it is the turn of a seat, or of nobody (None).

        Time runs for one that is ``awaited``: its player answers for it. It begins ``anew`` after a move, and where
        none ran. While the match is paused none does.
        """
        if self.paused_at is not None:
            return replace(self, seat=seat)
        if seat is None or not awaited:
            return self.stop(seat)
        return self.start(seat, at) if anew or self.since is None else self

    def moved(self, at: datetime, outages: Iterable[Away] = ()) -> Clock:
        """Settle the bank of the seat whose time runs, which has moved; ``turn`` says whose turn comes next."""
        left = self.time_left(at, outages if self.needs_outages(at) else ())
        settled = self.settled(at)
        if self.seat is None or left is None or not self.control.has_banks:
            return settled
        banks = [self.bank(seat) for seat in range(max(self.seat + 1, len(self.banks)))]
        banks[self.seat] = self.control.bank_after(banks[self.seat], left.total_seconds())
        return replace(settled, banks=tuple(banks))

    def settled(self, at: datetime) -> Clock:
        """Count the vacations that the seat has had in its turn until now."""
        if self.seat is None or self.since is None or not self.vacations:
            return self
        had = length(within(self.vacations, self.since, at)).total_seconds()
        away = [self.had_away(seat) for seat in range(max(self.seat + 1, len(self.away)))]
        away[self.seat] += had
        return replace(self, away=tuple(away)) if had else self

    def extend(self, due_at: datetime, at: datetime) -> Clock:
        """Give the seat whose time runs until another moment, whatever is closed until then."""
        return self.settled(at).go_on(at, due_at)

    def pause(self, at: datetime, left: timedelta | None) -> Clock:
        """Stop until ``resume``; ``left`` is what ``time_left`` says, which is given back then."""
        seconds, began = None if left is None else left.total_seconds(), self.turn_began
        return replace(self.settled(at).stop(self.seat), paused_at=at, seconds_left=seconds, began=began)

    def resume(self, at: datetime) -> Clock:
        """Go on after a pause, with the time that was left; where none ran, ``turn`` begins it."""
        going_on = replace(self, paused_at=None, seconds_left=None)
        left = self.left_in_pause
        return going_on if left is None else going_on.go_on(at, at + left)

    def newcomer(self, seat: int) -> Clock:
        """Let a seat begin anew for somebody else: no emptier bank than all began with, and no vacations had."""
        banks, away = list(self.banks), list(self.away)
        if seat < len(banks):
            banks[seat] = max(banks[seat], self.control.first_bank)
        if seat < len(away):
            away[seat] = 0.0
        clock = replace(self, banks=tuple(banks), away=tuple(away))
        return clock.stop(seat) if self.seat == seat else clock

    def end(self) -> Clock:
        """End with the match."""
        return Clock(self.control)

    # --- what it tells ------------------------------------------------------------------------------------------------

    def deadline(self, outages: Iterable[Away] = ()) -> datetime | None:
        """Return when the time of the seat is up, with what outages take of it; None where no time runs."""
        if self.since is None or self.due_at is None:
            return None
        return put_off(self.due_at, self.since, outages, self.closed)

    def time_left(self, at: datetime, outages: Iterable[Away] = ()) -> timedelta | None:
        """Return what the seat has left of its time at a moment, of what counts; None where no time runs."""
        deadline = self.deadline(outages)
        return None if deadline is None else measure(self.closed, at, deadline)

    def before(self, deadline: datetime, left: timedelta) -> datetime | None:
        """Return when so much of what counts is left until a deadline of the turn; None where no time runs."""
        if self.since is None:
            return None
        return advance(self.closed, self.since, measure(self.closed, self.since, deadline) - left)

    def low_at(self, deadline: datetime) -> datetime | None:
        """Return when the time of the seat runs low whose deadline it is; None where none runs, or that is not told."""
        if self.since is None or self.due_at is None:
            return None
        left = low_time(measure(self.closed, self.since, self.due_at))
        return None if left is None else self.before(deadline, left)

    def bank(self, seat: int) -> float:
        """Return the seconds in the bank of a seat, as they were when its turn began."""
        return self.banks[seat] if seat < len(self.banks) else self.control.first_bank

    def had_away(self, seat: int) -> float:
        """Return the seconds of vacations that a seat has had in this match, without those of the turn that goes on."""
        return self.away[seat] if seat < len(self.away) else 0.0

    def needs_outages(self, at: datetime) -> bool:
        """Say whether a move at a moment must be told of outages: of a short turn they took next to nothing."""
        return self.control.has_banks and self.since is not None and at - self.since > SHORTEST

    @property
    def turn_began(self) -> datetime | None:
        """The start of the current or paused turn; None if no seat's time runs."""
        return self.began or self.since

    @property
    def left_in_pause(self) -> timedelta | None:
        """What the seat had left when the match was paused; None where no time ran, or where it is not paused."""
        return None if self.seconds_left is None else timedelta(seconds=self.seconds_left)
