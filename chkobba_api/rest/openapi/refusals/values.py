"""Values of the code that the schema is read from, as far as they are known before the program runs."""

from __future__ import annotations

import ast
import sys
import typing
from collections.abc import Iterable
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, NamedTuple

PACKAGES: Final = ("accounts", "chkobba_api", "games")
OPERATORS: Final[dict[type, Any]] = {
    ast.Is: lambda one, other: one is other,
    ast.IsNot: lambda one, other: one is not other,
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


class Known:
    """A value that is known before the program runs: a constant, a function, a class, a module, an entry of a table."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.key = (type(value), value) if isinstance(value, str | int | None | Enum) else id(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Instance(NamedTuple):
    """A value of which only the class is known."""

    of: type


class Many(NamedTuple):
    """A collection: the values that each of its places may hold; the same ones for all places if there is only one."""

    places: tuple[frozenset[Any], ...]


class Bound(NamedTuple):
    """A method together with its object."""

    function: Any
    owner: Instance | Known


UNKNOWN: Final = Instance(object)
Values = set[Any]


class Frame(NamedTuple):
    """A function with its object and its constant arguments."""

    function: Any
    owner: Instance | Known | None
    arguments: frozenset[tuple[str, Known]]


class Found(NamedTuple):
    """A code, and the class of its error."""

    code: str
    error: type


class Call(NamedTuple):
    """A call, and the errors that the caller catches."""

    to: Frame
    caught: tuple[type, ...]


def is_ours(value: Any) -> bool:
    """Return whether a function or class is in a package of this project."""
    return str(getattr(value, "__module__", "")).partition(".")[0] in PACKAGES


def is_constant(value: Any) -> bool:
    """Return whether a value can decide a branch of the function that gets it."""
    return value is None or isinstance(value, str | int | Enum) or (is_ours(type(value)) and not callable(value))


@cache
def subclasses(kind: Any) -> tuple[Any, ...]:
    """Return all classes below a class of this project."""
    if not is_ours(kind):
        return ()
    return tuple(one for child in kind.__subclasses__() for one in (child, *subclasses(child)))


def each(value: Any, place: int | None = None) -> Iterable[Any]:
    """Return what the parts of a value may be, or its part at one place."""
    if isinstance(value, Many):
        places = value.places
        return frozenset().union(*places) if place is None or place >= len(places) else places[place]
    if isinstance(value, Known) and isinstance(value.value, dict | tuple | list):
        return [Known(one) for one in (value.value.values() if isinstance(value.value, dict) else value.value)]
    return ()


def declared(annotation: Any, names: dict[str, Any]) -> list[Any]:
    """Return the values that an annotation allows."""
    annotation = getattr(annotation, "__forward_arg__", annotation)
    if isinstance(annotation, str):
        annotation = _evaluated(annotation, names["__name__"])
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, UnionType, typing.Annotated, typing.Final, typing.ClassVar):
        return [one for part in parts for one in declared(part, names)]
    if origin is type:
        return [Known(one) for part in parts if isinstance(part, type) for one in (part, *subclasses(part))]
    if origin is tuple and ... not in parts:
        return [Many(tuple(frozenset(declared(part, names)) for part in parts))]
    kind = origin or annotation
    if isinstance(kind, type) and is_ours(kind):
        return [Instance(kind)]
    return [Many((frozenset(one for part in parts for one in declared(part, names)),))] if parts else []


@cache
def _evaluated(annotation: str, module: str) -> Any:
    try:
        return eval(annotation, vars(sys.modules[module]))  # noqa: S307  # nosec B307  (our own annotations)
    except (NameError, AttributeError, TypeError):  # it names a type that only mypy imports
        return None
