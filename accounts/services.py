"""Account services: create guests and tokens, change players, delete accounts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import recent_login
from accounts.avatars import AVATARS
from accounts.models import (
    FORMER_PLAYER,
    AccountDeletion,
    AccountMail,
    Alias,
    AuthorizationCode,
    DeviceCode,
    EmailAddress,
    LoginLink,
    NameConfusable,
    Passkey,
    PasskeyChallenge,
    Player,
    PlayerNetwork,
    SecondFactor,
    SecondFactorCode,
    StreamTicket,
    Token,
)
from accounts.names.nicknames import clean_nickname
from accounts.names.printable import clean_device
from accounts.zones import known_zones
from chkobba_api.errors import DomainError, invalid
from chkobba_api.ids import digest_of
from games.engine.messages import say
from games.texts import LANGUAGES, TRADITIONS

zone_changed = Signal()
"""The signal (``player``) when a player sets a time zone, under the player's row lock."""

deletion_due = Signal()
"""The signal (``deletion``) when an account deletion has work to do or is cancelled, in the same transaction."""

player_left = Signal()
"""The signal (``deletion``) when an account is deleted, in the transaction that removes the name."""

tokens_end = Signal()
"""The signal (``tokens``) before tokens are deleted, in the same transaction."""

locked_out = Signal()
"""The signal (``player``) when an admin ends all login methods and channels of an account, in the same transaction."""

WAYS_IN: Final = (DeviceCode, Passkey, PasskeyChallenge, LoginLink, SecondFactor, SecondFactorCode)
"""The models of login methods, except tokens, the password and login addresses."""

GRACE: Final = timedelta(days=3)
"""The time between the request to delete an account and the deletion. Meanwhile the server plays for the player."""

TICKET_LASTS: Final = timedelta(seconds=60)
"""The lifetime of a stream ticket."""


def create_guest(nickname: str, avatar: str, device: str) -> tuple[Token, str]:
    """Create a guest with a first token; return the token's row and the token itself.

    Raises DomainError ``invalid`` for an invalid nickname, avatar or device name.
    """
    nickname = clean_nickname(nickname)
    _must_be_known("avatar", avatar)
    with transaction.atomic():
        guest = Player.objects.create_guest(nickname, avatar)
        row, token = create_token(guest, device)
        recent_login.begin(row, timezone.now())
        return row, token


def create_token(player: Player, device: str) -> tuple[Token, str]:
    """Create a token for a device; return the token's row and the token itself.

    Raises DomainError ``invalid`` for an invalid device name.
    """
    row, token = Token.objects.create(user=player, device=clean_device(device), used_at=timezone.now())
    return row, token


@contextmanager
def signed_in(token: Token) -> Iterator[None]:
    """Lock the player of a token while a login method is added with it, in one transaction.

    Raises HasLeft, also if the token has ended. Ending a token locks its player, too. So a device that is being signed
    out cannot add a login method that outlives it.
    """
    with staying(token.user):
        if not Token.objects.filter(pk=token.pk).exists():
            raise HasLeft
        yield


def create_ticket(token: Token, now: datetime) -> tuple[str, datetime]:
    """Create a stream ticket for a token; return the ticket and its expiry. Raises HasLeft if the token has ended."""
    ticket, expires_at = token_urlsafe(32), now + TICKET_LASTS
    with signed_in(token):
        StreamTicket.objects.create(digest=digest_of(ticket), token=token, expires_at=expires_at)
    return ticket, expires_at


def use_ticket(ticket: str, now: datetime) -> str | None:
    """Use up a ticket; return the digest of its token, or None if the ticket is unknown, used or expired."""
    good = StreamTicket.objects.filter(digest=digest_of(ticket), expires_at__gt=now)
    token = good.values_list("token", flat=True).first()
    return token if token and good.delete()[0] else None  # of two concurrent requests, one deletes it


def change_player(player: Player, **changes: str | bool) -> Player:
    """Change the nickname, avatar and settings of a player, each by the name of its column.

    Raises DomainError ``invalid`` for an invalid value, HasLeft. The present nickname may stay even if the rules have
    changed since.
    """
    for field in ("avatar", "language", "cards", "time_zone"):
        if field in changes:
            _must_be_known(field, str(changes[field]))
    with staying(player):
        player.refresh_from_db()  # another request may have changed other fields
        nickname = changes.get("nickname", player.nickname)
        if nickname != player.nickname:
            changes["nickname"] = clean_nickname(str(nickname))
        for field, value in changes.items():
            setattr(player, field, value)
        player.save(update_fields=changes)
        if "time_zone" in changes:
            zone_changed.send(Player, player=player)
    return player


