"""Merged accounts: find the current player for an old id. The log keeps the old ids.

Merged accounts are few and chains of them are short, since a merged account cannot be merged again.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from accounts.models import Alias, Player
from accounts.services import Merged


def now_of(players: Iterable[UUID]) -> dict[UUID, UUID]:
    """Map the ids of merged players to the ids of the players that they belong to now. Other ids are left out."""
    found: dict[UUID, UUID] = {}
    asked = set(players)
    while asked:
        steps = dict(Alias.objects.filter(player__in=asked).order_by().values_list("player", "into"))
        found = {player: steps.get(into, into) for player, into in found.items()}
        found |= {player: into for player, into in steps.items() if player not in found}
        asked = set(steps.values())
    return found


def everybody() -> dict[UUID, UUID]:
    """Map every merged id to the id of the player that it belongs to now."""
    return now_of(Alias.objects.order_by().values_list("player", flat=True))


def are_one(one: UUID | None, other: UUID | None) -> bool:
    """Return whether two ids belong to one player. Equal ids cost no query."""
    if one == other or one is None or other is None:
        return one == other
    now = now_of((one, other))
    return now.get(one, one) == now.get(other, other)


def names_of(player: UUID) -> list[UUID]:
    """Return all ids that the log has for a player: their own, then those of merged accounts."""
    names = [player]
    while more := list(Alias.objects.filter(into__in=names).exclude(player__in=names).values_list("player", flat=True)):
        names += more
    return names


def must_be_themselves(player: Player) -> None:
    """Raise Merged if the account was merged into another one after its token was checked."""
    if Alias.objects.filter(player=player.pk).exists():
        raise Merged
