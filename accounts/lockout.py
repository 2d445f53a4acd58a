"""Who may try to log in to the admin: not who has failed too often, by log-in name and address."""

from __future__ import annotations

from typing import Any

from axes.backends import AxesStandaloneBackend
from axes.handlers.cache import AxesCacheHandler
from axes.helpers import get_cache_timeout, get_client_cache_keys, get_failure_limit
from django.http import HttpRequest


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
