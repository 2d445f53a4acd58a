"""IANA time zones that this server knows."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import available_timezones

_NO_PLACES: Final = ("Factory", "localtime", "posixrules")
"""Files beside the zones that are no time zones."""


@cache
def known_zones() -> frozenset[str]:
    """Return the IANA names of all time zones."""
    return frozenset(name for name in available_timezones() if name not in _NO_PLACES)
