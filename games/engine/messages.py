"""Translatable messages: the id of a sentence, and the values in it.

``games.texts`` makes the sentence from its catalogues once the reader's language is known. This module knows no
language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any


class Message:
    """A translatable sentence, or a part of one: its id in the catalogues, and named values.

    Values are numbers, texts that are the same in every language (a player's name, for example), ``Cards``, other
    messages, and tuples of these. The value ``count`` decides between singular and plural.
    """

    __slots__ = ("args", "id")

    def __init__(self, id: str, args: dict[str, Any]) -> None:
        self.id = id
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self.args) == (other.id, other.args)

    def __hash__(self) -> int:
        return hash((self.id, tuple(self.args.items())))

    def __repr__(self) -> str:
        return f"say({', '.join([repr(self.id), *(f'{name}={value!r}' for name, value in self.args.items())])})"


class Cards:
    """Cards of a deck, by name, in the order in which a sentence lists them."""

    __slots__ = ("deck", "names")

    def __init__(self, deck: str, names: Iterable[str]) -> None:
        self.deck = deck
        self.names = tuple(names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and (self.deck, self.names) == (other.deck, other.names)

    def __hash__(self) -> int:
        return hash((self.deck, self.names))

    def __repr__(self) -> str:
        return f"Cards({self.deck!r}, {list(self.names)!r})"


def say(id: str, /, **args: Any) -> Message:
    """Return a message with this id and these named values."""
    return Message(id, args)


def compared(counts: Sequence[int], unit: str) -> Message:
    """Return a comparison of what the sides hold: ``23 cards to 17``, or ``20 cards each``."""
    first, *others = counts
    if set(others) == {first}:
        return say(f"counted.{unit}.each", count=first)
    return say(f"counted.{unit}", count=first, others=tuple(others))


def scores(sides: Sequence[str], points: Iterable[int]) -> tuple[Message, ...]:
    """Return the name and the points of each side: ``Amel 3``."""
    return tuple(say("feed.score", who=side, points=count) for side, count in zip(sides, points, strict=True))


# The type of fields that clients get as text: a message to mypy, a string to the schema.
if TYPE_CHECKING:
    Text = Message | Cards | str
else:
    Text = str
