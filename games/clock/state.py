"""The clock of a match: whose time runs since when, or what was left of it when the match was paused.

A clock is immutable; each verb returns another one. What outages take of a deadline is no part of it, since they are
not in the log of a match: ``deadline`` is told of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.clock.controls import AnyControl
from games.clock.outages import SHORTEST, Away, put_off


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clock. In a lobby, and when a match is over, it has a control alone."""

    control: AnyControl
    seat: int | None = None
    """Whose turn it is."""
    since: datetime | None = None
    """Since when the time of that seat runs; None while the server answers for it, and while the match is paused."""
    due_at: datetime | None = None
    """When it is up, if no outage takes of it; None where ``since`` is."""
    paused_at: datetime | None = None
    """Since when the match is paused."""
    seconds_left: float | None = None
    """What the seat had left then; None where no time ran."""
    banks: tuple[float, ...] = ()
    """Seconds in the bank of each seat, up to the last one that has changed; the others have what all began with."""

    # --- what happens to it -------------------------------------------------------------------------------------------

    def start(self, seat: int, at: datetime) -> Clock:
        """Give a seat the time for its move, from now on."""
        return replace(self, seat=seat, since=at, due_at=self.control.deadline(at, self.bank(seat)))

    def stop(self, seat: int | None = None) -> Clock:
        """Let no time run: the server answers for the seat whose turn it is, or it is nobody's turn."""
        return replace(self, seat=seat, since=None, due_at=None)

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
        if self.seat is None or left is None or not self.control.has_banks:
            return self
        banks = [self.bank(seat) for seat in range(max(self.seat + 1, len(self.banks)))]
        banks[self.seat] = self.control.bank_after(banks[self.seat], left.total_seconds())
        return replace(self, banks=tuple(banks))

    def extend(self, due_at: datetime, at: datetime) -> Clock:
        """Give the seat whose time runs until another moment."""
        return replace(self, since=at, due_at=due_at)

    def pause(self, at: datetime, left: timedelta | None) -> Clock:
        """Stop until ``resume``; ``left`` is what ``time_left`` says, which is given back then."""
        seconds = None if left is None else left.total_seconds()
        return replace(self.stop(self.seat), paused_at=at, seconds_left=seconds)

    def resume(self, at: datetime) -> Clock:
        """Go on after a pause, with the time that was left; where none ran, ``turn`` begins it."""
        going_on = replace(self, paused_at=None, seconds_left=None)
        left = self.left_in_pause
        return going_on if left is None else replace(going_on, since=at, due_at=at + left)

    def end(self) -> Clock:
        """End with the match."""
        return Clock(self.control)

    # --- what it tells ------------------------------------------------------------------------------------------------

    def deadline(self, outages: Iterable[Away] = ()) -> datetime | None:
        """Return when the time of the seat is up, with what outages take of it; None where no time runs."""
        if self.since is None or self.due_at is None:
            return None
        return put_off(self.due_at, self.since, outages)

    def time_left(self, at: datetime, outages: Iterable[Away] = ()) -> timedelta | None:
        """Return what the seat has left of its time at a moment; None where no time runs."""
        deadline = self.deadline(outages)
        return None if deadline is None else max(deadline - at, timedelta(0))

    def bank(self, seat: int) -> float:
        """Return the seconds in the bank of a seat, as they were when its turn began."""
        return self.banks[seat] if seat < len(self.banks) else self.control.first_bank

    def needs_outages(self, at: datetime) -> bool:
        """Say whether a move at a moment must be told of outages: of a short turn they took next to nothing."""
        return self.control.has_banks and self.since is not None and at - self.since > SHORTEST

    @property
    def left_in_pause(self) -> timedelta | None:
        """What the seat had left when the match was paused; None where no time ran, or where it is not paused."""
        return None if self.seconds_left is None else timedelta(seconds=self.seconds_left)
