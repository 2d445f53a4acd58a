"""Seats around the table. Seats count from 0 in the order of play."""

from __future__ import annotations


def seat_after(seat: int, seats: int) -> int:
    """Return the next seat in the order of play."""
    return (seat + 1) % seats


def seats_after(seat: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play, beginning after ``seat`` and ending with it."""
    return tuple((seat + step) % seats for step in range(1, seats + 1))


def partners_across(seats: int) -> tuple[int, ...]:
    """Return the side of each seat if opposite seats are partners: seats 0 and 2 are side 0."""
    return tuple(seat % 2 for seat in range(seats))


def each_alone(seats: int) -> tuple[int, ...]:
    """Return the side of each seat if every player plays alone."""
    return tuple(range(seats))


def placings(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each side, from 1; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
