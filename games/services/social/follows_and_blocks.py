"""Follows, friends and blocks between players.

A block binds both players wherever they could meet (``games.contact_rules``). A match that both already play goes on.
The server tells no player about follows or blocks. To a blocked player the other one does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from accounts.services import HasLeft
from chkobba_api.errors import DomainError
from games.contact_rules import are_blocked, are_strangers, have_met
from games.engine.messages import say
from games.models import PlayerRelation
from games.services.limits import must_have_room_for

Kind = PlayerRelation.Kind
_LIMITS: Final = {Kind.FOLLOW: "follows", Kind.BLOCK: "blocks"}
_BACK: Final = PlayerRelation.objects.filter(player=OuterRef("other"), other=OuterRef("player"), kind=Kind.FOLLOW)
"""The follow in the other direction, which makes two players friends."""


def follow(player: Player, other_id: UUID, now: datetime) -> PlayerRelation:
    """Follow a player. Following again has no effect.

    Raises DomainError ``not_found`` for an unknown or deleted player, for the player's own id, with a block between the
    two, and for a stranger if one of the two is in kid mode; ``too_many_follows``; HasLeft.
    """
    with _both(player, other_id):
        is_hidden = are_strangers(player.pk, [other_id]) and not have_met(player, other_id)
        if is_hidden or are_blocked(player.pk, [other_id]):
            raise _no_player()
        return _decided(player, other_id, Kind.FOLLOW, now)


def block(player: Player, other_id: UUID, now: datetime) -> PlayerRelation:
    """Block a player, which ends all follows between the two. Blocking again has no effect.

    Raises DomainError ``not_found`` for an unknown or deleted player, and for the player's own id, ``too_many_blocks``;
    HasLeft.
    """
    with _both(player, other_id):
        PlayerRelation.objects.filter(player=other_id, other=player, kind=Kind.FOLLOW).delete()
        return _decided(player, other_id, Kind.BLOCK, now)


def end(player: Player, other_id: UUID, kind: PlayerRelation.Kind) -> None:
    """Unfollow or unblock a player. Without a follow or block it has no effect."""
    PlayerRelation.objects.filter(player=player, other=other_id, kind=kind).delete()


@contextmanager
def _both(player: Player, other_id: UUID) -> Iterator[None]:
    """Lock two players in the order of their ids, in one transaction. Raises HasLeft, DomainError ``not_found``.

    All actions that bring players together lock them, too, so a check after a new block sees it.
    """
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).filter(pk__in=(player.pk, other_id)).order_by("pk")
        found = {one.pk: one for one in locked}
        if player.pk not in found or not found[player.pk].is_active:
            raise HasLeft
        if other_id == player.pk or other_id not in found or found[other_id].left_at is not None:
            raise _no_player()
        yield


def _no_player() -> DomainError:
    return DomainError("not_found", say("refused.no_player"))


def _decided(player: Player, other_id: UUID, kind: PlayerRelation.Kind, now: datetime) -> PlayerRelation:
    """Store a relation of a player to another one, in place of any other."""
    between = PlayerRelation.objects.filter(player=player, other=other_id)
    if not between.filter(kind=kind).exists():
        must_have_room_for(_LIMITS[kind], player)
        between.delete()
        PlayerRelation.objects.create(player=player, other_id=other_id, kind=kind, at=now)
    return _shown(between).get()


# --- reading ----------------------------------------------------------------------------------------------------------


def followed_by(player: Player) -> QuerySet[PlayerRelation]:
    """Return the follows by a player; ``mutual`` marks friends."""
    return _shown(PlayerRelation.objects.filter(player=player, kind=Kind.FOLLOW))


def followers_of(player: Player) -> QuerySet[PlayerRelation]:
    """Return the followers of a player; ``mutual`` marks friends."""
    return _shown(PlayerRelation.objects.filter(other=player, kind=Kind.FOLLOW))


def friends_of(player: Player) -> QuerySet[PlayerRelation]:
    """Return the friends of a player: each follows the other."""
    return followed_by(player).filter(Exists(_BACK))


def blocked_by(player: Player) -> QuerySet[PlayerRelation]:
    """Return the blocks by a player."""
    return _shown(PlayerRelation.objects.filter(player=player, kind=Kind.BLOCK))


def _shown(relations: QuerySet[PlayerRelation]) -> QuerySet[PlayerRelation]:
    """Return relations with both players; ``mutual`` is true if they follow each other."""
    return relations.select_related("player", "other").annotate(mutual=Q(kind=Kind.FOLLOW) & Exists(_BACK))


# --- merging and deletion ---------------------------------------------------------------------------------------------


def pass_on(player: Player, into: Player) -> None:
    """Move a player's follows and blocks, in both directions, to the account into which it was merged.

    If the two accounts had different relations with a third player, a block wins over a follow.
    """
    PlayerRelation.objects.filter(Q(player=player, other=into) | Q(player=into, other=player)).delete()
    for mine, theirs in (("player", "other"), ("other", "player")):
        rows = PlayerRelation.objects.filter(**{mine: player})
        same = PlayerRelation.objects.filter(**{mine: into, theirs: OuterRef(theirs)})
        blocks = rows.filter(kind=Kind.BLOCK).values(theirs)
        PlayerRelation.objects.filter(**{mine: into, f"{theirs}__in": blocks}, kind=Kind.FOLLOW).delete()
        rows.filter(Exists(same)).delete()
        rows.update(**{mine: into})
    blocks = PlayerRelation.objects.filter(kind=Kind.BLOCK, player=OuterRef("other"), other=OuterRef("player"))
    either = PlayerRelation.objects.filter(Q(player=into) | Q(other=into), kind=Kind.FOLLOW)
    either.filter(Exists(blocks)).delete()
