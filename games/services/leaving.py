"""A player leaves the server for good."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import Match, Seat, Status
from games.services import lobby, playing

_OPEN = (Status.LOBBY, Status.RUNNING)


def leave_matches(*, player: Player, now: datetime, **signal: Any) -> None:
    """Get up from every table: leave lobbies, resign where a match is being played."""
    Seat.objects.filter(kept_for=player).update(kept_for=None)
    for match in Match.objects.filter(seats__player=player, seats__resigned=False, status__in=_OPEN).order_by("pk"):
        if match.status == Status.LOBBY:
            lobby.leave(match.pk, player, now)
        else:
            playing.resign(match.pk, player, now)
