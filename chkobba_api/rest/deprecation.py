"""Operations that will be gone: every answer of theirs says so, by headers, and so does the schema."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.http import http_date


class Deprecated(NamedTuple):
    """Since when an operation should not be used any more, until when it can be, and what takes its place.

    In ``operation(…, deprecated=Deprecated(since, until, "getMatch"))``; docs/compatibility.md says how long that is.
    """

    since: datetime
    until: datetime
    instead: str
    """The operation that takes its place."""

    @property
    def sentence(self) -> str:
        """What the schema says of it."""
        return f"Deprecated: use `{self.instead}`. This goes away on {self.until:%Y-%m-%d}."

    @property
    def headers(self) -> dict[str, str]:
        """What every answer says of it (RFC 9745, RFC 8594)."""
        return {"Deprecation": f"@{int(self.since.timestamp())}", "Sunset": http_date(self.until.timestamp())}
