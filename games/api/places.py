"""How many requests are held: so many by a process, by address and by token. Whoever finds no place is told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.bodies import Message
from chkobba_api.rest.problems import Problem

SOON: Final = 5
"""Seconds after which there may be a place again."""


class Places:
    """The places of a process, and who has them."""

    def __init__(self) -> None:
        self.taken = 0
        self.taken_by: Counter[str | bytes] = Counter()

    @contextmanager
    def place_for(self, scope: Message) -> Iterator[None]:
        """Have a place. Raises Problem ``unavailable`` when all are taken, ``throttled`` when this one has enough."""
        if self.taken >= settings.HELD_MOST:
            detail = "This server holds as many requests as it can; ask without `wait`, or later."
            raise Problem("unavailable", detail, {"Retry-After": str(SOON)})
        limits = _limits(scope)
        if any(self.taken_by[name] >= most for name, most in limits.items()):
            detail = "You have as many requests held as you may."
            raise Problem("throttled", detail, {"Retry-After": str(SOON)}, retry_after=SOON)
        self.taken += 1
        self.taken_by.update(limits.keys())
        try:
            yield
        finally:
            self.taken -= 1
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
    if token := headers.get(b"authorization"):
        limits[sha256(token).digest()] = settings.HELD_PER_TOKEN
    return limits
