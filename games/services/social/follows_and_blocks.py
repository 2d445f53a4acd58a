"""Whom a player knows: whom they follow, who are friends, and with whom they want to have nothing to do.

A block binds both, wherever they could meet (``games.apart``); a match at which both sit already goes on. Nobody is
told of either: to who was blocked, the other one does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Departure, Player
from accounts.services import HasLeft
from games.apart import are_blocked, are_strangers, have_met
from games.engine.messages import say
from games.models import Relation
from games.services.errors import Refusal
from games.services.limits import must_have_room_for_block, must_have_room_for_follow

Kind = Relation.Kind
_MUST_HAVE_ROOM: Final = {Kind.FOLLOW: must_have_room_for_follow, Kind.BLOCK: must_have_room_for_block}
_BACK: Final = Relation.objects.filter(player=OuterRef("other"), other=OuterRef("player"), kind=Kind.FOLLOW)
"""That the other one follows, too."""


def follow(player: Player, other_id: UUID, now: datetime) -> Relation:
    """Follow somebody; again is the same.

    Raises Refusal ``not_found`` for who is not there, has left, has a block between them, or is a stranger whom
    a sheltered one of the two has met at no table, and for oneself,
    ``too_many_follows``; HasLeft.
    """
    with _both(player, other_id):
        is_hidden = are_strangers(player.pk, [other_id]) and not have_met(player, other_id)
        if is_hidden or are_blocked(player.pk, [other_id]):
            raise _nobody()
        return _decided(player, other_id, Kind.FOLLOW, now)


def block(player: Player, other_id: UUID, now: datetime) -> Relation:
    """Have nothing to do with somebody from now on, and nobody of the two follow the other; again is the same.

    Raises Refusal ``not_found`` for who is not there, or has left, and for oneself, ``too_many_blocks``; HasLeft.
    """
    with _both(player, other_id):
        Relation.objects.filter(player=other_id, other=player, kind=Kind.FOLLOW).delete()
        return _decided(player, other_id, Kind.BLOCK, now)


def end(player: Player, other_id: UUID, kind: Relation.Kind) -> None:
    """Follow somebody no more, or take a block back; where there is nothing of the kind, nothing happens."""
    Relation.objects.filter(player=player, other=other_id, kind=kind).delete()


@contextmanager
def _both(player: Player, other_id: UUID) -> Iterator[None]:
    """Lock two players, in one transaction, and in the order of their ids. Raises HasLeft, Refusal ``not_found``.

    Whoever sits down, or brings players together, locks them, too: what was asked after a block was made finds it.
    """
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).filter(pk__in=(player.pk, other_id)).order_by("pk")
        found = {one.pk: one for one in locked}
        if player.pk not in found or not found[player.pk].is_active:
            raise HasLeft
        if other_id == player.pk or other_id not in found or found[other_id].left_at is not None:
            raise _nobody()
        yield


def _nobody() -> Refusal:
    return Refusal("not_found", say("refused.no_player"))


def _decided(player: Player, other_id: UUID, kind: Relation.Kind, now: datetime) -> Relation:
    """Return what a player has decided about another one, which takes the place of anything else."""
    between = Relation.objects.filter(player=player, other=other_id)
    if not between.filter(kind=kind).exists():
        _MUST_HAVE_ROOM[kind](player)
        between.delete()
        Relation.objects.create(player=player, other_id=other_id, kind=kind, at=now)
    return _shown(between).get()


# --- whom one knows ---------------------------------------------------------------------------------------------------


def followed_by(player: Player) -> QuerySet[Relation]:
    """Return whom a player follows; each says with ``mutual`` whether they are friends."""
    return _shown(Relation.objects.filter(player=player, kind=Kind.FOLLOW))


def followers_of(player: Player) -> QuerySet[Relation]:
    """Return who follows a player; each says with ``mutual`` whether they are friends."""
    return _shown(Relation.objects.filter(other=player, kind=Kind.FOLLOW))


def friends_of(player: Player) -> QuerySet[Relation]:
    """Return those whom a player follows and who follow them."""
    return followed_by(player).filter(Exists(_BACK))


def blocked_by(player: Player) -> QuerySet[Relation]:
    """Return whom a player has blocked."""
    return _shown(Relation.objects.filter(player=player, kind=Kind.BLOCK))


def _shown(relations: QuerySet[Relation]) -> QuerySet[Relation]:
    """Return relations with both players, and whether two follow each other."""
    return relations.select_related("player", "other").annotate(mutual=Q(kind=Kind.FOLLOW) & Exists(_BACK))


# --- forgetting -------------------------------------------------------------------------------------------------------


def pass_on(player: Player, into: Player) -> None:
    """Move a player's follows and blocks, by and of them, to the account that they were merged into.

    Where the two were treated otherwise by the same other one, or treated them otherwise, a block goes before all: who
    is blocked as one of two guests is not followed as the other.
    """
    Relation.objects.filter(Q(player=player, other=into) | Q(player=into, other=player)).delete()
    for mine, theirs in (("player", "other"), ("other", "player")):
        rows = Relation.objects.filter(**{mine: player})
        same = Relation.objects.filter(**{mine: into, theirs: OuterRef(theirs)})
        blocks = rows.filter(kind=Kind.BLOCK).values(theirs)
        Relation.objects.filter(**{mine: into, f"{theirs}__in": blocks}, kind=Kind.FOLLOW).delete()
        rows.filter(Exists(same)).delete()
        rows.update(**{mine: into})
    blocks = Relation.objects.filter(kind=Kind.BLOCK, player=OuterRef("other"), other=OuterRef("player"))
    either = Relation.objects.filter(Q(player=into) | Q(other=into), kind=Kind.FOLLOW)
    either.filter(Exists(blocks)).delete()


def forget_with_player(*, departure: Departure, **signal: object) -> None:
    """Forget whom somebody knew who leaves for good, and who knew them."""
    Relation.objects.filter(Q(player=departure.player) | Q(other=departure.player)).delete()
