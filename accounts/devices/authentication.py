"""Bearer tokens: authentication of the player who makes a request."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from threading import Lock
from typing import Final
from uuid import UUID

from cachetools import TTLCache, cached
from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.devices import networks
from accounts.models import Player, Token
from accounts.services import use_ticket
from chkobba_api.rest.addresses import address_of
from games.engine.messages import say

REVOKED_AFTER: Final = 5
"""Seconds for which a process may still accept a revoked token, if it caches tokens."""

USE_NOTED_EVERY: Final = timedelta(hours=1)
"""The shortest time between two writes of a token's last use."""
PUT_OFF_BY: Final = timedelta(days=1)
"""The shortest time by which a use extends a token."""

remembered: Final[TTLCache[bytes, tuple[Player, Token]]] = TTLCache(2_000, REVOKED_AFTER)


class NotLetIn(AuthenticationFailed):
    """The token is not valid. The error has a translatable message, since those of the framework are English."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self.message = say(id)


class BearerAuthentication(TokenAuthentication):
    """Knox tokens, found by their hash in one query.

    Knox itself reads all tokens of the player at each request, to delete expired ones. Here a task deletes them.
    """

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        """Return the player and the token, or None if no token was sent. Store the player's network.

        Raises AuthenticationFailed.
        """
        found: tuple[Player, Token] | None = super().authenticate(request)
        if found:
            networks.note(found[0].pk, address_of(request), timezone.now())
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """Return the player and the token. Raises NotLetIn, always with the same message."""
        try:
            return self.of_digest(hash_token(token.decode("ascii")))
        except UnicodeDecodeError:
            raise NotLetIn("refused.token") from None

    def of_digest(self, digest: str) -> tuple[Player, Token]:
        """Return the player and the token with a hash. Raises NotLetIn."""
        found = Token.objects.select_related("user").filter(digest=digest).order_by()  # which costs more than the query
        token = next(iter(found), None)
        if token is None or not token.user.is_active or (token.expiry and token.expiry < timezone.now()):
            raise NotLetIn("refused.token")
        _note_use(token)
        return token.user, token


def _note_use(token: Token) -> None:
    """Store the use of a token, once an hour, and extend a renewable token."""
    now = timezone.now()
    if token.used_at is not None and now - token.used_at < USE_NOTED_EVERY:
        return
    token.used_at, ends = now, now + settings.TOKEN_TTL
    if token.expiry and token.is_renewed and ends - token.expiry > PUT_OFF_BY:
        token.expiry = ends
    Token.objects.filter(pk=token.pk).update(used_at=token.used_at, expiry=token.expiry)


class RememberedBearerAuthentication(BearerAuthentication):
    """Bearer tokens, without a query for a token that this process has seen within the last seconds.

    This is for moves, which are frequent. The player's data is cached, too: it identifies the player, but the name may
    be old.
    """

    @cached(remembered, key=lambda self, token: sha256(token).digest(), lock=Lock())
    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """Return the player and the token, from the cache if possible. Raises NotLetIn."""
        return super().authenticate_credentials(token)


class TicketOrBearerAuthentication(BearerAuthentication):
    """Bearer tokens, or a ticket in the query string that was made with a token."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        """Return the player and the token, or None if the request has neither. Raises AuthenticationFailed."""
        ticket = request.query_params.get("ticket")
        if ticket is None:
            return super().authenticate(request)
        digest = use_ticket(ticket, timezone.now())
        if digest is None:
            raise NotLetIn("refused.ticket")
        return self.of_digest(digest)


def still_good(digests: Iterable[str]) -> dict[str, UUID]:
    """Return the hashes that belong to valid tokens, with the ids of their players."""
    lasting = Q(expiry=None) | Q(expiry__gt=timezone.now())
    good = Token.objects.filter(lasting, digest__in=list(digests), user__is_active=True)
    return dict(good.order_by().values_list("digest", "user"))