def _must_be_known(field: str, value: str) -> None:
    """Raise DomainError ``invalid`` for a value that is not supported. All fields except the avatar may be empty."""
    known: dict[str, Collection[str]] = {
        "avatar": [avatar.key for avatar in AVATARS],
        "language": ("", *LANGUAGES),
        "cards": ("", *TRADITIONS),
        "time_zone": known_zones() | {""},
    }
    if value not in known[field]:
        raise invalid(field, say(f"name.{field}"))


def enable_kid_mode(player: Player) -> None:
    """Turn on kid mode: no strangers and no free text. Only an admin can turn it off. Raises HasLeft."""
    with staying(player):
        player.kid_mode = True
        player.save(update_fields=["kid_mode"])


class HasLeft(DomainError):
    """The player has deleted the account, or the token has ended."""

    def __init__(self, code: str = "unauthenticated", id: str = "refused.left") -> None:
        super().__init__(code, say(id))


class Merged(HasLeft):
    """The account was merged into another one since the token was checked; the token now belongs to that one."""

    def __init__(self) -> None:
        super().__init__("player_merged", "refused.player_merged")


@contextmanager
def staying(player: Player, *, also_inactive: bool = False) -> Iterator[None]:
    """Lock a player and keep the account from being deleted, in one transaction.

    Raises HasLeft for a deleted account, and for a deactivated one unless ``also_inactive``. Lock matches only after
    the player, always in this order, to avoid deadlocks.
    """
    there = Q(left_at=None) if also_inactive else Q(is_active=True)
    with transaction.atomic():
        here = Player.objects.select_for_update(no_key=True).filter(there, pk=player.pk)
        said = here.values_list("is_bot", "rated", "leaves_at").first()
        if said is None:
            raise Merged if Alias.objects.filter(player=player.pk).exists() else HasLeft
        player.is_bot, player.rated, player.leaves_at = said  # they may have changed since they were read
        yield


def leave(player: Player, now: datetime) -> AccountDeletion:
    """Delete an account: end its tokens and remove its name at once; return the remaining work.

    A worker gives up the seats afterwards, as due work. The account may be deactivated. Raises HasLeft if it is deleted
    already.
    """
    with staying(player, also_inactive=True):
        end_tokens(Token.objects.filter(user=player))
        TOTPDevice.objects.filter(user=player).delete()
        EmailAddress.objects.filter(player=player).delete()
        for kept in (NameConfusable, AccountMail, PlayerNetwork, *WAYS_IN):
            kept.objects.filter(player=player).delete()
        close(player, now)
        begun = {"phase": AccountDeletion.Phase.SEATS, "reached": None, "left_at": now, "wake_at": now}
        deletion, _ = AccountDeletion.objects.update_or_create(player=player, defaults=begun)
        deletion_due.send(sender=Player, deletion=deletion)
        player_left.send(sender=Player, deletion=deletion)
    return deletion


def plan_to_leave(current: Token, now: datetime) -> datetime:
    """Schedule the account deletion after ``GRACE``; return its time. A second request does not change the time.

    Raises DomainError ``recent_login_needed``, HasLeft.
    """
    player = current.user
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        if player.leaves_at is None:
            player.leaves_at = now + GRACE
            player.save(update_fields=["leaves_at"])
            _have_done(player, AccountDeletion.Phase.AWAY, now)
        leaves_at: datetime = player.leaves_at
        return leaves_at


def leave_at_once(current: Token, now: datetime) -> AccountDeletion:
    """Delete the account at once, as ``leave`` does.

    Raises DomainError ``recent_login_needed``, HasLeft.
    """
    with signed_in(current):
        recent_login.must_be_recent(current, now)
        return leave(current.user, now)


def stay_after_all(player: Player, now: datetime) -> None:
    """Cancel a scheduled account deletion. Without one it has no effect. Raises HasLeft."""
    with staying(player):
        if player.leaves_at is not None:
            player.leaves_at = None
            player.save(update_fields=["leaves_at"])
            _have_done(player, AccountDeletion.Phase.BACK, now)


