"""Sessions of the staff: they end when nobody has used them for a while, and after a working day whatever happens."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db

BEGUN = "begun"
"""When somebody logged in, as Unix time."""


class SessionStore(db.SessionStore):
    """Sessions in the database. Each use moves the end on, but never beyond SESSION_LONGEST after the log-in."""

    def get_session_cookie_age(self) -> int:
        """Return for how many seconds from now the session lasts."""
        now = time.time()
        left = self.get(BEGUN, now) + settings.SESSION_LONGEST - now
        return max(0, min(settings.SESSION_COOKIE_AGE, int(left)))


def note_beginning(request: Any, **signal: Any) -> None:
    """Store the time of a log-in."""
    request.session[BEGUN] = time.time()
