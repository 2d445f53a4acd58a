"""Bot accounts: players that are programs. They declare it before their first match, and permanently."""

from __future__ import annotations

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Abandonment, Match, Seat, Seek, TableEvent


def become_bot(player: Player) -> Player:
    """Make a player a bot account. Repeating it has no effect.

    Raises DomainError ``already_played`` if the player ever sat at a table; HasLeft.
    """
    with staying(player):  # taking a seat locks the player, too
        if not player.is_bot:
            if _has_sat(player):
                raise DomainError("already_played", say("refused.already_played"))
            player.is_bot = True
            player.save(update_fields=["is_bot"])
    return player


def _has_sat(player: Player) -> bool:
    """Return whether a player has, had, or looks for a seat, even if they left it before the first deal."""
    rows = (
        Seat.objects.filter(player=player),
        Match.objects.filter(creator=player),
        Abandonment.objects.filter(player=player),
        TableEvent.objects.filter(player=player),
        Seek.objects.filter(player=player),
    )
    return any(some.exists() for some in rows)
