"""The events of Haggis. They are stored, and the state is folded from them.

Sets of cards are masks. The one-letter tags are the stored form and must never change their meaning.
"""

from __future__ import annotations

import msgspec

from games.engine.haggis.combinations import Reading


class Dealt(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """A round began; the seat after the dealer leads."""

    round: int
    dealer: int
    hands: tuple[int, ...]
    """The hand of each seat, its face cards included."""
    haggis: int


class BetMade(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """A seat bet on going out first."""

    seat: int
    points: int


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="p"):
    """A seat played a combination."""

    seat: int
    cards: int
    reading: Reading


class Passed(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="n"):
    """A seat passed in a trick."""

    seat: int


class WentOut(msgspec.Struct, frozen=True, array_like=True, tag="o"):
    """A seat played its last card."""

    seat: int
    points: int


class TrickEnded(msgspec.Struct, frozen=True, array_like=True, tag="t"):
    """All other seats passed, or the round ended."""

    winner: int
    """The seat of the highest combination."""
    taker: int
    """The seat that captured the cards: not the winner if the highest combination was a bomb."""
    cards: tuple[int, ...]
    leader: int
    """The seat that leads the next trick, or NO_SEAT at the end of the round."""


class Collected(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """The first seat to go out captured the last hand and the haggis."""

    taker: int
    last: int
    """The seat that was left with cards."""
    hand: int
    haggis: int


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One line of the score sheet, per seat."""

    key: str
    points: tuple[int, ...]
    counts: tuple[int, ...]
    """The counts that the points were given for: captured cards, the largest other hand, the points that were bet."""


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A round is over and counted."""

    round: int
    dealer: int
    first_out: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    over: bool
    """True if the match is over too."""


Event = Dealt | BetMade | Played | Passed | WentOut | TrickEnded | Collected | Ended
