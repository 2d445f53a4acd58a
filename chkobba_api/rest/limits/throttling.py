"""Rate limits: fixed windows, counted in the cache, each with one atomic step.

The framework's own throttles read a list, add to it and write it back, so concurrent requests can exceed the limit.

From a large budget a process takes a share at once, and spends it alone: a query of the cache for each request took a
tenth of a move's time. So no client gets more than its limit, but with several processes it may get a little less.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.conf import settings
from django.core.cache import cache as counted
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from chkobba_api.rest.addresses import address_of

logger = logging.getLogger(__name__)

COUNTED: Final = "chkobba.counted"
"""The mark, in the ASGI scope, of a counted request that runs again after a wait. No client can write it."""

_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


_SHARE: Final = 60
"""The divisor of a budget for the share that a process takes at once."""
_MOST: Final = 50
"""The largest share that a process takes at once."""


@dataclass(slots=True)
class Taken:
    """The share of a budget that a process has taken."""

    unspent: int = 0
    left: int = 0
    """The rest of the budget after the share was taken."""
    lock: Lock = field(default_factory=Lock)


taken: Final[LRUCache[str, Taken]] = LRUCache(10_000)
_lock: Final = Lock()


@cache
def _rate(text: str) -> tuple[int, int]:
    count, _, period = text.partition("/")
    return int(count), _SECONDS[period]


class Budget:
    """A number of requests in a window of time, for each name that is counted."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.count, self.seconds = _rate(settings.THROTTLES[scope])

    def spend(self, name: str, cost: int = 1) -> tuple[int, int]:
        """Charge a cost; return the rest of the budget (negative: overdrawn) and the seconds until the window ends.

        Without a cache no request is refused.
        """
        key, reset = self._window(name)
        at_once = min(self.count // _SHARE, _MOST)
        left = self._spend_taken(key, at_once, cost) if cost > 0 and at_once > 1 else self.charge(key, cost)
        return left, reset

    def look(self, name: str) -> tuple[int, int]:
        """Return the rest and the seconds as ``spend`` does, without a charge."""
        key, reset = self._window(name)
        with _lock:
            mine = taken.get(key)
            unspent = mine.unspent if mine else 0
        return self.charge(key, 0) + unspent, reset

    def forget(self, name: str) -> None:
        """Reset the count of a name in the current window. A process may still hold a share of a large budget."""
        counted.delete(self._window(name)[0])

    def _window(self, name: str) -> tuple[str, int]:
        """Return the key of the current window, and the seconds until it ends."""
        window, passed = divmod(int(time.time()), self.seconds)
        return f"throttle:{self.scope}:{window}:{name}", self.seconds - passed

    def _spend_taken(self, key: str, at_once: int, cost: int) -> int:
        """Charge the share that this process has taken from the cache; take more if needed.

        One thread asks the cache, and the others wait for it: if each took a share of its own, the budget would run
        out while most of it is unspent.
        """
        with _lock:
            mine = taken.setdefault(key, Taken())
        with mine.lock:
            if mine.unspent < cost:
                more = max(at_once, cost - mine.unspent)
                left = self.charge(key, more)
                mine.unspent, mine.left = mine.unspent + max(more + min(left, 0), 0), max(left, 0)
            if mine.unspent < cost:
                return mine.unspent - cost
            mine.unspent -= cost
            return mine.left + mine.unspent

    def charge(self, key: str, cost: int) -> int:
        """Charge the cost in the cache, for all processes; return the rest of the budget."""
        try:
            try:
                used = counted.incr(key, cost)
            except ValueError:  # the first charge in this window
                counted.add(key, 0, timeout=self.seconds + 1)
                used = counted.incr(key, cost)
        except Exception as error:
            logger.warning("cannot count requests: %s", error)
            used = cost
        return self.count - used


def too_often(scope: str, name: str) -> None:
    """Charge the budget of a name. Raises Throttled if it is overdrawn."""
    left, wait = Budget(scope).spend(name)
    if left < 0:
        raise Throttled(wait)


@contextmanager
def turn(name: str, longest: int) -> Iterator[bool]:
    """Yield whether this process holds the turn, a lock in the cache that ends after ``longest`` seconds.

    Without a cache every process holds it.
    """
    key = f"turn:{name}"
    try:
        is_ours, is_kept = bool(counted.add(key, 1, timeout=longest)), True
    except Exception as error:
        logger.warning("cannot take a lock in the cache: %s", error)
        is_ours, is_kept = True, False
    try:
        yield is_ours
    finally:
        if is_ours and is_kept:
            counted.delete(key)


class ScopedThrottle(BaseThrottle):
    """A throttle that counts by a name of the client. It keeps the rest of the budget for the headers of the answer."""

    scope: str

    def name_of(self, request: Request) -> str | None:
        """Return the name that is counted, or None if this throttle does not count the client."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any, cost: int = 1) -> bool:
        """Charge this cost to the budget; return whether the request may go on."""
        name = self.name_of(request)
        if name is None:
            return True
        budget = Budget(self.scope)
        again = COUNTED in getattr(request._request, "scope", ())
        left, self.reset = budget.look(name) if again else budget.spend(name, cost)
        limits = getattr(view, "limits", None)  # only views of the API have them (``rest.views.View``)
        if limits is None or left < limits[1]:
            view.limits = (budget.count, max(left, 0), self.reset)
        return again or left >= 0

    def wait(self) -> float | None:
        """Return the seconds until a request may go on."""
        return self.reset


class PlayerThrottle(ScopedThrottle):
    """A throttle of the requests of one player."""

    scope = "player"

    def allow_request(self, request: Request, view: Any, cost: int = 1) -> bool:
        """Charge this cost. Bot accounts have a rate of their own."""
        if getattr(request.user, "is_bot", False):
            self.scope = "bot"
        return super().allow_request(request, view, cost)

    def name_of(self, request: Request) -> str | None:
        """Return the id of the player, or None without a token."""
        return str(request.user.id) if request.user else None


class AddressThrottle(ScopedThrottle):
    """A throttle of the requests of one address."""

    scope = "address"

    def name_of(self, request: Request) -> str | None:
        """Return the address, as far as it can be trusted (NUM_PROXIES)."""
        return address_of(request)


class AnonymousThrottle(AddressThrottle):
    """A throttle of the requests of an address without a token, also for pages (``anonymous_rate_limit``)."""

    scope = "anonymous"

    def name_of(self, request: Request) -> str | None:
        """Return the address of a client without a token."""
        return None if request.user else super().name_of(request)


class GuestThrottle(AddressThrottle):
    """A throttle of the guests that one address creates."""

    scope = "guests"
