"""Schemas of moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.schema_types import AnyMove
from games.engine.messages import Text


class LegalMove(Struct, kw_only=True):
    """A move that may be made now."""

    move: AnyMove
    """What to send."""
    kind: str
    """What kind of move it is, to group by: a key."""
    text: Text
    """The move in plain words."""


class MoveKind(Struct, kw_only=True):
    """How many legal moves are of a kind."""

    kind: str
    """Its key."""
    label: Text
    """What people call it."""
    count: int
    """How many moves are of it."""


class LegalMoves(Struct, kw_only=True):
    """What the viewer may do now."""

    count: int
    """How many there are."""
    complete: bool
    """Whether `moves` lists them; there may be hundreds, then `GET …/legal-moves` does, a page of a kind at a time."""
    kinds: list[MoveKind]
    """How many there are of each kind."""
    moves: list[LegalMove]
    """The moves, where `complete`; else empty."""


class LegalMovesPage(Struct, kw_only=True):
    """Some of the legal moves."""

    count: int
    """How many there are, of the kind that was asked for."""
    moves: list[LegalMove]
    """The moves of this page."""
    next: int | None
    """The `offset` at which the next page begins; null on the last one."""


class MoveRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, and the version of the match that it answers."""

    move: AnyMove
    expected_version: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """The version of the view that you decided on; the header `If-Match` with its ETag says the same."""
