"""What can happen to a player."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import Signal
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.avatars import AVATARS
from accounts.models import FORMER_PLAYER, Departure, Player, Token
from accounts.nicknames import clean_device, clean_nickname

player_left = Signal()
"""A player has left for good; sent with ``departure``, in the transaction in which the name was forgotten."""


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


def leave(player: Player, now: datetime) -> Departure:
    """Let a player go for good: tokens end and the name is forgotten at once; return what is still to be done.

    Seats are given up afterwards, by whoever does what is due. Raises HasLeft if the player has left already.
    """
    with staying(player):
        Token.objects.filter(user=player).delete()
        TOTPDevice.objects.filter(user=player).delete()
        _forget_in_admin_log(player)
        player.nickname, player.username, player.avatar = "", None, AVATARS[0].key
        player.is_active, player.is_staff, player.is_superuser, player.left_at = False, False, False, now
        player.set_unusable_password()
        player.save()
        departure = Departure.objects.create(player=player, left_at=now, wake_at=now)
        player_left.send(sender=Player, departure=departure)
    return departure


def _forget_in_admin_log(player: Player) -> None:
    """Take the name out of what the admin has noted about the player, and the names of devices."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk))
    for entry in entries:
        if entry.change_message.startswith("["):
            changes = json.loads(entry.change_message)
            for what in (what for change in changes for what in change.values() if "object" in what):
                what["object"] = FORMER_PLAYER
            entry.change_message = json.dumps(changes)
        entry.object_repr = FORMER_PLAYER
        entry.save(update_fields=["object_repr", "change_message"])


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
