"""Who is whom by now: players who turned out to be another one, and by whose ids the log goes on calling them.

Of these there are few, and chains of them are short: whoever was merged is nobody any more, and merges with nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from accounts.models import Alias, Player
from accounts.services import Merged


def now_of(players: Iterable[UUID]) -> dict[UUID, UUID]:
    """Return who some players are now, of those alone who are somebody else by now. One query where none is."""
    found: dict[UUID, UUID] = {}
    asked = set(players)
    while asked:
        steps = dict(Alias.objects.filter(player__in=asked).order_by().values_list("player", "into"))
        found = {player: steps.get(into, into) for player, into in found.items()}
        found |= {player: into for player, into in steps.items() if player not in found}
        asked = set(steps.values())
    return found


def everybody() -> dict[UUID, UUID]:
    """Return who all players are now who are somebody else by now."""
    return now_of(Alias.objects.order_by().values_list("player", flat=True))


def are_one(one: UUID | None, other: UUID | None) -> bool:
    """Say whether two ids are one player's. Where they are the same, nothing is asked."""
    if one == other or one is None or other is None:
        return one == other
    now = now_of((one, other))
    return now.get(one, one) == now.get(other, other)


def names_of(player: UUID) -> list[UUID]:
    """Return all ids by which the log calls a player: their own first."""
    names = [player]
    while more := list(Alias.objects.filter(into__in=names).exclude(player__in=names).values_list("player", flat=True)):
        names += more
    return names


def must_be_themselves(player: Player) -> None:
    """Raise Merged where a player has become another one since they were let in."""
    if Alias.objects.filter(player=player.pk).exists():
        raise Merged
