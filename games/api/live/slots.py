"""Limits on held requests: per process, address, token and player. A request beyond a limit fails at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from chkobba_api.errors import DomainError
from chkobba_api.middleware.early_answers import Message
from chkobba_api.rest.addresses import address_of
from games.engine.messages import say

SOON: Final = 5
"""Seconds after which a refused client may try again."""


class Places:
    """The held requests of a process, counted in total and per address, token and player."""

    def __init__(self) -> None:
        self.taken = 0
        self.taken_by: Counter[str | bytes] = Counter()

    @contextmanager
    def place_of(self, player: UUID) -> Iterator[None]:
        """Count a stream of a player. Raises DomainError ``throttled`` when the player has too many."""
        with self._taken({f"player {player}": settings.LIMITS["streams"]}):
            yield

    @contextmanager
    def place_for(self, scope: Message) -> Iterator[None]:
        """Count a request.

        Raises DomainError ``unavailable`` if the process is full, ``throttled`` if the client has too many.
        """
        if self.taken >= settings.LIMITS["held"]:
            detail = say("refused.held")
            raise DomainError("unavailable", detail)
        with self._taken(limits_of(scope)):
            self.taken += 1
            try:
                yield
            finally:
                self.taken -= 1

    @contextmanager
    def _taken(self, limits: Mapping[str | bytes, int]) -> Iterator[None]:
        """Count a held request by each name in ``limits``.

        Raises DomainError ``throttled`` if a name is at its limit.
        """
        if any(self.taken_by[name] >= most for name, most in limits.items()):
            detail = say("refused.held.yours")
            raise DomainError("throttled", detail, retry_after=SOON)
        self.taken_by.update(limits.keys())
        try:
            yield
        finally:
            for name in limits:
                self.taken_by[name] -= 1
                if not self.taken_by[name]:
                    del self.taken_by[name]


def limits_of(scope: Message) -> dict[str | bytes, int]:
    """Return the limits for a request, by name: of the client's address, and of the token if the request has one."""
    headers = dict(scope["headers"])
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    if forwarded := headers.get(b"x-forwarded-for"):
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    limits: dict[str | bytes, int] = {address_of(request): settings.LIMITS["address_held"]}
    if token := _token_in(headers.get(b"authorization", b"")):
        limits[sha256(token).digest()] = settings.LIMITS["token_held"]
    return limits


def _token_in(authorization: bytes) -> bytes | None:
    """Return the token of an ``Authorization`` header, whatever its case and spaces; None without a bearer token."""
    scheme, *rest = authorization.split() or [b""]
    return rest[0] if scheme.lower() == b"bearer" and rest else None
