"""How many requests are held: so many by a process, address, token and player. Who finds no place is told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.bodies import Message
from chkobba_api.rest.problems import Problem
from games.engine.messages import say

SOON: Final = 5
"""Seconds after which there may be a place again."""


class Places:
    """The places of a process, and who has them."""

    def __init__(self) -> None:
        self.taken = 0
        self.taken_by: Counter[str | bytes] = Counter()

    @contextmanager
    def place_of(self, player: UUID) -> Iterator[None]:
        """Have one of the streams of a player. Raises Problem ``throttled`` when the player has enough."""
        with self._taken({f"player {player}": settings.HELD_PER_PLAYER}):
            yield

    @contextmanager
    def place_for(self, scope: Message) -> Iterator[None]:
        """Have a place. Raises Problem ``unavailable`` when all are taken, ``throttled`` when this one has enough."""
        if self.taken >= settings.HELD_MOST:
            detail = say("refused.held")
            raise Problem("unavailable", detail, {"Retry-After": str(SOON)})
        with self._taken(_limits(scope)):
            self.taken += 1
            try:
                yield
            finally:
                self.taken -= 1

    @contextmanager
    def _taken(self, limits: Mapping[str | bytes, int]) -> Iterator[None]:
        """Count one more for each of these names. Raises Problem ``throttled`` when one of them has enough."""
        if any(self.taken_by[name] >= most for name, most in limits.items()):
            detail = say("refused.held.yours")
            raise Problem("throttled", detail, {"Retry-After": str(SOON)}, retry_after=SOON)
        self.taken_by.update(limits.keys())
        try:
            yield
        finally:
            for name in limits:
                self.taken_by[name] -= 1
                if not self.taken_by[name]:
                    del self.taken_by[name]


def _limits(scope: Message) -> dict[str | bytes, int]:
    """Return whose place it would be, and how many each may have: the address, and the token if there is one."""
    headers = dict(scope["headers"])
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    if forwarded := headers.get(b"x-forwarded-for"):
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    limits: dict[str | bytes, int] = {address_of(request): settings.HELD_PER_ADDRESS}
    if token := _token_in(headers.get(b"authorization", b"")):
        limits[sha256(token).digest()] = settings.HELD_PER_TOKEN
    return limits


def _token_in(authorization: bytes) -> bytes | None:
    """Return the token of a header, however the rest of it is spelled; None where there is none."""
    scheme, *rest = authorization.split() or [b""]
    return rest[0] if scheme.lower() == b"bearer" and rest else None
