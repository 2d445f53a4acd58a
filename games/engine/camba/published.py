"""The schema of Čamba's rules as data, for clients."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.camba.calls import Call
from games.engine.camba.moves import ClassNumber, ColourName
from games.engine.messages import Text


class CambaColour(Struct, kw_only=True):
    """A colour of cards."""

    letter: ColourName
    """The letter with which the names of its cards begin."""
    name: Text
    """The name of the colour, in words."""


class CambaClass(Struct, kw_only=True):
    """A class of cards."""

    class_: ClassNumber = field(name="class")
    """The number with which the names of its cards end."""
    name: Text
    """The name of the class, in words."""
    calls: list[Call]
    """The functions that players can give to its cards."""


class CambaRuleset(Struct, kw_only=True, tag_field="kind", tag="camba"):
    """The rules of Čamba as data."""

    key: str
    """The key of the game."""
    name: Text
    """The name of the game, for players."""
    summary: Text
    """A short summary of the game."""
    seats: list[int]
    """The numbers of players that the game allows."""
    hand: int
    """The number of cards that each player is dealt."""
    colours: list[CambaColour]
    """The colours of the deck."""
    classes: list[CambaClass]
    """The classes of the deck."""
