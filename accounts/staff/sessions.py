"""Sessions of the staff. They end after some time without use, and a working day after the login at the latest."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db

BEGUN = "begun"
"""The session key of the login time, as Unix time."""


class SessionStore(db.SessionStore):
    """Sessions in the database. Each use extends a session, up to SESSION_LONGEST after the login."""

    def get_session_cookie_age(self) -> int:
        """Return the remaining lifetime of the session, in seconds."""
        now = time.time()
        left = self.get(BEGUN, now) + settings.SESSION_LONGEST - now
        return max(0, min(settings.SESSION_COOKIE_AGE, int(left)))


def note_beginning(request: Any, **signal: Any) -> None:
    """Store the time of a login."""
    request.session[BEGUN] = time.time()
