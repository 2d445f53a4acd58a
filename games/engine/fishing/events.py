"""The events of a fishing game. They are stored, and the state is folded from them.

Sets of cards are masks. The one-letter tags are the stored form and must never change their meaning.
"""

from __future__ import annotations

import msgspec

from games.engine.upcasting import StoredWord


class TableLuck(StoredWord):
    """First table cards that pay the dealer."""

    FLOR = "flor"
    """Three or four cards of one suit."""
    FIFTEEN = "fifteen"
    THIRTY = "thirty"


class Combination(StoredWord):
    """Combinations of hand cards that pay when a player announces them."""

    THREE_OF_A_RANK = "three_of_a_rank"
    NINE_OR_LESS = "nine_or_less"
    FLOR = "flor"
    ESCALERA = "escalera"
    TRES_DE_NUEVA = "tres_de_nueva"
    DOS_DE_MISERIA = "dos_de_miseria"
    BACIGA = "baciga"
    BACIGA_Y_PARES = "baciga_y_pares"
    CHORIZO = "chorizo"


class Shuffled(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """A shuffled deck lies ready for a deal."""

    round: int
    attempt: int
    dealer: int
    deck: tuple[int, ...]


class CutMade(msgspec.Struct, frozen=True, array_like=True, tag="u"):
    """The first player kept the card drawn at the cut, or laid it on the table."""

    seat: int
    keep: bool
    card: int


class Dealt(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """The hands, and at the beginning of a round the table, were dealt from the stock."""

    hands: tuple[int, ...]
    table: int
    count: int
    """The number of cards taken from the stock."""
    first: bool
    """True for the first packet of a round."""


class Voided(msgspec.Struct, frozen=True, array_like=True, tag="v"):
    """The first table cards void the deal."""

    table: int
    dealer: int
    """The seat that deals next."""


class TableBonus(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """The dealer scores for the first table cards, and takes them or leaves them."""

    seat: int
    capture: int
    points: int
    name: TableLuck


class Declared(msgspec.Struct, frozen=True, array_like=True, tag="a"):
    """A seat announced hand cards; from now on all players see them."""

    seat: int
    cards: int
    points: int
    matta: int
    """The capture value that the 7♥ takes with this announcement, or 0 if the value does not change."""
    names: tuple[Combination, ...]


class Passed(msgspec.Struct, frozen=True, array_like=True, tag="n"):
    """A seat announced nothing."""

    seat: int


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="p"):
    """A seat played a card; ``sweep`` is the number of points for clearing the table."""

    seat: int
    card: int
    capture: int
    sweep: int


class Collected(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """The cards left on the table went to the side that captured last."""

    side: int
    cards: int


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One line of the score sheet, per side."""

    key: str
    points: tuple[int, ...]
    counts: tuple[int, ...]
    """The counts that the points were given for: cards, sevens, the value of a primiera …"""
    ties: tuple[int, ...] = ()
    """The counts that were compared to break a tie; empty if there were none."""


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A round is over and counted. ``cappotto`` is the side that won the match by all ten diamonds, or NO_SIDE."""

    round: int
    dealer: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    over: bool
    cappotto: int


Event = Shuffled | CutMade | Dealt | Voided | TableBonus | Declared | Passed | Played | Collected | Ended
