"""Schemas of the events of the staff that do not change the match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.api.matches.table_events.reasons import Reason


class MatchExportedEvent(Struct, kw_only=True, tag_field="shape", tag="match_exported"):
    """The staff exported the record of the match."""

    type: Literal["exported"]
    reason: Reason


class MatchVerifiedEvent(Struct, kw_only=True, tag_field="shape", tag="match_verified"):
    """The staff checked the match and found it in order."""

    type: Literal["verified"]
    reason: Reason
