"""Who makes a request: the player of its bearer token."""

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
"""Seconds for which a process may still take a token that was revoked, where it remembers tokens."""

USE_NOTED_EVERY: Final = timedelta(hours=1)
"""A row is written as seldom as that, whatever a token is used for."""
PUT_OFF_BY: Final = timedelta(days=1)
"""The end of a token moves by so much at least."""

remembered: Final[TTLCache[bytes, tuple[Player, Token]]] = TTLCache(2_000, REVOKED_AFTER)


class NotLetIn(AuthenticationFailed):
    """The token is not valid. It has a message, since the framework's errors contain English words."""

    def __init__(self, id: str) -> None:
        super().__init__()
        self.message = say(id)


class BearerAuthentication(TokenAuthentication):
    """Knox' tokens, looked up by their hash in one query.

    Knox itself looks at all tokens of the player at each request, to delete those that have expired; here a task does.
    """

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        """Return the player and the token, or None if no token was sent. Note the player's network.

        Raises AuthenticationFailed.
        """
        found: tuple[Player, Token] | None = super().authenticate(request)
        if found:
            networks.note(found[0].pk, address_of(request), timezone.now())
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """Return the player and the token. Raises NotLetIn, always with the same words."""
        try:
            return self.of_digest(hash_token(token.decode("ascii")))
        except UnicodeDecodeError:
            raise NotLetIn("refused.token") from None

    def of_digest(self, digest: str) -> tuple[Player, Token]:
        """Return the player and the token with a hash. Raises NotLetIn."""
        found = Token.objects.select_related("user").filter(digest=digest).first()
        if found is None or not found.user.is_active or (found.expiry and found.expiry < timezone.now()):
            raise NotLetIn("refused.token")
        _note_use(found)
        return found.user, found


def _note_use(token: Token) -> None:
    """Note that a token is used, now and then, and put its end off where that is agreed."""
    now = timezone.now()
    if token.used_at is not None and now - token.used_at < USE_NOTED_EVERY:
        return
    token.used_at, ends = now, now + settings.TOKEN_TTL
    if token.expiry and token.is_renewed and ends - token.expiry > PUT_OFF_BY:
        token.expiry = ends
    Token.objects.filter(pk=token.pk).update(used_at=token.used_at, expiry=token.expiry)


class RememberedBearerAuthentication(BearerAuthentication):
    """The same without a query for a token that this process has seen within the last seconds.

    For moves, which are many. The player has the data of that time, so it identifies them, but may have an old name.
    """

    @cached(remembered, key=lambda self, token: sha256(token).digest(), lock=Lock())
    def authenticate_credentials(self, token: bytes) -> tuple[Player, Token]:
        """See BearerAuthentication."""
        return super().authenticate_credentials(token)


class TicketOrBearerAuthentication(BearerAuthentication):
    """The same, or a ticket that was made with a token, in the query."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        """Return the player and the token, or None where neither was sent. Raises AuthenticationFailed."""
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
