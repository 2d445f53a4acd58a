"""How much one player may have open at the same time.

Whoever asks has locked the player's row (``accounts.services.staying``), so that requests at the same moment are
counted one after the other.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Count, Q

from accounts.models import Player
from games.models import Seat, Status
from games.services.refusals import Refusal

_OPEN = (Status.LOBBY, Status.RUNNING)


def must_have_room(player: Player) -> None:
    """Raise Refusal ``too_many_matches`` where a player sits at as many open matches, or lobbies, as anybody may.

    Where somebody has resigned he does not sit any more.
    """
    mine = Seat.objects.filter(player=player, resigned=False, match__status__in=_OPEN)
    counted = mine.aggregate(open=Count("pk"), lobbies=Count("pk", filter=Q(match__status=Status.LOBBY)))
    for what, words in (("open_matches", "matches that are not over"), ("lobbies", "matches that have not begun")):
        limit = settings.LIMITS[what]
        if counted[what.removesuffix("_matches")] >= limit:
            raise Refusal("too_many_matches", f"You sit at {limit} {words}; nobody may at more.", limit=limit)


def must_have_room_for_bots(creator: Player, more: int) -> None:
    """Raise Refusal ``too_many_bots`` where so many more bots are too many for the open matches that a player made."""
    limit = settings.LIMITS["bots"]
    bots = Seat.objects.filter(match__creator=creator, match__status__in=_OPEN, player=None).exclude(bot="")
    if more > 0 and bots.count() + more > limit:
        raise Refusal("too_many_bots", f"At your open matches there may be {limit} bots in all.", limit=limit)
