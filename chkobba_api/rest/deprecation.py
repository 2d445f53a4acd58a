"""Deprecated operations: the headers of each answer and the schema announce their end."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.http import http_date


class Deprecated(NamedTuple):
    """The start of a deprecation, the end of the operation, and its replacement.

    It is used as ``operation(…, deprecated=Deprecated(since, until, "getMatch"))``. docs/compatibility.md says how long
    an operation stays.
    """

    since: datetime
    until: datetime
    instead: str
    """The operation that replaces the deprecated one."""

    @property
    def sentence(self) -> str:
        """Return the sentence for the description in the schema."""
        return f"Deprecated: use `{self.instead}`. This goes away on {self.until:%Y-%m-%d}."

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers for each answer (RFC 9745, RFC 8594)."""
        return {"Deprecation": f"@{int(self.since.timestamp())}", "Sunset": http_date(self.until.timestamp())}
