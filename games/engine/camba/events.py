"""What happens in Čamba: the events that are stored, and that the state is folded from.

The one-letter tags are the stored form and must never change their meaning.
"""

from __future__ import annotations

import msgspec

from games.engine.camba.calls import Call
from games.engine.camba.cards import Cards


class Shuffled(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """A deck lies ready for a game."""

    round: int
    dealer: int
    deck: Cards
    """In deal order."""


class Dealt(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """Everybody has a hand, and the first card is turned."""

    hands: tuple[Cards, ...]
    turned: int
    bottom: int
    """The last card of the draw deck where it was shown, else NO_CARD."""


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="p"):
    """A seat discarded a card; ``named`` is the colour or the class that it called, as in ``Play``."""

    seat: int
    card: int
    call: Call
    named: int


class Exchanged(msgspec.Struct, frozen=True, array_like=True, tag="x"):
    """Hands went on by one player; those who have finished gave and took nothing."""

    given: tuple[Cards, ...]
    taken: tuple[Cards, ...]


class Drew(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="t"):
    """A seat drew cards, or found none; ``owed`` more are to be drawn once the discard pile is shuffled."""

    seat: int
    cards: Cards
    owed: int


class Reshuffled(msgspec.Struct, frozen=True, array_like=True, tag="r"):
    """All of the discard pile but the effective card became the draw deck."""

    deck: Cards
    """The next card first."""


class Kept(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="k"):
    """A seat kept the card that it had just drawn."""

    seat: int


class Skipped(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="n"):
    """An oktáva passed over a seat that holds cards."""

    seat: int


class Finished(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="f"):
    """A seat without cards lived through one trip of the turn and has a place, counted from 1."""

    seat: int
    place: int


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """A game is over."""

    round: int
    dealer: int
    places: tuple[int, ...]
    """The seats, first place first."""
    totals: tuple[int, ...]
    """First places of the match so far, per seat."""
    over: bool
    """Whether the match is over too."""


Event = Shuffled | Dealt | Played | Exchanged | Drew | Reshuffled | Kept | Skipped | Finished | Ended
