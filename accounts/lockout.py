"""Limits on passwords that are tried: failed log-ins to the admin by name and address, and how many at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any, Final

from axes.backends import AxesStandaloneBackend
from axes.handlers.cache import AxesCacheHandler
from axes.helpers import get_cache_timeout, get_client_cache_keys, get_failure_limit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from chkobba_api.rest.throttling import turn


class Lockout(AxesCacheHandler):
    """Counts an attempt before its password is looked at, by one atomic step of the shared cache.

    The package's own handlers count afterwards, so that as many attempts slip through as are under way at once.
    A log-in that succeeds takes its counter away.
    """

    def is_allowed(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Say whether a password may be tried."""
        if not self.is_admin_request(request):
            return True
        attempts = [self._count(key, request) for key in get_client_cache_keys(request, credentials)]
        return bool(max(attempts) <= get_failure_limit(request, credentials))

    def _count(self, key: str, request: HttpRequest) -> int:
        self.cache.add(key, 0, timeout=get_cache_timeout(request))
        return int(self.cache.incr(key))

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **signal: Any) -> None:
        """Do nothing: the attempt is counted."""


class LockoutBackend(AxesStandaloneBackend):
    """Asks ``Lockout`` before a password is looked at. Without a request it is not the admin who asks."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        """Raise PermissionDenied where nobody may try."""
        if request is not None:
            super().authenticate(request, **credentials)


TURN: Final = "log-in"
TURN_OF_PLAYERS: Final = "player-log-in"
LONGEST: Final = 30
"""Seconds after which a process that died while it looked at a password is no longer waited for."""
REST: Final = 3
"""After a password nobody looks at another for so many times as long as it took, and a second at least."""


@contextmanager
def turn_to_log_in() -> Iterator[bool]:
    """Say whether a password may be looked at now: one at a time in all processes, then a rest.

    To hash one takes a core for a third of a second, by design. Whoever has many addresses and knows many names could
    keep all processes busy with nothing else.
    """
    if not settings.LOG_INS_ONE_BY_ONE:
        yield True
    elif not cache.add(TURN, 1, timeout=LONGEST):
        yield False
    else:
        begin = time.monotonic()
        try:
            yield True
        finally:
            cache.set(TURN, 1, timeout=max(1, ceil(REST * (time.monotonic() - begin))))


class Busy(Exception):
    """Another password is being looked at; come again in a moment."""


@contextmanager
def look_at_password() -> Iterator[None]:
    """Look at a password of a player: one at a time in all processes, so that all others have theirs for moves.

    Raises Busy for whoever comes meanwhile. There is no rest afterwards: players are more than the staff, and one
    process of several is what they may take.
    """
    if not settings.LOG_INS_ONE_BY_ONE:
        yield
        return
    with turn(TURN_OF_PLAYERS, LONGEST) as mine:
        if not mine:
            raise Busy
        yield
