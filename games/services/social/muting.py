"""Mutes: a player reads no messages of another one, at any table. No other player learns of it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.club_access import clubs_of
from games.engine.messages import say
from games.models import ChatMessage, Mute, PlayerRelation, Seat
from games.services.limits import must_have_room_for
from games.services.social.follows_and_blocks import blocked_by


def mute(player: Player, other_id: UUID, now: datetime) -> Mute:
    """Mute a player at the same table, or one who has written there or in a club. Muting again has no effect.

    Raises DomainError ``not_found``, also for players never met and for the player's own id, ``too_many_mutes``;
    HasLeft.
    """
    with staying(player):
        if known := Mute.objects.filter(player=player, muted=other_id).select_related("muted").first():
            return known
        if other_id == player.pk or not _have_met(player, other_id):
            raise DomainError("not_found", say("refused.no_such_player"))
        must_have_room_for("mutes", player)
        made = Mute.objects.create(player=player, muted_id=other_id, at=now)
        return Mute.objects.select_related("muted").get(pk=made.pk)


def _have_met(player: Player, other_id: UUID) -> bool:
    mine = Seat.objects.filter(player=player).values("match")
    here = Player.objects.filter(pk=other_id, left_at=None).exists()
    sits = Seat.objects.filter(match__in=mine, player=other_id)
    clubs = clubs_of(player).order_by().values("club")
    said = ChatMessage.objects.filter(Q(match__in=mine) | Q(club__in=clubs), player=other_id)
    return here and (sits.exists() or said.exists())


def unmute(player: Player, other_id: UUID) -> None:
    """Show the messages of a player again, also those written in the meantime."""
    Mute.objects.filter(player=player, muted=other_id).delete()


def muted_by(player: Player) -> list[Mute]:
    """Return the mutes of a player, the latest first. Settings bound their number."""
    return list(Mute.objects.filter(player=player).select_related("muted").order_by("-pk"))


def is_heard_by(player: Player) -> Q:
    """Return a filter for messages that a player reads: not of players they have muted or blocked."""
    muted = Mute.objects.filter(player=player).values("muted")
    return ~Q(player__in=muted) & ~Q(player__in=blocked_by(player).values("other"))


def deaf_to(player_id: UUID) -> set[UUID]:
    """Return the players who read no messages of a player."""
    blocking = PlayerRelation.objects.filter(other=player_id, kind=PlayerRelation.Kind.BLOCK).values_list(
        "player", flat=True
    )
    return {*Mute.objects.filter(muted=player_id).values_list("player", flat=True), *blocking}
