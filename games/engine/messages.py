"""What is said to people, as facts: the engine and all that lies above it name a sentence and the values in it.

A sentence is made where its reader is known, from the catalogues of ``games.texts``. Nothing here knows a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any


class Message:
    """A sentence, or a part of one, that is still to be said: its id in the catalogues, and named values.

    Values are numbers, texts that are the same in every language (the name of a player, say), ``Cards``, other
    messages, and tuples of these. A value ``count`` decides between singular and plural.
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
    """Cards of a deck, by their names, in the order in which they are to be said."""

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
    """Return a message."""
    return Message(id, args)


def compared(counts: Sequence[int], unit: str) -> Message:
    """Return what sides hold beside one another: ``23 cards to 17``, or ``20 cards each``."""
    first, *others = counts
    if set(others) == {first}:
        return say(f"counted.{unit}.each", count=first)
    return say(f"counted.{unit}", count=first, others=tuple(others))


def scores(sides: Sequence[str], points: Iterable[int]) -> tuple[Message, ...]:
    """Return what each side has: ``Amel 3``."""
    return tuple(say("told.score", who=side, points=count) for side, count in zip(sides, points, strict=True))


# What a field holds that readers get as text: to mypy it is a message, to the schema a string.
if TYPE_CHECKING:
    Text = Message | Cards | str
else:
    Text = str