def _have_done(player: Player, phase: AccountDeletion.Phase, now: datetime) -> None:
    """Start a phase of an account deletion from its beginning; it replaces the phase under way."""
    begun = {"phase": phase, "reached": None, "wake_at": now}
    deletion, _ = AccountDeletion.objects.update_or_create(player=player, defaults=begun)
    deletion_due.send(sender=Player, deletion=deletion)


def close(player: Player, now: datetime) -> None:
    """Delete the name, profile and login methods of a player. The caller holds the player's row lock."""
    _forget_in_admin_log(player)
    player.nickname, player.username, player.avatar, player.language = "", None, AVATARS[0].key, ""
    player.cards = player.time_zone = ""
    player.hours, player.free_text, player.profile = None, False, Player.Audience.NOBODY
    player.rated, player.kid_mode, player.leaves_at = False, False, None
    player.is_active, player.is_staff, player.is_superuser, player.left_at = False, False, False, now
    player.has_channels = False
    player.set_unusable_password()
    player.save()


def _forget_in_admin_log(player: Player) -> None:
    """Remove the names of the player and of devices from the admin's history."""
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk))
    for entry in entries:
        if entry.change_message.startswith("["):
            changes = json.loads(entry.change_message)
            for what in (what for change in changes for what in change.values() if "object" in what):
                what["object"] = FORMER_PLAYER
            entry.change_message = json.dumps(changes)
        entry.object_repr = FORMER_PLAYER
        entry.save(update_fields=["object_repr", "change_message"])


def end_token(current: Token, token_id: UUID, now: datetime) -> bool:
    """End a token of the player of ``current``, which may be ``current``; return whether it existed.

    A device that another one signs out may be stolen, so the codes that it made end, too, as in ``end_other_tokens``.
    Raises HasLeft.
    """
    with staying(current.user):
        if token_id != current.id:
            made = DeviceCode.objects.filter(player=current.user, made_by=token_id)
            _end_codes(made, with_recovery=recent_login.is_fresh(current, now))
        return end_tokens(Token.objects.filter(user=current.user, id=token_id))


def end_other_tokens(current: Token, *, with_recovery: bool) -> None:
    """End all other tokens of the player of ``current``, and all codes that ``current`` has not made.

    The recovery code ends only ``with_recovery``, after a recent login. Otherwise a thief with a stolen device could
    end the player's last login method, and add a login method of their own. Raises HasLeft.
    """
    with staying(current.user):
        made = DeviceCode.objects.filter(player=current.user).exclude(made_by=current.id)
        _end_codes(made, with_recovery=with_recovery)
        end_tokens(Token.objects.filter(user=current.user).exclude(pk=current.pk))


def _end_codes(codes: QuerySet[DeviceCode], *, with_recovery: bool) -> None:
    (codes if with_recovery else codes.exclude(kind=DeviceCode.Kind.RECOVERY)).delete()


def end_ways_in(player: Player) -> None:
    """End all login methods and channels of an account. Staff keep their password for the admin.

    These are tokens, codes, passkeys, password, second factor, email addresses, links and authorizations, channels and
    the calendar feed. The account may be deactivated. Raises HasLeft for a deleted one.
    """
    with staying(player, also_inactive=True):
        for kept in (*WAYS_IN, EmailAddress, AccountMail, AuthorizationCode):
            kept.objects.filter(player=player).delete()
        locked_out.send(sender=Player, player=player)
        if not player.is_staff:
            player.set_unusable_password()
            player.save(update_fields=["password"])
        end_tokens(Token.objects.filter(user=player))


def sign_out_surplus(current: Token) -> None:
    """Sign out the devices that were unused for longest, if the player has more than the maximum.

    The caller holds the player's row lock. A login over the maximum is not refused: otherwise a thief with one device
    could add others until the player cannot log in.
    """
    others = devices_of(current.user).exclude(pk=current.pk).order_by("-used_at", "-created")
    if surplus := list(others.values_list("pk", flat=True)[settings.LIMITS["devices"] - 1 :]):
        end_tokens(Token.objects.filter(pk__in=surplus))


def devices_of(player: Player) -> QuerySet[Token]:
    """Return the tokens of a player's devices, without those of programs."""
    found: QuerySet[Token] = Token.objects.filter(user=player, scopes__isnull=True)
    return found


def end_tokens(tokens: QuerySet[Token]) -> bool:
    """Delete tokens and everything that depends on them; return whether there were any."""
    with transaction.atomic():
        tokens_end.send(sender=Token, tokens=tokens)
        return bool(tokens.delete()[0])
