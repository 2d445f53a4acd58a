"""Proofs that a guest account belongs to the caller, too: a token of the guest, or a code that they created."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from knox.crypto import hash_token

from accounts import recent_login
from accounts.login.device_codes import wrong_code
from accounts.models import DeviceCode, Player, Token
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of, typed_code
from games.engine.messages import say


class TokenProof:
    """The token of a device as a proof. Tokens of programs prove nothing."""

    def __init__(self, typed: str) -> None:
        self.digest = hash_token(typed)

    def _good(self, now: datetime) -> QuerySet[Token]:
        lasting = Q(expiry=None) | Q(expiry__gt=now)
        found: QuerySet[Token] = Token.objects.filter(
            lasting, digest=self.digest, scopes__isnull=True, user__is_active=True
        )
        return found

    def player(self, now: datetime) -> Player:
        """Return the player of the token. Raises DomainError ``wrong_code``."""
        owner = Player.objects.filter(pk__in=self._good(now).values("user")).first()
        if owner is None:
            raise DomainError("wrong_code", say("refused.wrong_other_token"))
        return owner

    def use(self, now: datetime) -> None:
        """Check the token, which stays valid. The caller holds the row lock of the player.

        Raises DomainError ``wrong_code``; ``recent_login_needed`` if the guest has a login method but no recent login
        with this token.
        """
        token = self._good(now).select_related("user").first()
        if token is None:
            raise DomainError("wrong_code", say("refused.wrong_other_token"))
        recent_login.must_be_recent(token, now)


class CodeProof:
    """A pairing code or a recovery code as a proof; it is used up."""

    def __init__(self, typed: str) -> None:
        self.digest = digest_of(typed_code(typed))

    def _good(self, now: datetime) -> QuerySet[DeviceCode]:
        return DeviceCode.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=self.digest)

    def player(self, now: datetime) -> Player:
        """Return the player of the code. Raises DomainError ``wrong_code``."""
        code = self._good(now).select_related("player").first()
        if code is None:
            raise wrong_code()
        return code.player

    def use(self, now: datetime) -> None:
        """Use up the code. The caller holds the row lock of the player.

        Raises DomainError ``wrong_code`` if the code is no longer valid.
        """
        if not self._good(now).delete()[0]:
            raise wrong_code()


Proof = TokenProof | CodeProof
