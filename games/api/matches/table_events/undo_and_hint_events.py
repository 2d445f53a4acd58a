"""Schemas of the events of undos and hints."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class MatchUndoOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_offered"):
    """A player asks the others to undo their last move."""

    type: Literal["undo_offered"]
    version: int
    """The version of the entry with the move."""


class MatchUndoAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_accepted"):
    """A player accepts the undo of a move."""

    type: Literal["undo_accepted"]


class MatchUndoDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_declined"):
    """A player declines the undo of a move."""

    type: Literal["undo_declined"]
    offered_by: int
    """The seat that asked for the undo."""


class MatchUndoWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_undo_withdrawn"):
    """A player withdraws their request for an undo."""

    type: Literal["undo_withdrawn"]


class MatchUndoneEvent(Struct, kw_only=True, tag_field="shape", tag="match_undone"):
    """A move was undone, as all agreed: the table is as before it, and the seat moves again."""

    type: Literal["undone"]
    version: int
    """The version of the entry with the move that no longer counts."""


class MatchHintRequestedEvent(Struct, kw_only=True, tag_field="shape", tag="match_hint_requested"):
    """The player to move has asked for a hint (`requestHint`). Nothing has changed on the table."""

    type: Literal["hint_requested"]
