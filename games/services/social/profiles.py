"""Profiles: the data of a player for other players. Each table shows the basic part; the player allows the rest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts import unique_names
from accounts.models import Player
from chkobba_api.errors import DomainError
from games.contact_rules import are_blocked, are_strangers, have_met
from games.engine.messages import say
from games.models import PlayerRelation

Kind = PlayerRelation.Kind


@dataclass(frozen=True)
class Profile:
    """A player as the viewer sees them."""

    player: Player
    followed: bool
    """True if the viewer follows the player."""
    friend: bool
    """True if both follow each other."""
    blocked: bool
    """True if the viewer has blocked the player."""
    is_open: bool
    """True if the viewer sees more than any table shows."""

    @property
    def name(self) -> str | None:
        """The unique name; None if the player has none, or does not show it."""
        return self.player.username if self.is_open else None

    @property
    def since(self) -> datetime | None:
        """The first moment of the month in which the account was created; None if the player does not show it."""
        came = self.player.created_at
        return came.replace(day=1, hour=0, minute=0, second=0, microsecond=0) if self.is_open else None


def profile_of(player_id: UUID, viewer: Player) -> Profile:
    """Return the profile of a player for another one.

    Raises DomainError ``not_found`` for an unknown, deleted or banned player, and one with a block against the viewer.
    """
    return _seen(Player.objects.filter(pk=player_id, is_active=True).first(), viewer)


def profile_named(name: str, viewer: Player) -> Profile:
    """Return the profile of the player with a unique name, in any typed form, also after an ``@``.

    Raises DomainError ``not_found`` as ``profile_of`` does.
    """
    try:
        return _seen(unique_names.find(unique_names.clean_name(name.removeprefix("@"))), viewer, is_named=True)
    except DomainError:
        raise _no_player() from None


def _seen(player: Player | None, viewer: Player, *, is_named: bool = False) -> Profile:
    if player is None:
        raise _no_player()
    mine = PlayerRelation.objects.filter(player=viewer, other=player).values_list("kind", flat=True).first()
    if mine != Kind.BLOCK and are_blocked(viewer.pk, [player.pk]):
        raise _no_player()
    is_stranger = are_strangers(viewer.pk, [player.pk])
    if is_stranger and (is_named or (mine is None and not have_met(viewer, player.pk))):
        raise _no_player()
    followed = mine == Kind.FOLLOW
    friend = followed and PlayerRelation.objects.filter(player=player, other=viewer, kind=Kind.FOLLOW).exists()
    is_shown = player.profile == Player.Audience.EVERYBODY or (player.profile == Player.Audience.FRIENDS and friend)
    is_open = player == viewer or (not is_stranger and is_shown)
    return Profile(player, followed, friend, mine == Kind.BLOCK, is_open)


def _no_player() -> DomainError:
    return DomainError("not_found", say("refused.no_player"))
