"""The shape of the rules of Čamba as data, for clients."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.camba.calls import Call
from games.engine.camba.moves import ClassNumber, ColourName
from games.engine.messages import Text


class CambaColour(Struct, kw_only=True):
    """A colour of cards."""

    letter: ColourName
    """With which the names of its cards begin."""
    name: Text
    """In words."""


class CambaClass(Struct, kw_only=True):
    """A class of cards."""

    class_: ClassNumber = field(name="class")
    """With which the names of its cards end."""
    name: Text
    """In words."""
    calls: list[Call]
    """The functions that its cards can be given."""


class CambaRuleset(Struct, kw_only=True, tag_field="kind", tag="camba"):
    """The rules of Čamba as data."""

    key: str
    """The key of the game."""
    name: Text
    """What players call it."""
    summary: Text
    """What the game is about."""
    seats: list[int]
    """The numbers of players that it allows."""
    hand: int
    """Cards that everybody is dealt."""
    colours: list[CambaColour]
    """Its colours."""
    classes: list[CambaClass]
    """Its classes."""
