"""Cancelling a match that has not started."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from games.models import Actor, Status
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_creator_in_lobby
from games.table_events.play import Cancelled


def cancel(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Cancel a match that has not started.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``seats_sealed``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        must_be_creator_in_lobby(table, player)
        call_off(table, player)
    return table


def call_off(table: LockedMatch, player: Player | None = None, event: Cancelled | None = None) -> None:
    """Cancel a match that has not started, by a player or because its time is up. ``event`` goes into the log."""
    table.change(status=Status.CANCELLED, seeds_due_at=None, late_bots=None)
    table.note("cancelled", by=Actor.PLAYER if player else Actor.TIMEOUT, player=player, event=event)
