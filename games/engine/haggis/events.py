"""What happens in Haggis: the events that are stored, and that the state is folded from.

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
    """Per seat, its face cards included."""
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
    """A seat played nothing."""

    seat: int


class WentOut(msgspec.Struct, frozen=True, array_like=True, tag="o"):
    """A seat played its last card."""

    seat: int
    points: int


class TrickEnded(msgspec.Struct, frozen=True, array_like=True, tag="t"):
    """Everybody else passed, or the round ended."""

    winner: int
    """The seat of the highest combination."""
    taker: int
    """The seat that captured the cards: another one where the highest combination was a bomb."""
    cards: tuple[int, ...]
    leader: int
    """The seat that leads the next trick, or NO_SEAT at the end of the round."""


class Collected(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """The first seat that went out captured the last hand and the haggis."""

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
    """What the points were given for: captured cards, the largest other hand, the points that were bet."""


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A round is over and counted."""

    round: int
    dealer: int
    first_out: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    over: bool
    """Whether the match is over too."""


Event = Dealt | BetMade | Played | Passed | WentOut | TrickEnded | Collected | Ended
