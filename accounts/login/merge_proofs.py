"""Showing that one is another player, too: by a token of theirs, or by a code that they have made."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django.db.models import Q, QuerySet
from knox.crypto import hash_token

from accounts.digests import digest_of
from accounts.login import recent_login
from accounts.login.device_codes import WrongCode
from accounts.models import DeviceCode, Player, Token
from chkobba_api.human_codes import typed_code


class WrongToken(WrongCode):
    """The token is not valid, or belongs to a program."""


class Proof(Protocol):
    """A proof that a guest account belongs to the caller."""

    def player(self, now: datetime) -> Player:
        """Return whose it is. Raises WrongCode."""
        ...

    def use(self, now: datetime) -> None:
        """Use it, while its player is locked, if it is still good. Raises WrongCode."""
        ...


class TokenProof:
    """The token of a device; those of programs show nothing."""

    def __init__(self, typed: str) -> None:
        self.digest = hash_token(typed)

    def _good(self, now: datetime) -> QuerySet[Token]:
        lasting = Q(expiry=None) | Q(expiry__gt=now)
        found: QuerySet[Token] = Token.objects.filter(
            lasting, digest=self.digest, scopes__isnull=True, user__is_active=True
        )
        return found

    def player(self, now: datetime) -> Player:
        """See Proof."""
        owner = Player.objects.filter(pk__in=self._good(now).values("user")).first()
        if owner is None:
            raise WrongToken
        return owner

    def use(self, now: datetime) -> None:
        """See Proof. The token stays valid. Raises NotRecent if its guest has a way in but no recent log-in."""
        token = self._good(now).select_related("user").first()
        if token is None:
            raise WrongToken
        recent_login.must_be_recent(token, now)


class CodeProof:
    """A code for another device, or for recovery, which is used up."""

    def __init__(self, typed: str) -> None:
        self.digest = digest_of(typed_code(typed))

    def _good(self, now: datetime) -> QuerySet[DeviceCode]:
        return DeviceCode.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=self.digest)

    def player(self, now: datetime) -> Player:
        """See Proof."""
        code = self._good(now).select_related("player").first()
        if code is None:
            raise WrongCode
        return code.player

    def use(self, now: datetime) -> None:
        """See Proof."""
        if not self._good(now).delete()[0]:
            raise WrongCode
