"""Schemas of moves and legal moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from games.api.schema_types import AnyMove
from games.engine.messages import Text


class LegalMove(Struct, kw_only=True):
    """A legal move, as data and in words."""

    move: AnyMove
    """The move, as `makeMove` takes it."""
    kind: str
    """The key of the kind of move, for grouping."""
    text: Text
    """The move in plain words."""


class MoveKind(Struct, kw_only=True):
    """A kind of move, with the number of its legal moves."""

    kind: str
    """The key of the kind of move."""
    label: Text
    """The name of the kind of move, for players."""
    count: int
    """The number of legal moves of this kind."""


class LegalMoves(Struct, kw_only=True):
    """The legal moves of the viewer."""

    count: int
    """The number of legal moves."""
    complete: bool
    """True: `moves` lists all of them. False: there are too many; `listLegalMoves` returns them in pages, also by
    kind."""
    kinds: list[MoveKind]
    """The number of legal moves of each kind."""
    moves: list[LegalMove]
    """The legal moves if `complete`; else empty."""


class LegalMovesPage(Struct, kw_only=True):
    """A page of legal moves."""

    count: int
    """The number of legal moves on all pages, of the requested kind if any."""
    moves: list[LegalMove]
    """The moves of this page."""
    next: int | None
    """The `offset` of the next page; null on the last one."""


class MoveRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, and the version of the match for which you chose it."""

    move: AnyMove
    expected_version: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """The version of the view on which you decided. The header `If-Match` with its ETag does the same."""
