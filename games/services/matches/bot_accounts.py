"""Bot accounts: players that are programs. They declare it before their first match, and for good."""

from __future__ import annotations

from accounts.models import Player
from accounts.services import staying
from games.engine.messages import say
from games.models import Abandonment, Match, Seat, Seek, TableEvent
from games.services.errors import Refusal
from games.services.matches.locked_match import LockedMatch


def become_bot(player: Player) -> Player:
    """Make a player a bot account; once they are, nothing happens.

    Raises Refusal ``already_played`` where they ever sat at a table; HasLeft.
    """
    with staying(player):  # whoever sits down has locked the player, too
        if not player.is_bot:
            if _has_sat(player):
                raise Refusal("already_played", say("refused.already_played"))
            player.is_bot = True
            player.save(update_fields=["is_bot"])
    return player


def _has_sat(player: Player) -> bool:
    """Say whether a player has, had, or looks for a seat, also one that they left before the first deal."""
    rows = (
        Seat.objects.filter(player=player),
        Match.objects.filter(creator=player),
        Abandonment.objects.filter(player=player),
        TableEvent.objects.filter(player=player),
        Seek.objects.filter(player=player),
    )
    return any(some.exists() for some in rows)


def allowed_by(creator: Player, wanted: bool | None) -> bool:
    """Return whether bot accounts may sit down at a new match: where nothing is said, only at that of one of them.

    Raises Refusal ``bots_not_allowed`` where a bot account wants none.
    """
    if creator.is_bot and wanted is False:
        raise Refusal("bots_not_allowed", say("refused.bots_not_allowed"))
    return creator.is_bot if wanted is None else wanted


def must_be_welcome(table: LockedMatch, player: Player) -> None:
    """Raise Refusal ``bots_not_allowed`` for a bot account where none may sit down. The player is locked."""
    if player.is_bot and not table.match.bot_accounts:
        raise Refusal("bots_not_allowed", say("refused.bots_not_allowed"))
