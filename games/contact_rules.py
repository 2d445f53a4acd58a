"""Rules about which players may meet: a block keeps two apart, and kid mode keeps strangers apart.

Only this module decides it. All code that brings players together, or shows one to another, asks here. Friends are two
players who follow each other; all others are strangers. A viewer without a token (None) is a stranger to all players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import PlayerRelation, Seat


@dataclass(frozen=True)
class Ties:
    """The relations among a group of players: which of them are kept apart."""

    blocks: frozenset[frozenset[UUID]] = frozenset()
    friends: frozenset[frozenset[UUID]] = frozenset()
    """Pairs of players who follow each other; empty if no player of the group is in kid mode."""
    kid_mode: frozenset[UUID] = frozenset()

    def part(self, one: UUID, other: UUID) -> bool:
        """Return whether two of the players are kept apart."""
        pair = frozenset((one, other))
        return pair in self.blocks or (not self.kid_mode.isdisjoint(pair) and pair not in self.friends)


def apart_from(player: Player | None, field: str = "player") -> Q:
    """Return a filter for rows whose ``field`` is a player kept apart from the given one."""
    strangers = strangers_to(player, field)
    return strangers if player is None else blocked_from(player, field) | strangers


def strangers_to(player: Player | None, field: str = "player") -> Q:
    """Return a filter for rows whose ``field`` is a stranger of the given player, with one of the two in kid mode."""
    if player is None:
        return _in_kid_mode(field)
    known = Q(**{field: player.pk}) | Q(**{f"{field}__in": _friends(player.pk).values("other")})
    strangers = Q(**{f"{field}__isnull": False}) if player.in_kid_mode else _in_kid_mode(field)
    return strangers & ~known


def blocked_from(player: Player, field: str = "player") -> Q:
    """Return a filter for rows whose ``field`` is a player who blocks the given player or is blocked by them."""
    blocks = PlayerRelation.objects.filter(kind=PlayerRelation.Kind.BLOCK).order_by()
    blocked, blocking = blocks.filter(player=player).values("other"), blocks.filter(other=player).values("player")
    return Q(**{f"{field}__in": blocked}) | Q(**{f"{field}__in": blocking})


def are_apart(player_id: UUID | None, others: Collection[UUID]) -> bool:
    """Return whether a player is kept apart from at least one of the others."""
    return (player_id is not None and are_blocked(player_id, others)) or are_strangers(player_id, others)


def are_blocked(player_id: UUID, others: Collection[UUID]) -> bool:
    """Return whether a block lies between a player and one of the others. It applies even with the room code."""
    if not others:
        return False
    either = Q(player=player_id, other__in=others) | Q(player__in=others, other=player_id)
    return PlayerRelation.objects.filter(either, kind=PlayerRelation.Kind.BLOCK).exists()


def are_strangers(player_id: UUID | None, others: Collection[UUID]) -> bool:
    """Return whether a player is a stranger to one of the others while one of the two is in kid mode."""
    rest = {one for one in others if one != player_id}
    kid_mode = _in_kid_mode_among(rest | {player_id} if player_id else rest)
    strangers = rest if player_id in kid_mode else rest & kid_mode
    if not strangers or player_id is None:
        return bool(strangers)
    return bool(strangers - set(_friends(player_id).filter(other__in=strangers).values_list("other", flat=True)))


def ties_among(players: Collection[UUID]) -> Ties:
    """Return the relations among the given players, in a few queries."""
    among = PlayerRelation.objects.filter(player__in=players, other__in=players)
    blocks = among.filter(kind=PlayerRelation.Kind.BLOCK).values_list("player", "other")
    kid_mode = _in_kid_mode_among(players)
    follows = set(among.filter(kind=PlayerRelation.Kind.FOLLOW).values_list("player", "other")) if kid_mode else set()
    friends = {frozenset(pair) for pair in follows if pair[::-1] in follows}
    return Ties(frozenset(map(frozenset, blocks)), frozenset(friends), frozenset(kid_mode))


def are_friends(player: Player, other_id: UUID) -> bool:
    """Return whether two players follow each other."""
    return _friends(player.pk).filter(other=other_id).exists()


def have_met(player: Player, other_id: UUID) -> bool:
    """Return whether two players sit at the same match, or sat there until its end."""
    theirs = Seat.objects.filter(player=other_id, match=OuterRef("match"))
    return Seat.objects.filter(Exists(theirs), player=player).exists()


def _friends(player_id: UUID) -> QuerySet[PlayerRelation]:
    back = PlayerRelation.objects.filter(
        player=OuterRef("other"), other=OuterRef("player"), kind=PlayerRelation.Kind.FOLLOW
    )
    return PlayerRelation.objects.filter(Exists(back), player=player_id, kind=PlayerRelation.Kind.FOLLOW).order_by()


def _in_kid_mode(field: str) -> Q:
    return Q(**{f"{field}__isnull": False} if settings.KID_MODE else {f"{field}__kid_mode": True})


def _in_kid_mode_among(players: Iterable[UUID]) -> set[UUID]:
    ids = set(players)
    if settings.KID_MODE or not ids:
        return ids
    return set(Player.objects.filter(pk__in=ids, kid_mode=True).order_by().values_list("pk", flat=True))
