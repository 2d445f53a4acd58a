"""What can happen to a player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import Signal

from accounts.avatars import AVATARS
from accounts.models import Player, Token
from accounts.nicknames import clean_device, clean_nickname

player_leaving = Signal()
"""A player is about to leave for good; sent with ``player`` and ``now``, before anything of him is forgotten."""


def create_guest(nickname: str, avatar: str, device: str) -> tuple[Token, str]:
    """Make a guest with a first token; return the token's row and the token itself.

    Raises ValidationError for a nickname, an avatar or a device that cannot be.
    """
    with transaction.atomic():
        guest = Player.objects.create_guest(clean_nickname(nickname), _known_avatar(avatar))
        return create_token(guest, device)


def create_token(player: Player, device: str) -> tuple[Token, str]:
    """Give another device a token; return the token's row and the token itself.

    Raises ValidationError for a device that cannot be called so.
    """
    row, token = Token.objects.create(user=player, device=clean_device(device))
    return row, token


def change_player(player: Player, nickname: str | None, avatar: str | None) -> Player:
    """Change how a player is called and looks. Raises ValidationError for what cannot be, HasLeft.

    A name that the player has may stay, whatever the rules were when they took it.
    """
    if nickname is not None and nickname != player.nickname:
        player.nickname = clean_nickname(nickname)
    if avatar is not None:
        player.avatar = _known_avatar(avatar)
    with staying(player):
        player.save(update_fields=["nickname", "avatar"])
    return player


class HasLeft(Exception):
    """The player has left for good."""


@contextmanager
def staying(player: Player) -> Iterator[None]:
    """Keep a player from leaving for good while something is done with him, in one transaction. Raises HasLeft.

    Whoever locks a match, too, locks it after the player: everybody in the same order, so that nobody waits for ever.
    """
    with transaction.atomic():
        here = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True)
        if not here.values_list("pk", flat=True):
            raise HasLeft
        yield


def leave(player: Player, now: datetime) -> None:
    """Let a player go for good: he gets up from every table, his tokens end, and his name is forgotten.

    Raises HasLeft if he has left already.
    """
    with staying(player):
        player_leaving.send(sender=Player, player=player, now=now)
        Token.objects.filter(user=player).delete()
        player.nickname, player.username, player.avatar = "", None, AVATARS[0].key
        player.is_active, player.is_staff, player.is_superuser, player.left_at = False, False, False, now
        player.set_unusable_password()
        player.save()


def end_token(player: Player, token_id: UUID) -> bool:
    """End one token of a player; return whether there was such a one."""
    return bool(Token.objects.filter(user=player, id=token_id).delete()[0])


def end_other_tokens(player: Player, current: Token) -> None:
    """End all tokens of a player but the one in use."""
    Token.objects.filter(user=player).exclude(pk=current.pk).delete()


def _known_avatar(key: str) -> str:
    """Return the key of an avatar. Raises ValidationError for another one."""
    if key not in {avatar.key for avatar in AVATARS}:
        raise ValidationError("There is no such avatar.", code="avatar")
    return key
