"""The networks that players use, as keyed digests. Equal digests show that two players share a network.

The server stores no address, and no digest for longer than a day. Only the server's secret key (``SECRET_KEY``) links
a digest to an address.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from ipaddress import ip_address
from itertools import combinations
from threading import Lock
from typing import Final
from uuid import UUID

from cachetools import TTLCache
from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts.models import Player, PlayerNetwork

NETWORKS_LAST: Final = timedelta(days=1)
"""The time for which the server keeps the network of a player."""
NOTED_EVERY: Final = timedelta(hours=1)
"""The shortest time after which one process stores the same network of a player again."""
MOST: Final = 50
"""The most networks that are kept for one player."""

_noted: Final[TTLCache[tuple[UUID, str], bool]] = TTLCache(10_000, NOTED_EVERY.total_seconds())
_lock: Final = Lock()


def digest_of(address: str) -> str:
    """Return the keyed digest of an address; empty for a socket or loopback, which all local players share."""
    try:
        if ip_address(address).is_loopback:
            return ""
    except ValueError:
        return ""
    return salted_hmac("accounts.devices.networks", address, algorithm="sha256").hexdigest()[:32]


def note(player_id: UUID, address: str, now: datetime) -> None:
    """Store the network of a request (``addresses.address_of``), at most once in ``NOTED_EVERY`` for each process."""
    with _lock:
        if (player_id, address) in _noted:
            return
        _noted[player_id, address] = True
    if digest := digest_of(address):
        _write(player_id, digest, now)


def _write(player_id: UUID, digest: str, at: datetime) -> None:
    mine = PlayerNetwork.objects.filter(player=player_id)
    if mine.filter(digest=digest).update(seen_at=at) or mine.count() >= MOST:
        return
    PlayerNetwork.objects.bulk_create(
        [PlayerNetwork(player_id=player_id, digest=digest, seen_at=at)], ignore_conflicts=True
    )


def of(player: Player) -> list[str]:
    """Return the digests of the networks that a player has used within the last day."""
    return list(PlayerNetwork.objects.filter(player=player).values_list("digest", flat=True))


def players_of(digest: str) -> QuerySet[PlayerNetwork, UUID]:
    """Return a subquery: the ids of all players who used a network within the last day."""
    return PlayerNetwork.objects.filter(digest=digest).values_list("player", flat=True)


def together(players: Collection[UUID], now: datetime) -> set[frozenset[UUID]]:
    """Return the pairs of players who shared a network within the last day; none if the host allows that."""
    if settings.RATED_IN_ONE_NETWORK:
        return set()
    lately = PlayerNetwork.objects.filter(player__in=players, seen_at__gt=now - NETWORKS_LAST)
    there: dict[str, set[UUID]] = {}
    for player, digest in lately.values_list("player", "digest"):
        there.setdefault(digest, set()).add(player)
    return {frozenset(pair) for here in there.values() for pair in combinations(here, 2)}


def pass_on(player: Player, into: Player) -> None:
    """Move the networks of a player to the account that they were merged into."""
    theirs = PlayerNetwork.objects.filter(player=player)
    for digest, seen_at in theirs.values_list("digest", "seen_at"):
        _write(into.pk, digest, seen_at)
    theirs.delete()
