"""Who makes a request: the player of its bearer token."""

from __future__ import annotations

from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import Player, Token


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
