"""Passkeys: keys that a device or a password manager creates for this site only (WebAuthn).

A challenge works once, within five minutes. ``authenticators`` checks the proof of a device.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import ip_address
from types import ModuleType
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts import recent_login
from accounts.login import login_methods
from accounts.login.device_codes import NewDevice, SignedIn, sign_in
from accounts.login.email.account_mails import report_login_method
from accounts.models import Passkey, PasskeyChallenge, Player, Token
from accounts.names.printable import clean_device
from accounts.services import HasLeft, signed_in, staying
from chkobba_api.errors import DomainError, never_raises
from chkobba_api.ids import digest_of
from games.engine.messages import say

_CREDENTIAL: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}=*")
"""The id of a passkey, as it is stored."""
CHALLENGE_LASTS: Final = timedelta(minutes=5)


def host() -> str | None:
    """Return the host name of passkeys; None for an IP address, which browsers refuse."""
    name: str | None = urlsplit(settings.PUBLIC_URL).hostname
    try:
        ip_address(name or "")
    except ValueError:
        return name
    return None


def options_to_add(current: Token, now: datetime) -> dict[str, Any]:
    """Return the options with which a browser creates a passkey for the player.

    Raises DomainError ``recent_login_needed``.
    """
    recent_login.must_be_recent(current, now)
    player = current.user
    known = [one.credential for one in player.passkeys.all()]
    name = player.username or player.nickname
    challenge = _challenge(player, now)
    options: dict[str, Any] = _library().options_to_add(
        _site(), challenge, player.pk.bytes, name, player.nickname, known
    )
    return options


def options_to_log_in(now: datetime) -> dict[str, Any]:
    """Return the options with which a browser asks for a passkey of any player."""
    options: dict[str, Any] = _library().options_to_log_in(_site(), _challenge(None, now))
    return options


def add(current: Token, credential: dict[str, Any], name: str, now: datetime) -> Passkey:
    """Add the passkey that a device has created; return it.

    Raises DomainError ``recent_login_needed``, ``wrong_passkey``, ``too_many_passkeys``, ``invalid`` for an invalid
    name, HasLeft.
    """
    player, named, limit = current.user, clean_device(name), settings.LIMITS["passkeys"]
    challenge = _use_challenge(credential, player, now)
    key, public_key, count = _library().new_key(_site(), credential, challenge)
    if not _CREDENTIAL.fullmatch(key):
        raise _wrong_passkey()
    try:
        with login_methods.adding(current, login_methods.Way.PASSKEY, now), transaction.atomic():
            if player.passkeys.count() >= limit:
                raise DomainError("too_many_passkeys", say("refused.too_many.passkeys", count=limit), limit=limit)
            made = {"credential": key, "public_key": public_key, "sign_count": count, "added_by": current.id}
            return Passkey.objects.create(player=player, name=named, created_at=now, **made)
    except IntegrityError:
        raise _wrong_passkey() from None  # the passkey is stored already


def rename(player: Player, passkey_id: UUID, name: str) -> Passkey | None:
    """Rename a passkey of a player; return it, or None if it does not exist. Raises DomainError ``invalid``."""
    named = clean_device(name)
    player.passkeys.filter(pk=passkey_id).update(name=named)
    return player.passkeys.filter(pk=passkey_id).first()


def remove(current: Token, passkey_id: UUID, now: datetime) -> bool:
    """Remove a passkey; return whether it existed. Raises DomainError ``recent_login_needed``, HasLeft."""
    with signed_in(current):
        key = current.user.passkeys.filter(pk=passkey_id).first()
        if key is not None:
            recent_login.must_be_recent(current, now)
            key.delete()
            report_login_method(current.user, login_methods.Way.PASSKEY_OFF, now)
    return key is not None


@never_raises("recent_login_needed")  # the player's login is a recent one
def log_in(credential: dict[str, Any], device: NewDevice, now: datetime) -> SignedIn:
    """Sign in a device with a passkey, as ``device_codes.sign_in`` does.

    Raises DomainError ``wrong_passkey``, ``invalid``.
    """
    with _proved(credential, now) as key:
        return sign_in(key.player, device, now, by=key)


def prove(current: Token, credential: dict[str, Any], now: datetime) -> None:
    """Check a passkey's signature, made as for a login; begin a recent login.

    Raises DomainError ``wrong_passkey``, HasLeft.
    """
    with _proved(credential, now, player=current.user), signed_in(current):
        recent_login.begin(current, now)


@contextmanager
def _proved(credential: dict[str, Any], now: datetime, *, player: Player | None = None) -> Iterator[Passkey]:
    """Yield the passkey that has signed a challenge, while holding the row lock of its player.

    With ``player`` the passkey must belong to that player. Raises DomainError ``wrong_passkey``.
    """
    challenge = _use_challenge(credential, None, now)
    given = _CREDENTIAL.fullmatch(str(credential.get("id")))
    key = given and Passkey.objects.select_related("player").filter(credential=given[0]).first()
    if key is None or (player is not None and key.player_id != player.pk):
        raise _wrong_passkey()
    owner, before = key.player, key.sign_count
    known = bytes(key.public_key), before, owner.pk.bytes
    count = _library().count_after(_site(), credential, challenge, *known)
    try:
        with staying(owner):
            if not Passkey.objects.filter(pk=key.pk, sign_count=before).update(sign_count=count, used_at=now):
                raise _wrong_passkey()  # it was removed, or used with the same count
            yield key
    except HasLeft:
        raise _wrong_passkey() from None


def _library() -> ModuleType:
    from accounts.login.webauthn import authenticators  # noqa: PLC0415  (most processes never need it)

    return authenticators


def _site() -> Any:
    parts = urlsplit(settings.PUBLIC_URL)
    return _library().Site(host(), f"{parts.scheme}://{parts.netloc}")


def _challenge(player: Player | None, now: datetime) -> bytes:
    challenge = secrets.token_bytes(32)
    PasskeyChallenge.objects.create(digest=_stored(challenge), player=player, expires_at=now + CHALLENGE_LASTS)
    return challenge


def _use_challenge(credential: dict[str, Any], player: Player | None, now: datetime) -> bytes:
    """Use up the challenge that a device has signed; return it. Raises DomainError ``wrong_passkey``."""
    challenge: bytes = _library().challenge_of(credential)
    good = PasskeyChallenge.objects.filter(digest=_stored(challenge), player=player, expires_at__gt=now)
    if not good.delete()[0]:
        raise _wrong_passkey()
    return challenge


def _stored(challenge: bytes) -> str:
    return digest_of(urlsafe_b64encode(challenge).decode())


def _wrong_passkey() -> DomainError:
    """Return the refusal of an answer that was signed for another challenge, too late, repeated, or by another key."""
    return DomainError("wrong_passkey", say("refused.wrong_passkey"))
