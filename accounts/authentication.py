"""Who makes a request: the player of its bearer token."""

from __future__ import annotations

from hashlib import sha256
from threading import Lock
from typing import Final

from cachetools import TTLCache, cached
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import Player, Token

REVOKED_AFTER: Final = 5
"""Seconds for which a process may still take a token that was revoked, where it remembers tokens."""

remembered: Final[TTLCache[bytes, tuple[Player, Token]]] = TTLCache(2_000, REVOKED_AFTER)


class BearerAuthentication(TokenAuthentication):
    """Knox' tokens, looked up by their hash in one query.

    Knox itself looks at all tokens of the player at each request, to delete those that have expired; here a task does.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """Return the player and the token. Raises AuthenticationFailed, always with the same words."""
        try:
            digest = hash_token(token.decode("ascii"))
        except UnicodeDecodeError:
            raise AuthenticationFailed("This token is not valid.") from None
        found = Token.objects.select_related("user").filter(digest=digest).first()
        if found is None or not found.user.is_active or (found.expiry and found.expiry < timezone.now()):
            raise AuthenticationFailed("This token is not valid.")
        if found.expiry:
            self.renew_token(found)
        return found.user, found


class RememberedBearerAuthentication(BearerAuthentication):
    """The same without a query for a token that this process has seen within the last seconds.

    For moves, of which there are many. The player is as he was then: who he is, not how he is called by now.
    """

    @cached(remembered, key=lambda self, token: sha256(token).digest(), lock=Lock())
    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """See BearerAuthentication."""
        return super().authenticate_credentials(token)
