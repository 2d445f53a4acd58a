"""The events of Čamba. They are stored, and the state is folded from them.

The one-letter tags are the stored form and must never change their meaning.
"""

from __future__ import annotations

import msgspec

from games.engine.camba.calls import Call
from games.engine.camba.cards import Cards


class Shuffled(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """A shuffled deck lies ready for a game."""

    round: int
    dealer: int
    deck: Cards
    """The cards in deal order."""


class Dealt(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """Every seat has a hand, and the first card is turned up."""

    hands: tuple[Cards, ...]
    turned: int
    bottom: int
    """The last card of the draw deck if it was shown, else NO_CARD."""


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="p"):
    """A seat discarded a card; ``named`` is the colour or the class that it named, as in ``Play``."""

    seat: int
    card: int
    call: Call
    named: int


class Exchanged(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """Every unfinished player handed their cards to the next; finished players gave and took nothing."""

    given: tuple[Cards, ...]
    taken: tuple[Cards, ...]


class Drew(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="t"):
    """A seat drew cards, or found none; it draws ``owed`` more once the discard pile is shuffled."""

    seat: int
    cards: Cards
    owed: int


class Reshuffled(msgspec.Struct, frozen=True, array_like=True, tag="r"):
    """The discard pile, without the effective card, became the draw deck."""

    deck: Cards
    """The new draw deck, the next card first."""


class Kept(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="k"):
    """A seat kept the card that it had just drawn."""

    seat: int


class Skipped(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="n"):
    """An oktáva skipped a seat that holds cards."""

    seat: int


class Finished(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="f"):
    """A seat without cards reached its next slot, and has a place, counted from 1."""

    seat: int
    place: int


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A game is over."""

    round: int
    dealer: int
    places: tuple[int, ...]
    """The seats, first place first."""
    totals: tuple[int, ...]
    """The number of first places in the match so far, per seat."""
    over: bool
    """True if the match is over too."""


Event = Shuffled | Dealt | Played | Exchanged | Drew | Reshuffled | Kept | Skipped | Finished | Ended
