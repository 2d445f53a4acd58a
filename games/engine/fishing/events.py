"""What happens in a fishing game: the events that are stored, and that the state is folded from.

Sets of cards are masks. The one-letter tags are the stored form and must never change their meaning.
"""

from __future__ import annotations

import msgspec

from games.engine.upcasting import StoredWord


class TableLuck(StoredWord):
    """What the first table cards are that pay the dealer."""

    FLOR = "flor"
    """Three or four cards of one suit."""
    FIFTEEN = "fifteen"
    THIRTY = "thirty"


class Combination(StoredWord):
    """What hand cards are that pay when they are announced."""

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
    """A deck lies ready for a deal."""

    round: int
    attempt: int
    dealer: int
    deck: tuple[int, ...]


class CutMade(msgspec.Struct, frozen=True, array_like=True, tag="u"):
    """The first player kept the card that they drew, or laid it on the table."""

    seat: int
    keep: bool
    card: int


class Dealt(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """Hands, and at the beginning of a round the table, came from the stock."""

    hands: tuple[int, ...]
    table: int
    count: int
    """Cards taken from the stock."""
    first: bool
    """Whether this is the first packet of a round."""


class Voided(msgspec.Struct, frozen=True, array_like=True, tag="v"):
    """The first table cards void the deal."""

    table: int
    dealer: int
    """Who deals next."""


class TableBonus(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """The dealer scores for the first table cards, and perhaps takes them."""

    seat: int
    capture: int
    points: int
    name: TableLuck


class Declared(msgspec.Struct, frozen=True, array_like=True, tag="a"):
    """A seat announced hand cards; everybody sees them from now on."""

    seat: int
    cards: int
    points: int
    matta: int
    """The capture value that the 7♥ takes with it, or 0 when it stays what it was."""
    names: tuple[Combination, ...]


class Passed(msgspec.Struct, frozen=True, array_like=True, tag="n"):
    """A seat announced nothing."""

    seat: int


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="p"):
    """A seat played a card; ``sweep`` is what clearing the table earned."""

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
    """What the points were given for: cards, sevens, the value of a primiera …"""
    ties: tuple[int, ...] = ()
    """What broke the tie, where something did."""


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A round is over and counted. ``cappotto`` is the side that won the match by it, or NO_SIDE."""

    round: int
    dealer: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    over: bool
    cappotto: int


Event = Shuffled | CutMade | Dealt | Voided | TableBonus | Declared | Passed | Played | Collected | Ended
